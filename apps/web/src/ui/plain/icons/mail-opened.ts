import Base from '@tabler/icons-react/dist/esm/icons/IconMailOpened.mjs';
import { icon } from '../icon.tsx';

export const IconMailOpened = /* @__PURE__ */ icon(Base);
