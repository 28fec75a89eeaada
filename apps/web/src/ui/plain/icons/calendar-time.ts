import Base from '@tabler/icons-react/dist/esm/icons/IconCalendarTime.mjs';
import { icon } from '../icon.tsx';

export const IconCalendarTime = /* @__PURE__ */ icon(Base);
