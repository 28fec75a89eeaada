import { MENU_GROUPS, type MenuGroup } from '@classwright/rules/access/menus';
import type { MenuEntry, UserView } from '@classwright/contract/people/sign-in/calls';

/** A page of a menu, with the group in which the server sent it. */
export interface MenuItem {
  label: string;
  path: string;
  group: MenuGroup;
}

const pageOf = ({ res_url }: MenuEntry): string => res_url.replace(/^\/+/, '');

/** Returns every entry of the server's menus, in the order of the groups. Each entry links to `/{res_url}`. */
export const menuItems = (menus: UserView['menus']): MenuItem[] =>
  MENU_GROUPS.flatMap((group) => (menus[group] ?? []).map((entry): MenuItem => ({ label: entry.name, path: `/${pageOf(entry)}`, group })));

/** Checks whether the menus contain a page. */
export const hasPage = (menus: UserView['menus'], path: string): boolean => menuItems(menus).some((item) => item.path === path);

/** Checks whether a path is this page or one below it. */
export const isAt = (path: string, item: Pick<MenuItem, 'path'>): boolean => path === item.path || path.startsWith(`${item.path}/`);
