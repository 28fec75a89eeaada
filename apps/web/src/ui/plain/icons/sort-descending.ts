import Base from '@tabler/icons-react/dist/esm/icons/IconSortDescending.mjs';
import { icon } from '../icon.tsx';

export const IconSortDescending = /* @__PURE__ */ icon(Base);
