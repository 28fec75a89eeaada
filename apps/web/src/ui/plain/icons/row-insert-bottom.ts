import Base from '@tabler/icons-react/dist/esm/icons/IconRowInsertBottom.mjs';
import { icon } from '../icon.tsx';

export const IconRowInsertBottom = /* @__PURE__ */ icon(Base);
