import Base from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import { icon } from '../icon.tsx';

export const IconBan = /* @__PURE__ */ icon(Base);
