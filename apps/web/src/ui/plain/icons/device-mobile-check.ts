import Base from '@tabler/icons-react/dist/esm/icons/IconDeviceMobileCheck.mjs';
import { icon } from '../icon.tsx';

export const IconDeviceMobileCheck = /* @__PURE__ */ icon(Base);
