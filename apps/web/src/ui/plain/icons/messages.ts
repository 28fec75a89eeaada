import Base from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs';
import { icon } from '../icon.tsx';

export const IconMessages = /* @__PURE__ */ icon(Base);
