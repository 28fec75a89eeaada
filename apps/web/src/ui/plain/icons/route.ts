import Base from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs';
import { icon } from '../icon.tsx';

export const IconRoute = /* @__PURE__ */ icon(Base);
