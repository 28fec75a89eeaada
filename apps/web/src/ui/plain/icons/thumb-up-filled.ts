import Base from '@tabler/icons-react/dist/esm/icons/IconThumbUpFilled.mjs';
import { icon } from '../icon.tsx';

export const IconThumbUpFilled = /* @__PURE__ */ icon(Base);
