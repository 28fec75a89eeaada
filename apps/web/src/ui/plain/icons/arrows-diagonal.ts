import Base from '@tabler/icons-react/dist/esm/icons/IconArrowsDiagonal.mjs';
import { icon } from '../icon.tsx';

export const IconArrowsDiagonal = /* @__PURE__ */ icon(Base);
