import Base from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { icon } from '../icon.tsx';

export const IconUser = /* @__PURE__ */ icon(Base);
