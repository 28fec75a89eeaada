import type { UserView } from '@classwright/contract/people/sign-in/calls';
import type { MenuGroup } from '@classwright/rules/access/menus';
import { configStore } from '../../base/config.ts';
import { t } from '../../base/t.ts';
import { useStore } from '../../base/use-store.ts';
import { isStudent, useUser } from '../../base/use-user.ts';
import type { IconComponent } from '../../ui/plain/icon.tsx';
import { IconBroadcast, IconChartBar, IconHome, IconSchool, IconSettings, IconShieldLock, IconUsers } from '../../ui/plain/icons.ts';
import { isAt, type MenuItem, menuItems } from '../../ui/page-menu/menu.ts';

/**
 * The sections of the menu: each with its built-in pages in the order in which they are shown, and the groups whose other
 * entries follow them. A new page is one more word here. Entries of a group that is in no section are in School.
 */
export const SECTIONS = [
  { key: 'home', icon: IconHome, pages: ['home', 'my-children', 'calendar', 'my-notifications'], groups: ['home'] },
  {
    key: 'classes',
    icon: IconSchool,
    pages: [
      ...['classes', 'std-classes', 'class-classwork', 'std-classwork', 'class-gradebook', 'std-gradebook'],
      ...['notifications', 'topics', 'invitations', 'requested-classes'],
    ],
    groups: ['student', 'teacher', 'invitations', 'requested_classes', 'notification'],
  },
  {
    key: 'lessons',
    icon: IconBroadcast,
    pages: [
      ...['teacher-live-learning', 'student-live-learning', 'assessments', 'questions', 'all-questions', 'draft-questions', 'files'],
      'archived-assessments',
    ],
    groups: ['assessments', 'question_bank', 'archived_assessments'],
  },
  {
    key: 'insight',
    icon: IconChartBar,
    pages: [
      ...['dashboard', 'attention', 'ideas', 'student-dashboard', 'assignment-dashboard', 'live-instructions-dashboard', 'grade-book-dashboard'],
      ...['attendance-dashboard', 'question-dashboard'],
    ],
    groups: ['dashboards'],
  },
  { key: 'people', icon: IconUsers, pages: ['accounts', 'students', 'groups', 'invitation-groups'], groups: [] },
  {
    key: 'school',
    icon: IconSettings,
    pages: [
      ...['school-settings', 'retention', 'data-requests', 'incidents', 'schools', 'periods', 'assessment-periods', 'levels', 'standard', 'protocols'],
      ...['question-subjects', 'question-types', 'question-grades', 'question-cycles'],
      ...['reward-point', 'store', 'store-items', 'store-purchases', 'censored-texts', 'censorship-word-list', 'censorship-level'],
    ],
    groups: ['admin_settings', 'reward_point', 'censorship'],
  },
  {
    key: 'connections',
    icon: IconShieldLock,
    pages: [
      ...['sync', 'rosters', 'oneroster', 'roles', 'account-roles', 'policy', 'resources', 'resource-policy', 'actions'],
      ...['policy-explorer', 'audit', 'record-readings', 'failed-jobs', 'system', 'all-schools'],
    ],
    groups: ['access_controls'],
  },
] as const satisfies readonly { key: string; icon: IconComponent; pages: readonly string[]; groups: readonly MenuGroup[] }[];

export type SectionKey = (typeof SECTIONS)[number]['key'];
export type Role = 'student' | 'teacher' | 'administrator';

/** The sections whose pages a role finds in another section, since few of them are left. */
const WITHIN: Readonly<Record<Role, Partial<Record<SectionKey, SectionKey>>>> = {
  student: { insight: 'classes', people: 'classes', school: 'home', connections: 'home' },
  teacher: { people: 'classes', connections: 'school' },
  administrator: {},
};

/** The page whose tabs are the other dashboards. A person who has it finds only it in the menu. */
const DASHBOARDS = '/dashboard';
const isDashboard = ({ path }: { path: string }): boolean => path.endsWith('-dashboard');

/** Pages without an entry of their own, by the page whose entry is the current one. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  '/sync': ['/sync-run'],
  '/rosters': ['/oneroster'],
  '/assessments': ['/live-snapshot', '/work-products'],
  '/classes': ['/class-details', '/class-people', '/class-attention', '/class-extra-time'],
  '/std-classes': ['/class-details', '/class-classwork', '/class-people', '/class-gradebook'],
};

type Facts = { rights: readonly string[]; hasClassroom: boolean };

/** The page where a thing that is not set up is set up. Administrators keep it. */
const SET_UP_AT: readonly string[] = ['store-items'];

/** Pages that no menu of the server names, with the people who have them. */
const ADDED = [
  { page: 'my-notifications', isFor: () => true },
  { page: 'attention', isFor: ({ rights }) => rights.includes('live-lessons:run') },
  { page: 'ideas', isFor: ({ rights }) => rights.includes('ideas:view') },
  { page: 'class-classwork', isFor: ({ rights }) => rights.includes('classes:view') && rights.includes('classwork:view') },
  { page: 'class-gradebook', isFor: ({ rights }) => rights.includes('classes:view') && rights.includes('grade-settings:view') },
  { page: 'sync', isFor: ({ rights, hasClassroom }) => !hasClassroom && rights.includes('school-settings:edit') },
] as const satisfies readonly { page: string; isFor: (facts: Facts) => boolean }[];

export interface SectionPage {
  label: string;
  path: string;
  /** The pages that are tabs of it. */
  tabs: readonly { label: string; path: string }[];
}

export interface Section {
  key: SectionKey;
  label: string;
  icon: IconComponent;
  pages: readonly SectionPage[];
}

/** Returns how the menu treats a person: by type a student, by right an administrator, otherwise a teacher. */
export const roleOf = (user: UserView): Role => (isStudent(user) ? 'student' : user.rights.includes('accounts:view') ? 'administrator' : 'teacher');

/** Returns the section of a page. `group` is the group in which the server sent it; null for a page of no menu. */
export function sectionOf(path: string, group: MenuGroup | null): SectionKey {
  const page = path.slice(1);
  const has = (list: readonly string[], one: string | null): boolean => one !== null && list.includes(one);
  return (SECTIONS.find(({ pages }) => has(pages, page)) ?? SECTIONS.find(({ groups }) => has(groups, group)))?.key ?? 'school';
}

/** Returns the sections in which a person has pages, in their order. */
export function listSections(user: UserView, hasClassroom: boolean): Section[] {
  const within = WITHIN[roleOf(user)];
  const added = ADDED.filter(({ isFor }) => isFor({ rights: user.rights, hasClassroom }));
  const keepsSetUp = roleOf(user) === 'administrator';
  const isUnused = (page: string): boolean => user.unused_pages?.includes(page) === true && !(keepsSetUp && SET_UP_AT.includes(page));
  const items = [
    ...menuItems(user.menus)
      .filter(({ path }) => !isUnused(path.slice(1)))
      .map((item) => ({ ...item, label: labelOf(item) })),
    ...added.map(({ page }) => ({ label: t(`menu.added.${page}`), path: `/${page}`, group: null })),
  ].map((item) => ({ ...item, section: sectionOf(item.path, item.group) }));
  const hasTabs = items.some(({ path }) => path === DASHBOARDS);
  return SECTIONS.flatMap(({ key, icon }): Section[] => {
    const pages = SECTIONS.filter((one) => (within[one.key] ?? one.key) === key).flatMap((one) => {
      const order = (path: string): number => (one.pages as readonly string[]).indexOf(path.slice(1)) + 1 || Infinity;
      return items.filter((item) => item.section === one.key && !(hasTabs && isDashboard(item))).sort((a, b) => compare(order(a.path), order(b.path)));
    });
    if (pages.length === 0) return [];
    const tabsOf = (page: string) => (page === DASHBOARDS ? items.filter(isDashboard).map(({ label, path }) => ({ label, path })) : []);
    return [{ key, icon, label: t(`menu.section.${key}`), pages: pages.map(({ label, path }) => ({ label, path, tabs: tabsOf(path) })) }];
  });
}

/** Infinity minus Infinity is no number. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);

/** Returns the label of an entry: the server's, unless a built-in page has a clearer one in its section. */
function labelOf({ path, label }: MenuItem): string {
  if (path === '/notifications' && label === t('menu.page.notifications')) return t('menu.announcements');
  if (path === '/dashboard' && label === t('menu.page.dashboard')) return t('menu.dashboards');
  return label;
}

/** Returns the sections of the signed-in person. */
export function useSections(): Section[] {
  const user = useUser();
  return listSections(user, useStore(configStore)?.classroom === true);
}

/** The section and the page of a path, as far as the menu has them. */
export interface Place {
  section: SectionKey | null;
  page: string | null;
}

/** Returns the place of a path in the menu: the page with this address, otherwise the one that it is below. */
export function placeOf(sections: readonly Section[], pathname: string): Place {
  const find = (isHere: (page: SectionPage) => boolean): Place | null => {
    for (const { key, pages } of sections) {
      const page = pages.find(isHere);
      if (page) return { section: key, page: page.path };
    }
    return null;
  };
  return (
    find((page) => isAt(pathname, page) || page.tabs.some((tab) => isAt(pathname, tab))) ??
    find((page) => (BELOW[page.path] ?? []).some((path) => isAt(pathname, { path }))) ?? { section: null, page: null }
  );
}
