import Base from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import { icon } from '../icon.tsx';

export const IconCircle = /* @__PURE__ */ icon(Base);
