import Base from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { icon } from '../icon.tsx';

export const IconChevronDown = /* @__PURE__ */ icon(Base);
