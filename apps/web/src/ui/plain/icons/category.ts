import Base from '@tabler/icons-react/dist/esm/icons/IconCategory.mjs';
import { icon } from '../icon.tsx';

export const IconCategory = /* @__PURE__ */ icon(Base);
