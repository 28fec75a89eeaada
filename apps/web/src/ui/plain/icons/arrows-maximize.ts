import Base from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs';
import { icon } from '../icon.tsx';

export const IconArrowsMaximize = /* @__PURE__ */ icon(Base);
