import Base from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { icon } from '../icon.tsx';

export const IconHistory = /* @__PURE__ */ icon(Base);
