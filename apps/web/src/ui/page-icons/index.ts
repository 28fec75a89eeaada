import { type IconComponent, icon } from '../plain/icon.tsx';
import {
  IconArchive,
  IconArrowsRightLeft,
  IconBell,
  IconBroadcast,
  IconBuildingStore,
  IconCalendar,
  IconChartBar,
  IconClipboardList,
  IconEyeOff,
  IconFolder,
  IconGift,
  IconHelpHexagon,
  IconHome,
  IconInbox,
  IconMail,
  IconListDetails,
  IconMailOpened,
  IconReload,
  IconSchool,
  IconSettings,
  IconShieldLock,
  IconUsers,
} from '../plain/icons.ts';
import { IconFilePencil, IconHistory, IconKey, IconStar, IconTags, IconWorld } from '../feature-icons/icons.ts';

/** Icons that only pages use, as in `ui/plain/icons.ts`. */
const IconAbc = /* @__PURE__ */ icon('abc');
const IconAddressBook = /* @__PURE__ */ icon('address-book');
const IconAtom = /* @__PURE__ */ icon('atom');
const IconBolt = /* @__PURE__ */ icon('bolt');
const IconBuilding = /* @__PURE__ */ icon('building');
const IconCalendarTime = /* @__PURE__ */ icon('calendar-time');
const IconCalendarWeek = /* @__PURE__ */ icon('calendar-week');
const IconCategory = /* @__PURE__ */ icon('category');
const IconCertificate = /* @__PURE__ */ icon('certificate');
const IconChartDonut2 = /* @__PURE__ */ icon('chart-donut-2');
const IconChartDots = /* @__PURE__ */ icon('chart-dots');
const IconChartPie = /* @__PURE__ */ icon('chart-pie');
const IconChecklist = /* @__PURE__ */ icon('checklist');
const IconClipboardCheck = /* @__PURE__ */ icon('clipboard-check');
const IconDatabase = /* @__PURE__ */ icon('database');
const IconDeviceAnalytics = /* @__PURE__ */ icon('device-analytics');
const IconFileSearch = /* @__PURE__ */ icon('file-search');
const IconFileSpreadsheet = /* @__PURE__ */ icon('file-spreadsheet');
const IconHierarchy = /* @__PURE__ */ icon('hierarchy');
const IconListTree = /* @__PURE__ */ icon('list-tree');
const IconMap2 = /* @__PURE__ */ icon('map-2');
const IconMessageOff = /* @__PURE__ */ icon('message-off');
const IconPuzzle = /* @__PURE__ */ icon('puzzle');
const IconRoute = /* @__PURE__ */ icon('route');
const IconStairs = /* @__PURE__ */ icon('stairs');
const IconTarget = /* @__PURE__ */ icon('target');
const IconUserCheck = /* @__PURE__ */ icon('user-check');
const IconUserCog = /* @__PURE__ */ icon('user-cog');
const IconUsersGroup = /* @__PURE__ */ icon('users-group');
const IconZoomQuestion = /* @__PURE__ */ icon('zoom-question');

/** An icon for every page that a menu can contain, loaded after the first paint. Add a line here for a new page. */
export const pageIcons: Readonly<Record<string, IconComponent>> = {
  '/home': IconHome,
  '/assessments': IconClipboardList,
  '/std-classwork': IconMap2,
  '/std-gradebook': IconChecklist,
  '/topics': IconListTree,
  '/archived-assessments': IconArchive,
  '/dashboard': IconChartBar,
  '/student-dashboard': IconChartPie,
  '/assignment-dashboard': IconClipboardCheck,
  '/live-instructions-dashboard': IconDeviceAnalytics,
  '/grade-book-dashboard': IconChartDonut2,
  '/attendance-dashboard': IconUserCheck,
  '/question-dashboard': IconZoomQuestion,
  '/teacher-live-learning': IconBroadcast,
  '/student-live-learning': IconBroadcast,
  '/classes': IconSchool,
  '/std-classes': IconSchool,
  '/students': IconAddressBook,
  '/accounts': IconUsers,
  '/invitation-groups': IconMailOpened,
  '/invitations': IconMail,
  '/requested-classes': IconInbox,
  '/notifications': IconBell,
  '/schools': IconBuilding,
  '/school-settings': IconSettings,
  '/audit': IconHistory,
  '/rosters': IconFileSpreadsheet,
  '/failed-jobs': IconReload,
  '/sync': IconArrowsRightLeft,
  '/oneroster': IconKey,
  '/levels': IconStairs,
  '/standard': IconTarget,
  '/groups': IconUsersGroup,
  '/protocols': IconRoute,
  '/periods': IconCalendarWeek,
  '/assessment-periods': IconCalendarTime,
  '/question-types': IconPuzzle,
  '/question-grades': IconCertificate,
  '/question-subjects': IconAtom,
  '/question-cycles': IconTags,
  '/questions': IconHelpHexagon,
  '/all-questions': IconWorld,
  '/draft-questions': IconFilePencil,
  '/item-analysis': IconChartDots,
  '/files': IconFolder,
  '/reward-point': IconStar,
  '/store': IconBuildingStore,
  '/store-items': IconGift,
  '/store-purchases': IconListDetails,
  '/calendar': IconCalendar,
  '/roles': IconUserCog,
  '/actions': IconBolt,
  '/policy': IconShieldLock,
  '/resources': IconDatabase,
  '/resource-policy': IconHierarchy,
  '/account-roles': IconCategory,
  '/policy-explorer': IconFileSearch,
  '/censorship-level': IconMessageOff,
  '/censorship-word-list': IconAbc,
  '/censored-texts': IconEyeOff,
};
