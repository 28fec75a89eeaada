import Base from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { icon } from '../icon.tsx';

export const IconCalendar = /* @__PURE__ */ icon(Base);
