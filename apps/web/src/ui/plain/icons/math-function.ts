import Base from '@tabler/icons-react/dist/esm/icons/IconMathFunction.mjs';
import { icon } from '../icon.tsx';

export const IconMathFunction = /* @__PURE__ */ icon(Base);
