import Base from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { icon } from '../icon.tsx';

export const IconChevronRight = /* @__PURE__ */ icon(Base);
