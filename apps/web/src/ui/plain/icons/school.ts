import Base from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import { icon } from '../icon.tsx';

export const IconSchool = /* @__PURE__ */ icon(Base);
