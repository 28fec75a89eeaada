import Base from '@tabler/icons-react/dist/esm/icons/IconCornerDownLeft.mjs';
import { icon } from '../icon.tsx';

export const IconCornerDownLeft = /* @__PURE__ */ icon(Base);
