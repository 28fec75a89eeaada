import Base from '@tabler/icons-react/dist/esm/icons/IconPresentation.mjs';
import { icon } from '../icon.tsx';

export const IconPresentation = /* @__PURE__ */ icon(Base);
