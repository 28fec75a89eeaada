import Base from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import { icon } from '../icon.tsx';

export const IconCircleCheckFilled = /* @__PURE__ */ icon(Base);
