import Base from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import { icon } from '../icon.tsx';

export const IconHome = /* @__PURE__ */ icon(Base);
