import Base from '@tabler/icons-react/dist/esm/icons/IconListNumbers.mjs';
import { icon } from '../icon.tsx';

export const IconListNumbers = /* @__PURE__ */ icon(Base);
