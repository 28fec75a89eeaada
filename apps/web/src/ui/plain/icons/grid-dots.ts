import Base from '@tabler/icons-react/dist/esm/icons/IconGridDots.mjs';
import { icon } from '../icon.tsx';

export const IconGridDots = /* @__PURE__ */ icon(Base);
