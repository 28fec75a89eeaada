import Base from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import { icon } from '../icon.tsx';

export const IconMail = /* @__PURE__ */ icon(Base);
