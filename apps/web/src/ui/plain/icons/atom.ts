import Base from '@tabler/icons-react/dist/esm/icons/IconAtom.mjs';
import { icon } from '../icon.tsx';

export const IconAtom = /* @__PURE__ */ icon(Base);
