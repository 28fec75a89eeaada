import Base from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { icon } from '../icon.tsx';

export const IconUsers = /* @__PURE__ */ icon(Base);
