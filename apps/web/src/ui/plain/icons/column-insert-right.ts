import Base from '@tabler/icons-react/dist/esm/icons/IconColumnInsertRight.mjs';
import { icon } from '../icon.tsx';

export const IconColumnInsertRight = /* @__PURE__ */ icon(Base);
