import Base from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import { icon } from '../icon.tsx';

export const IconLink = /* @__PURE__ */ icon(Base);
