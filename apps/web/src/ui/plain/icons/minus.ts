import Base from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import { icon } from '../icon.tsx';

export const IconMinus = /* @__PURE__ */ icon(Base);
