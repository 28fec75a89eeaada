import Base from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import { icon } from '../icon.tsx';

export const IconDeviceMobile = /* @__PURE__ */ icon(Base);
