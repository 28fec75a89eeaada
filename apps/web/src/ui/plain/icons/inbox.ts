import Base from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import { icon } from '../icon.tsx';

export const IconInbox = /* @__PURE__ */ icon(Base);
