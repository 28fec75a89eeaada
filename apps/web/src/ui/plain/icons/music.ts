import Base from '@tabler/icons-react/dist/esm/icons/IconMusic.mjs';
import { icon } from '../icon.tsx';

export const IconMusic = /* @__PURE__ */ icon(Base);
