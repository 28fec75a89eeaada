import Base from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import { icon } from '../icon.tsx';

export const IconFileText = /* @__PURE__ */ icon(Base);
