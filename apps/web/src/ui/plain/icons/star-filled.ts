import Base from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs';
import { icon } from '../icon.tsx';

export const IconStarFilled = /* @__PURE__ */ icon(Base);
