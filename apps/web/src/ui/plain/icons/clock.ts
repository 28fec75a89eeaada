import Base from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import { icon } from '../icon.tsx';

export const IconClock = /* @__PURE__ */ icon(Base);
