import type { MenuItem } from '../../ui/page-menu/menu.ts';

/** Returns the entries for the bar of a phone: what is opened often, in that order, then the others in the order of the menu. */
export function barItems(items: readonly MenuItem[], oftenPaths: readonly string[], places: number): MenuItem[] {
  const often = oftenPaths.flatMap((path) => items.find((item) => item.path === path) ?? []);
  return [...often, ...items.filter(({ path }) => !oftenPaths.includes(path))].slice(0, places);
}
