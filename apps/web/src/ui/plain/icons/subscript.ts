import Base from '@tabler/icons-react/dist/esm/icons/IconSubscript.mjs';
import { icon } from '../icon.tsx';

export const IconSubscript = /* @__PURE__ */ icon(Base);
