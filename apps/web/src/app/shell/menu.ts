import { MENU_GROUPS, type MenuGroup } from '@classwright/rules/access/menus';
import type { MenuEntry, UserView } from '@classwright/contract/auth';
import type { IconComponent } from '../../ui/plain/icon.tsx';
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
  IconMailOpened,
  IconSchool,
  IconShieldLock,
  IconUsers,
} from '../../ui/plain/icons.ts';
import { t } from '../t.ts';

const groupIcons: Readonly<Record<MenuGroup, IconComponent>> = {
  home: IconHome,
  dashboards: IconChartBar,
  assessments: IconClipboardList,
  admin_settings: IconAdjustmentsHorizontal,
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

const pageIcons: Readonly<Record<string, IconComponent>> = { 'teacher-live-learning': IconBroadcast, 'student-live-learning': IconBroadcast };

export interface MenuItem {
  label: string;
  path: string;
  icon: IconComponent;
}

/** One line of the sidebar: an entry, or a group of several that opens. */
export type MenuLine = ({ kind: 'item' } & MenuItem) | { kind: 'group'; key: MenuGroup; label: string; icon: IconComponent; items: MenuItem[] };

const isGrouped = (group: MenuGroup): boolean => group !== 'home' && group !== 'student' && group !== 'teacher';

/**
 * The sidebar from what the server sent, in the order of the groups. A group with one entry is that entry; the entries
 * of Home, students and teachers always stand by themselves.
 */
export function menuLines(menus: UserView['menus']): MenuLine[] {
  return MENU_GROUPS.flatMap((group): MenuLine[] => {
    const items = (menus[group] ?? []).map((entry) => toItem(entry, group));
    const [only] = items;
    if (!only) return [];
    if (items.length === 1 || !isGrouped(group)) return items.map((item) => ({ kind: 'item', ...item }));
    return [{ kind: 'group', key: group, label: t(`menu.${group as Exclude<MenuGroup, 'home'>}`), icon: groupIcons[group], items }];
  });
}

function toItem({ name, res_url }: MenuEntry, group: MenuGroup): MenuItem {
  const page = res_url.replace(/^\/+/, '');
  return { label: name, path: `/${page}`, icon: pageIcons[page] ?? groupIcons[group] };
}

/** Every entry, for the bar at the bottom of a phone. */
export const menuItems = (menus: UserView['menus']): MenuItem[] => menuLines(menus).flatMap((line) => (line.kind === 'item' ? [line] : line.items));

/** Whether the menus hold a page. */
export const hasPage = (menus: UserView['menus'], path: string): boolean => menuItems(menus).some((item) => item.path === path);

/** Whether a path is this page or one below it. */
export const isAt = (path: string, item: Pick<MenuItem, 'path'>): boolean => path === item.path || path.startsWith(`${item.path}/`);
