import Base from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { icon } from '../icon.tsx';

export const IconInfoCircle = /* @__PURE__ */ icon(Base);
