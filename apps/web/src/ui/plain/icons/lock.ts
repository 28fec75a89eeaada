import Base from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { icon } from '../icon.tsx';

export const IconLock = /* @__PURE__ */ icon(Base);
