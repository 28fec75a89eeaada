import Base from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { icon } from '../icon.tsx';

export const IconRefresh = /* @__PURE__ */ icon(Base);
