import Base from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import { icon } from '../icon.tsx';

export const IconStar = /* @__PURE__ */ icon(Base);
