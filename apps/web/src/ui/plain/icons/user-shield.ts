import Base from '@tabler/icons-react/dist/esm/icons/IconUserShield.mjs';
import { icon } from '../icon.tsx';

export const IconUserShield = /* @__PURE__ */ icon(Base);
