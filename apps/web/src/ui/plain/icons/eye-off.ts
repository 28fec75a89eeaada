import Base from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import { icon } from '../icon.tsx';

export const IconEyeOff = /* @__PURE__ */ icon(Base);
