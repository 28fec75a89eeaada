import Base from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { icon } from '../icon.tsx';

export const IconCircleCheck = /* @__PURE__ */ icon(Base);
