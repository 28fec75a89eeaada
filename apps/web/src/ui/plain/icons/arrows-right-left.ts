import Base from '@tabler/icons-react/dist/esm/icons/IconArrowsRightLeft.mjs';
import { icon } from '../icon.tsx';

export const IconArrowsRightLeft = /* @__PURE__ */ icon(Base);
