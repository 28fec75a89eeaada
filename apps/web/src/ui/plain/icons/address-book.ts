import Base from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs';
import { icon } from '../icon.tsx';

export const IconAddressBook = /* @__PURE__ */ icon(Base);
