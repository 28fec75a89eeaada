import Base from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs';
import { icon } from '../icon.tsx';

export const IconShieldLock = /* @__PURE__ */ icon(Base);
