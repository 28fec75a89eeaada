import type { IconComponent } from '../../ui/plain/icon.tsx';
import type { Section } from './sections.ts';

export interface FoundEntry {
  label: string;
  path: string;
  icon: IconComponent;
  /** The section that contains it, unless it has the same name; of other things their kind. */
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
 * Returns the pages of the sections that have every word of a text in their name or in the name of their section; all of
 * them without a text. Names that begin with the text come first, otherwise the order is the menu's.
 */
export function findInMenu(sections: readonly Section[], text: string): FoundEntry[] {
  const entries = sections.flatMap(({ label: section, icon, pages }): FoundEntry[] =>
    pages.flatMap((page) => [page, ...page.tabs]).map(({ label, path }) => ({ label, path, icon, group: label === section ? null : section })),
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
