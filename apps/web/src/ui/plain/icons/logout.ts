import Base from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import { icon } from '../icon.tsx';

export const IconLogout = /* @__PURE__ */ icon(Base);
