import Base from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs';
import { icon } from '../icon.tsx';

export const IconMessageCircle = /* @__PURE__ */ icon(Base);
