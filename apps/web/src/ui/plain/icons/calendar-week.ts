import Base from '@tabler/icons-react/dist/esm/icons/IconCalendarWeek.mjs';
import { icon } from '../icon.tsx';

export const IconCalendarWeek = /* @__PURE__ */ icon(Base);
