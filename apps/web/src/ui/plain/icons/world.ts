import Base from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { icon } from '../icon.tsx';

export const IconWorld = /* @__PURE__ */ icon(Base);
