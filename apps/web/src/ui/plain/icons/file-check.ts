import Base from '@tabler/icons-react/dist/esm/icons/IconFileCheck.mjs';
import { icon } from '../icon.tsx';

export const IconFileCheck = /* @__PURE__ */ icon(Base);
