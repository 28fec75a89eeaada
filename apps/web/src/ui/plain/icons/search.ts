import Base from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { icon } from '../icon.tsx';

export const IconSearch = /* @__PURE__ */ icon(Base);
