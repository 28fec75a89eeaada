import Base from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import { icon } from '../icon.tsx';

export const IconFilterOff = /* @__PURE__ */ icon(Base);
