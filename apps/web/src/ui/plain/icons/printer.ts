import Base from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { icon } from '../icon.tsx';

export const IconPrinter = /* @__PURE__ */ icon(Base);
