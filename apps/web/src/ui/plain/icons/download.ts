import Base from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { icon } from '../icon.tsx';

export const IconDownload = /* @__PURE__ */ icon(Base);
