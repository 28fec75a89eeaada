import { parseDescending, parseId, parsePage, parseText, searchParser, type RawSearch } from '../../../base/search.ts';

const parsers = {
  /** The dashboard on the page of all. */
  tab: parseText,
  /** The figure whose rows are open. */
  figure: parseText,
  page: parsePage,
  sort: parseText,
  direction: parseDescending,
  /** The student whose days are open. */
  details: parseId,
};
const parsePlace = searchParser(parsers);

export type DashboardsSearch = ReturnType<typeof parsePlace>;
/** The parameters including the filters, which the definitions name. */
type FilteredSearch = DashboardsSearch & { readonly [filter: string]: string | number | undefined };

const MOST_FILTERS = 20;

/**
 * Parses the address of a dashboard: the open parts, and every other parameter as a filter that the definition may
 * know.
 */
export function parseDashboardsSearch(raw: RawSearch): FilteredSearch {
  const filters = Object.entries(raw)
    .filter(([name]) => !(name in parsers))
    .slice(0, MOST_FILTERS)
    .flatMap(([name, value]): [string, string][] => {
      const text = parseText(value);
      return text === undefined ? [] : [[name, text]];
    });
  return { ...Object.fromEntries(filters), ...parsePlace(raw) };
}
