import Base from '@tabler/icons-react/dist/esm/icons/IconBlockquote.mjs';
import { icon } from '../icon.tsx';

export const IconBlockquote = /* @__PURE__ */ icon(Base);
