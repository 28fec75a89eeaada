import Base from '@tabler/icons-react/dist/esm/icons/IconHierarchy.mjs';
import { icon } from '../icon.tsx';

export const IconHierarchy = /* @__PURE__ */ icon(Base);
