import Base from '@tabler/icons-react/dist/esm/icons/IconTableOff.mjs';
import { icon } from '../icon.tsx';

export const IconTableOff = /* @__PURE__ */ icon(Base);
