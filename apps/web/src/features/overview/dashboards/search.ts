import { parseDescending, parseId, parsePage, parseText, searchParser, type RawSearch } from '../../../base/search.ts';

const parsers = {
  /** The dashboard of the page of all. */
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
/** With the filters, which the definitions name. */
type FilteredSearch = DashboardsSearch & { readonly [filter: string]: string | number | undefined };

const MOST_FILTERS = 20;

/** What an address says of a dashboard: what is open, and every other word as a filter, which the definition may know. */
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
