import Base from '@tabler/icons-react/dist/esm/icons/IconBold.mjs';
import { icon } from '../icon.tsx';

export const IconBold = /* @__PURE__ */ icon(Base);
