import Base from '@tabler/icons-react/dist/esm/icons/IconTags.mjs';
import { icon } from '../icon.tsx';

export const IconTags = /* @__PURE__ */ icon(Base);
