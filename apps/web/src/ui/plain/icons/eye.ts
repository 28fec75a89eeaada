import Base from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { icon } from '../icon.tsx';

export const IconEye = /* @__PURE__ */ icon(Base);
