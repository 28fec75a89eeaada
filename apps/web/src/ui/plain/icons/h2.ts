import Base from '@tabler/icons-react/dist/esm/icons/IconH2.mjs';
import { icon } from '../icon.tsx';

export const IconH2 = /* @__PURE__ */ icon(Base);
