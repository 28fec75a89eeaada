import Base from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { icon } from '../icon.tsx';

export const IconDots = /* @__PURE__ */ icon(Base);
