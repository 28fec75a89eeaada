import Base from '@tabler/icons-react/dist/esm/icons/IconLinkOff.mjs';
import { icon } from '../icon.tsx';

export const IconLinkOff = /* @__PURE__ */ icon(Base);
