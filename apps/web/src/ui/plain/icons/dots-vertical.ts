import Base from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import { icon } from '../icon.tsx';

export const IconDotsVertical = /* @__PURE__ */ icon(Base);
