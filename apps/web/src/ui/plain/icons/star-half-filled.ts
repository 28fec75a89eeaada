import Base from '@tabler/icons-react/dist/esm/icons/IconStarHalfFilled.mjs';
import { icon } from '../icon.tsx';

export const IconStarHalfFilled = /* @__PURE__ */ icon(Base);
