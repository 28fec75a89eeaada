import { MENU_GROUPS, type MenuGroup } from '@classwright/rules/access/menus';
import type { MenuEntry, UserView } from '@classwright/contract/people/sign-in/calls';
import type { IconComponent } from '../plain/icon.tsx';
import {
  IconAdjustmentsHorizontal,
  IconArchive,
  IconBell,
  IconBroadcast,
  IconChartBar,
  IconClipboardList,
  IconEyeOff,
  IconGift,
  IconHelpHexagon,
  IconHome,
  IconInbox,
  IconListDetails,
  IconMailOpened,
  IconSchool,
  IconShieldLock,
  IconUsers,
} from '../plain/icons.ts';
import { type MessageKey, t } from '../../base/t.ts';

/** The groups as the server sends them, and two more into which a school's many settings are split. */
type Group = MenuGroup | 'school' | 'lists';

const groupIcons: Readonly<Record<Group, IconComponent>> = {
  home: IconHome,
  dashboards: IconChartBar,
  assessments: IconClipboardList,
  admin_settings: IconAdjustmentsHorizontal,
  school: IconUsers,
  lists: IconListDetails,
  censorship: IconEyeOff,
  student: IconSchool,
  teacher: IconUsers,
  question_bank: IconHelpHexagon,
  access_controls: IconShieldLock,
  reward_point: IconGift,
  invitations: IconMailOpened,
  requested_classes: IconInbox,
  notification: IconBell,
  archived_assessments: IconArchive,
};

const groupKeys = {
  dashboards: 'menu.dashboards',
  assessments: 'menu.assessments',
  admin_settings: 'menu.admin_settings',
  school: 'menu.school',
  lists: 'menu.lists',
  censorship: 'menu.censorship',
  student: 'menu.student',
  teacher: 'menu.teacher',
  question_bank: 'menu.question_bank',
  access_controls: 'menu.access_controls',
  reward_point: 'menu.reward_point',
  invitations: 'menu.invitations',
  requested_classes: 'menu.requested_classes',
  notification: 'menu.notification',
  archived_assessments: 'menu.archived_assessments',
} as const satisfies Record<Exclude<Group, 'home'>, MessageKey>;

export interface MenuItem {
  label: string;
  path: string;
  icon: IconComponent;
}

/** One line of the sidebar: an entry, or a group of several that opens. */
export type MenuLine = ({ kind: 'item' } & MenuItem) | { kind: 'group'; key: Group; label: string; icon: IconComponent; items: MenuItem[] };
export type MenuGroupLine = Extract<MenuLine, { kind: 'group' }>;

const isGrouped = (group: Group): boolean => group !== 'home' && group !== 'student' && group !== 'teacher';

/**
 * The settings about people and the whole school. The other built-in ones are lists. Entries added by an administrator
 * remain settings.
 */
const OF_SCHOOL = ['accounts', 'invitation-groups', 'schools', 'school-settings', 'audit', 'failed-jobs'];
const LISTS = [
  'levels',
  'standard',
  'groups',
  'protocols',
  'periods',
  'assessment-periods',
  'question-types',
  'question-grades',
  'question-subjects',
  'question-cycles',
];

const pageOf = ({ res_url }: MenuEntry): string => res_url.replace(/^\/+/, '');

/** Returns the groups as displayed, with the settings split into three. */
function shownGroups(menus: UserView['menus']): [Group, readonly MenuEntry[]][] {
  return MENU_GROUPS.flatMap((group): [Group, readonly MenuEntry[]][] => {
    const entries = menus[group] ?? [];
    if (group !== 'admin_settings') return [[group, entries]];
    const of = (pages: readonly string[]) => entries.filter((entry) => pages.includes(pageOf(entry)));
    return [
      ['school', of(OF_SCHOOL)],
      ['lists', of(LISTS)],
      ['admin_settings', entries.filter((entry) => ![...OF_SCHOOL, ...LISTS].includes(pageOf(entry)))],
    ];
  });
}

/**
 * Returns the sidebar's lines from the server's menus, in the order of the groups. A group with one entry becomes that
 * entry; the entries of Home, students and teachers are always separate.
 */
export function menuLines(menus: UserView['menus']): MenuLine[] {
  return shownGroups(menus).flatMap(([group, entries]): MenuLine[] => {
    const items = entries.map((entry) => toItem(entry, group));
    if (items.length < 2 || !isGrouped(group)) return items.map((item) => ({ kind: 'item', ...item }));
    return [{ kind: 'group', key: group, label: t(groupKeys[group as Exclude<Group, 'home'>]), icon: groupIcons[group], items }];
  });
}

function toItem(entry: MenuEntry, group: Group): MenuItem {
  const page = pageOf(entry);
  return { label: entry.name, path: `/${page}`, icon: page.endsWith('live-learning') ? IconBroadcast : groupIcons[group] };
}

/** Returns every entry, for the bar at the bottom of a phone. */
export const menuItems = (menus: UserView['menus']): MenuItem[] => menuLines(menus).flatMap((line) => (line.kind === 'item' ? [line] : line.items));

/** Checks whether the menus contain a page. */
export const hasPage = (menus: UserView['menus'], path: string): boolean => menuItems(menus).some((item) => item.path === path);

/** Checks whether a path is this page or one below it. Pages of a class are below the list of classes. */
export const isAt = (path: string, item: Pick<MenuItem, 'path'>): boolean =>
  path === item.path || path.startsWith(`${item.path}/`) || (/^\/class-[a-z]+\/\d/.test(path) && /^\/(std-)?classes$/.test(item.path));
