import Base from '@tabler/icons-react/dist/esm/icons/IconDeviceFloppy.mjs';
import { icon } from '../icon.tsx';

export const IconDeviceFloppy = /* @__PURE__ */ icon(Base);
