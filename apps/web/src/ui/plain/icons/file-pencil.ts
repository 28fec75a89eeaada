import Base from '@tabler/icons-react/dist/esm/icons/IconFilePencil.mjs';
import { icon } from '../icon.tsx';

export const IconFilePencil = /* @__PURE__ */ icon(Base);
