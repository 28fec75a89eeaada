import Base from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs';
import { icon } from '../icon.tsx';

export const IconArchive = /* @__PURE__ */ icon(Base);
