import Base from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { icon } from '../icon.tsx';

export const IconTrash = /* @__PURE__ */ icon(Base);
