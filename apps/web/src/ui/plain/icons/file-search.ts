import Base from '@tabler/icons-react/dist/esm/icons/IconFileSearch.mjs';
import { icon } from '../icon.tsx';

export const IconFileSearch = /* @__PURE__ */ icon(Base);
