import Base from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs';
import { icon } from '../icon.tsx';

export const IconItalic = /* @__PURE__ */ icon(Base);
