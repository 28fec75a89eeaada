import Base from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs';
import { icon } from '../icon.tsx';

export const IconCertificate = /* @__PURE__ */ icon(Base);
