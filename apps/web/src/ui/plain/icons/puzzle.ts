import Base from '@tabler/icons-react/dist/esm/icons/IconPuzzle.mjs';
import { icon } from '../icon.tsx';

export const IconPuzzle = /* @__PURE__ */ icon(Base);
