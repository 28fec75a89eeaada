import Base from '@tabler/icons-react/dist/esm/icons/IconCloudUpload.mjs';
import { icon } from '../icon.tsx';

export const IconCloudUpload = /* @__PURE__ */ icon(Base);
