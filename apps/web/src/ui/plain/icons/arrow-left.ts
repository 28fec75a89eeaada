import Base from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { icon } from '../icon.tsx';

export const IconArrowLeft = /* @__PURE__ */ icon(Base);
