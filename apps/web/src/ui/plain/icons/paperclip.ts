import Base from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import { icon } from '../icon.tsx';

export const IconPaperclip = /* @__PURE__ */ icon(Base);
