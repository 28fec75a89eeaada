import Base from '@tabler/icons-react/dist/esm/icons/IconChartDots.mjs';
import { icon } from '../icon.tsx';

export const IconChartDots = /* @__PURE__ */ icon(Base);
