import Base from '@tabler/icons-react/dist/esm/icons/IconClipboardList.mjs';
import { icon } from '../icon.tsx';

export const IconClipboardList = /* @__PURE__ */ icon(Base);
