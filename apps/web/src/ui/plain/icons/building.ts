import Base from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import { icon } from '../icon.tsx';

export const IconBuilding = /* @__PURE__ */ icon(Base);
