import Base from '@tabler/icons-react/dist/esm/icons/IconReload.mjs';
import { icon } from '../icon.tsx';

export const IconReload = /* @__PURE__ */ icon(Base);
