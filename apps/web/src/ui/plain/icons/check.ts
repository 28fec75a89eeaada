import Base from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { icon } from '../icon.tsx';

export const IconCheck = /* @__PURE__ */ icon(Base);
