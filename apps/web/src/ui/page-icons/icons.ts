import { icon } from '../plain/icon.tsx';

/** Icons of pages alone, as in `ui/plain/icons.ts`. */
export const IconAbc = /* @__PURE__ */ icon('abc');
export const IconAddressBook = /* @__PURE__ */ icon('address-book');
export const IconAtom = /* @__PURE__ */ icon('atom');
export const IconBolt = /* @__PURE__ */ icon('bolt');
export const IconBuilding = /* @__PURE__ */ icon('building');
export const IconCalendarTime = /* @__PURE__ */ icon('calendar-time');
export const IconCalendarWeek = /* @__PURE__ */ icon('calendar-week');
export const IconCategory = /* @__PURE__ */ icon('category');
export const IconCertificate = /* @__PURE__ */ icon('certificate');
export const IconChartDots = /* @__PURE__ */ icon('chart-dots');
export const IconChecklist = /* @__PURE__ */ icon('checklist');
export const IconDatabase = /* @__PURE__ */ icon('database');
export const IconFileSearch = /* @__PURE__ */ icon('file-search');
export const IconHierarchy = /* @__PURE__ */ icon('hierarchy');
export const IconListTree = /* @__PURE__ */ icon('list-tree');
export const IconMap2 = /* @__PURE__ */ icon('map-2');
export const IconMessageOff = /* @__PURE__ */ icon('message-off');
export const IconPuzzle = /* @__PURE__ */ icon('puzzle');
export const IconRoute = /* @__PURE__ */ icon('route');
export const IconStairs = /* @__PURE__ */ icon('stairs');
export const IconTarget = /* @__PURE__ */ icon('target');
export const IconUserCog = /* @__PURE__ */ icon('user-cog');
export const IconUsersGroup = /* @__PURE__ */ icon('users-group');
