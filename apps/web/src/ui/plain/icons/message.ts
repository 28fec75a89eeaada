import Base from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { icon } from '../icon.tsx';

export const IconMessage = /* @__PURE__ */ icon(Base);
