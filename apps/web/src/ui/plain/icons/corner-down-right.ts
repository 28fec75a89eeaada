import Base from '@tabler/icons-react/dist/esm/icons/IconCornerDownRight.mjs';
import { icon } from '../icon.tsx';

export const IconCornerDownRight = /* @__PURE__ */ icon(Base);
