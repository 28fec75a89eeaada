import Base from '@tabler/icons-react/dist/esm/icons/IconTypography.mjs';
import { icon } from '../icon.tsx';

export const IconTypography = /* @__PURE__ */ icon(Base);
