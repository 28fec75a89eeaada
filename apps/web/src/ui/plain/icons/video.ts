import Base from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs';
import { icon } from '../icon.tsx';

export const IconVideo = /* @__PURE__ */ icon(Base);
