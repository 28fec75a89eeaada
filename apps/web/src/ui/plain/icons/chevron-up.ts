import Base from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import { icon } from '../icon.tsx';

export const IconChevronUp = /* @__PURE__ */ icon(Base);
