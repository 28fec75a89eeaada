import Base from '@tabler/icons-react/dist/esm/icons/IconId.mjs';
import { icon } from '../icon.tsx';

export const IconId = /* @__PURE__ */ icon(Base);
