import Base from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs';
import { icon } from '../icon.tsx';

export const IconBuildingStore = /* @__PURE__ */ icon(Base);
