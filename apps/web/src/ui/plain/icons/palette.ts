import Base from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs';
import { icon } from '../icon.tsx';

export const IconPalette = /* @__PURE__ */ icon(Base);
