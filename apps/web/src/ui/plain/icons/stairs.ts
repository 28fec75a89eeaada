import Base from '@tabler/icons-react/dist/esm/icons/IconStairs.mjs';
import { icon } from '../icon.tsx';

export const IconStairs = /* @__PURE__ */ icon(Base);
