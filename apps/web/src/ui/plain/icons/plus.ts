import Base from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { icon } from '../icon.tsx';

export const IconPlus = /* @__PURE__ */ icon(Base);
