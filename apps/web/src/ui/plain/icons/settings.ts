import Base from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import { icon } from '../icon.tsx';

export const IconSettings = /* @__PURE__ */ icon(Base);
