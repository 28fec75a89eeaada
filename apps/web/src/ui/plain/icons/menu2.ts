import Base from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import { icon } from '../icon.tsx';

export const IconMenu2 = /* @__PURE__ */ icon(Base);
