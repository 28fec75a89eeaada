import type { MenuItem, MenuLine } from '../../ui/page-menu/menu.ts';

export interface FoundEntry extends MenuItem {
  /** The group that it stands in, where it is one of several. */
  group: string | null;
  /** Beside the name: an e-mail address, a section. */
  detail?: string;
  /** What its page is opened with. */
  search?: Readonly<Record<string, string | number>>;
}

/** Without accents and capitals, so that "niveles" finds "Nivelés". */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/**
 * The entries of a menu that have every word of a text in their name or in the name of their group; all of
 * them without a text. Names that begin with the text come first, else the order is the menu's.
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
