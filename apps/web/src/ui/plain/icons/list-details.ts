import Base from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import { icon } from '../icon.tsx';

export const IconListDetails = /* @__PURE__ */ icon(Base);
