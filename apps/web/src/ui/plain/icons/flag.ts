import Base from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs';
import { icon } from '../icon.tsx';

export const IconFlag = /* @__PURE__ */ icon(Base);
