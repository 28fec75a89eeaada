import Base from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import { icon } from '../icon.tsx';

export const IconArrowBackUp = /* @__PURE__ */ icon(Base);
