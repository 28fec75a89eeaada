import Base from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { icon } from '../icon.tsx';

export const IconPlayerPlay = /* @__PURE__ */ icon(Base);
