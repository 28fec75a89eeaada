import Base from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { icon } from '../icon.tsx';

export const IconAlertTriangle = /* @__PURE__ */ icon(Base);
