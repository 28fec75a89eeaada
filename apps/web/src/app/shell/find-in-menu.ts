import type { MenuItem, MenuLine } from '../../ui/page-menu/menu.ts';

export interface FoundEntry extends MenuItem {
  /** The group that contains it, if the group has several entries. */
  group: string | null;
  /** More detail next to the name: an email address, a section. */
  detail?: string;
  /** The search parameters of its page. */
  search?: Readonly<Record<string, string | number>>;
}

/** Removes accents and capitals, so that "niveles" finds "Nivelés". */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/**
 * Returns the entries of a menu that have every word of a text in their name or in the name of their group; all of them
 * without a text. Names that begin with the text come first, otherwise the order is the menu's.
 */
export function findInMenu(lines: readonly MenuLine[], text: string): FoundEntry[] {
  const entries = lines.flatMap((line): FoundEntry[] =>
    line.kind === 'item' ? [{ ...line, group: null }] : line.items.map((item) => ({ ...item, group: line.label })),
  );
  const sought = plain(text).trim();
  const words = sought.split(/\s+/);
  const found = entries.filter(({ label, group }) => {
    const name = plain(`${label} ${group ?? ''}`);
    return words.every((word) => name.includes(word));
  });
  const begins = ({ label }: FoundEntry): number => (plain(label).startsWith(sought) ? 0 : 1);
  return found.sort((one, other) => begins(one) - begins(other));
}
