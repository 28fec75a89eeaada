import Base from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { icon } from '../icon.tsx';

export const IconCopy = /* @__PURE__ */ icon(Base);
