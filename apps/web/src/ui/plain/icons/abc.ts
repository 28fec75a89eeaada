import Base from '@tabler/icons-react/dist/esm/icons/IconAbc.mjs';
import { icon } from '../icon.tsx';

export const IconAbc = /* @__PURE__ */ icon(Base);
