import Base from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs';
import { icon } from '../icon.tsx';

export const IconCircleX = /* @__PURE__ */ icon(Base);
