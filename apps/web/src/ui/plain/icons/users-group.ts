import Base from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import { icon } from '../icon.tsx';

export const IconUsersGroup = /* @__PURE__ */ icon(Base);
