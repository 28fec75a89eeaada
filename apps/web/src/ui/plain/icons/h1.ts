import Base from '@tabler/icons-react/dist/esm/icons/IconH1.mjs';
import { icon } from '../icon.tsx';

export const IconH1 = /* @__PURE__ */ icon(Base);
