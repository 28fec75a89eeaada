import Base from '@tabler/icons-react/dist/esm/icons/IconMessageOff.mjs';
import { icon } from '../icon.tsx';

export const IconMessageOff = /* @__PURE__ */ icon(Base);
