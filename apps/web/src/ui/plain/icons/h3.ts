import Base from '@tabler/icons-react/dist/esm/icons/IconH3.mjs';
import { icon } from '../icon.tsx';

export const IconH3 = /* @__PURE__ */ icon(Base);
