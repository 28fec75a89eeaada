import { toRight } from './rights.ts';

/** The groups of the sidebar, in its order. */
export const MENU_GROUPS = [
  'home',
  'dashboards',
  'assessments',
  'admin_settings',
  'censorship',
  'student',
  'teacher',
  'question_bank',
  'access_controls',
  'reward_point',
  'invitations',
  'requested_classes',
  'notification',
  'archived_assessments',
] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

export interface MenuEntry {
  name: string;
  res_url: string;
}

/** A resource with the fields that menus need. */
export interface MenuResource {
  key: string | null;
  name: string;
  res_url: string;
  /** The menu group. Null, or a group that the sidebar does not know: in no menu. */
  menu_group: string | null;
  menu_order: number;
}

/**
 * Returns the menus for these rights: in each group the resources with the right `view`, by `menu_order` and then by
 * name. Every group is included, even an empty one. A resource without an address is in no menu, since an entry must
 * lead somewhere.
 */
export function computeMenus(resources: readonly MenuResource[], rights: ReadonlySet<string>): Record<MenuGroup, MenuEntry[]> {
  const shown = resources
    .filter(({ key, res_url }) => key !== null && res_url !== '' && rights.has(toRight(key, 'view')))
    .sort((left, right) => left.menu_order - right.menu_order || compareText(left.name, right.name));
  const entries = MENU_GROUPS.map((group) => [group, shown.filter(({ menu_group }) => menu_group === group).map(({ name, res_url }) => ({ name, res_url }))]);
  return Object.fromEntries(entries) as Record<MenuGroup, MenuEntry[]>;
}

/** Compares by code unit, which gives the same order on every machine and in every language. */
function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
