import Base from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import { icon } from '../icon.tsx';

export const IconAlertCircle = /* @__PURE__ */ icon(Base);
