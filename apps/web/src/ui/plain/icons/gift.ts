import Base from '@tabler/icons-react/dist/esm/icons/IconGift.mjs';
import { icon } from '../icon.tsx';

export const IconGift = /* @__PURE__ */ icon(Base);
