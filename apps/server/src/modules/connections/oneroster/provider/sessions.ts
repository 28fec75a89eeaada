/** A marking period of the school, as in its list. Days are YYYY-MM-DD. */
export interface Period {
  id: number;
  name: string;
  start: string;
  end: string;
  modified: string;
}

/** A term, or a grading period of one, in the standard's form. */
export interface Session {
  sourcedId: string;
  title: string;
  type: 'term' | 'gradingPeriod';
  startDate: string;
  endDate: string;
  /** The sourcedId of its term; null for a term. */
  parent: string | null;
  /** The year in which the school year ends. */
  year: number;
  modified: string;
}

/** Returns the year in which the school year of a day ends: a school year begins in July or later. */
const yearOf = (day: string): number => Number(day.slice(0, 4)) + (Number(day.slice(5, 7)) >= 7 ? 1 : 0);

/**
 * Builds one term for each school year, from the first day of its first marking period to the last day of its last one,
 * with the marking periods as grading periods. A school without marking periods gets the school year of `today`, with
 * one grading period of the same length.
 */
export function toSessions(periods: readonly Period[], { today, title }: { today: string; title: (year: number) => string }): Session[] {
  const byYear = Map.groupBy(periods, ({ start }) => yearOf(start));
  if (byYear.size === 0) return wholeYear(yearOf(today), title);
  return [...byYear]
    .sort(([a], [b]) => a - b)
    .flatMap(([year, own]) => {
      const term: Session = {
        sourcedId: `term-${year}`,
        title: title(year),
        type: 'term',
        startDate: own.map(({ start }) => start).reduce((a, b) => (a < b ? a : b)),
        endDate: own.map(({ end }) => end).reduce((a, b) => (a > b ? a : b)),
        parent: null,
        year,
        modified: own.map(({ modified }) => modified).reduce((a, b) => (a > b ? a : b)),
      };
      const grading = own.map(
        ({ id, name, start, end, modified }): Session => ({
          ...{ sourcedId: `gradingPeriod-${id}`, title: name, type: 'gradingPeriod', startDate: start, endDate: end, parent: term.sourcedId, year, modified },
        }),
      );
      return [term, ...grading];
    });
}

function wholeYear(year: number, title: (year: number) => string): Session[] {
  const shared = { title: title(year), startDate: `${year - 1}-07-01`, endDate: `${year}-06-30`, year, modified: `${year - 1}-07-01T00:00:00.000Z` };
  const term = `term-${year}`;
  return [
    { ...shared, sourcedId: term, type: 'term', parent: null },
    { ...shared, sourcedId: `gradingPeriod-year-${year}`, type: 'gradingPeriod', parent: term },
  ];
}
