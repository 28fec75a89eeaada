import Base from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { icon } from '../icon.tsx';

export const IconSend = /* @__PURE__ */ icon(Base);
