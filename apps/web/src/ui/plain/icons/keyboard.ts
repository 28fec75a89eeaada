import Base from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import { icon } from '../icon.tsx';

export const IconKeyboard = /* @__PURE__ */ icon(Base);
