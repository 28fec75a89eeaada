import Base from '@tabler/icons-react/dist/esm/icons/IconTarget.mjs';
import { icon } from '../icon.tsx';

export const IconTarget = /* @__PURE__ */ icon(Base);
