import Base from '@tabler/icons-react/dist/esm/icons/IconBroadcast.mjs';
import { icon } from '../icon.tsx';

export const IconBroadcast = /* @__PURE__ */ icon(Base);
