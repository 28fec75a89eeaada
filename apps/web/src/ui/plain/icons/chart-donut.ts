import Base from '@tabler/icons-react/dist/esm/icons/IconChartDonut.mjs';
import { icon } from '../icon.tsx';

export const IconChartDonut = /* @__PURE__ */ icon(Base);
