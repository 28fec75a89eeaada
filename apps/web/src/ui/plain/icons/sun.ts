import Base from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import { icon } from '../icon.tsx';

export const IconSun = /* @__PURE__ */ icon(Base);
