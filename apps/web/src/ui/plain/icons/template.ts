import Base from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs';
import { icon } from '../icon.tsx';

export const IconTemplate = /* @__PURE__ */ icon(Base);
