import Base from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import { icon } from '../icon.tsx';

export const IconChevronLeft = /* @__PURE__ */ icon(Base);
