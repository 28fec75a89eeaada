import Base from '@tabler/icons-react/dist/esm/icons/IconHelpHexagon.mjs';
import { icon } from '../icon.tsx';

export const IconHelpHexagon = /* @__PURE__ */ icon(Base);
