import Base from '@tabler/icons-react/dist/esm/icons/IconCalendarExclamation.mjs';
import { icon } from '../icon.tsx';

export const IconCalendarExclamation = /* @__PURE__ */ icon(Base);
