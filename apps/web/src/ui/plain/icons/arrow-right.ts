import Base from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { icon } from '../icon.tsx';

export const IconArrowRight = /* @__PURE__ */ icon(Base);
