import Base from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { icon } from '../icon.tsx';

export const IconBell = /* @__PURE__ */ icon(Base);
