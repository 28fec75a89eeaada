import Base from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
import { icon } from '../icon.tsx';

export const IconBolt = /* @__PURE__ */ icon(Base);
