import Base from '@tabler/icons-react/dist/esm/icons/IconClockExclamation.mjs';
import { icon } from '../icon.tsx';

export const IconClockExclamation = /* @__PURE__ */ icon(Base);
