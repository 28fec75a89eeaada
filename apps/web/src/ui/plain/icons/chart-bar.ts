import Base from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import { icon } from '../icon.tsx';

export const IconChartBar = /* @__PURE__ */ icon(Base);
