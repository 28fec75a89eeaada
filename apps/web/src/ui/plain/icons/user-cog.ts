import Base from '@tabler/icons-react/dist/esm/icons/IconUserCog.mjs';
import { icon } from '../icon.tsx';

export const IconUserCog = /* @__PURE__ */ icon(Base);
