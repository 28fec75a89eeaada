import Base from '@tabler/icons-react/dist/esm/icons/IconCloudCheck.mjs';
import { icon } from '../icon.tsx';

export const IconCloudCheck = /* @__PURE__ */ icon(Base);
