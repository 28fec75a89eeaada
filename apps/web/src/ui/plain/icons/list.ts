import Base from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import { icon } from '../icon.tsx';

export const IconList = /* @__PURE__ */ icon(Base);
