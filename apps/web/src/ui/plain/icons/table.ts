import Base from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { icon } from '../icon.tsx';

export const IconTable = /* @__PURE__ */ icon(Base);
