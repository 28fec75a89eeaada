import Base from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
import { icon } from '../icon.tsx';

export const IconArrowForwardUp = /* @__PURE__ */ icon(Base);
