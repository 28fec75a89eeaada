import Base from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs';
import { icon } from '../icon.tsx';

export const IconDatabase = /* @__PURE__ */ icon(Base);
