import Base from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { icon } from '../icon.tsx';

export const IconPencil = /* @__PURE__ */ icon(Base);
