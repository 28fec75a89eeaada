import Base from '@tabler/icons-react/dist/esm/icons/IconFolder.mjs';
import { icon } from '../icon.tsx';

export const IconFolder = /* @__PURE__ */ icon(Base);
