import Base from '@tabler/icons-react/dist/esm/icons/IconLoader2.mjs';
import { icon } from '../icon.tsx';

export const IconLoader2 = /* @__PURE__ */ icon(Base);
