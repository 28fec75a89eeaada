import Base from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import { icon } from '../icon.tsx';

export const IconPhoto = /* @__PURE__ */ icon(Base);
