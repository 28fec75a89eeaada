import Base from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import { icon } from '../icon.tsx';

export const IconAdjustmentsHorizontal = /* @__PURE__ */ icon(Base);
