import Base from '@tabler/icons-react/dist/esm/icons/IconSuperscript.mjs';
import { icon } from '../icon.tsx';

export const IconSuperscript = /* @__PURE__ */ icon(Base);
