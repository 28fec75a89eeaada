import Base from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { icon } from '../icon.tsx';

export const IconX = /* @__PURE__ */ icon(Base);
