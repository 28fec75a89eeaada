import Base from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs';
import { icon } from '../icon.tsx';

export const IconWifiOff = /* @__PURE__ */ icon(Base);
