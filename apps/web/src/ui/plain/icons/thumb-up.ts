import Base from '@tabler/icons-react/dist/esm/icons/IconThumbUp.mjs';
import { icon } from '../icon.tsx';

export const IconThumbUp = /* @__PURE__ */ icon(Base);
