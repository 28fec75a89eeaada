import Base from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import { icon } from '../icon.tsx';

export const IconCircleDashed = /* @__PURE__ */ icon(Base);
