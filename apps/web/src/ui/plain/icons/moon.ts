import Base from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import { icon } from '../icon.tsx';

export const IconMoon = /* @__PURE__ */ icon(Base);
