import Base from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import { icon } from '../icon.tsx';

export const IconKey = /* @__PURE__ */ icon(Base);
