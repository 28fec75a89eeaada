import { atMidnight, dateAt, mondayOf } from './weeks.ts';
import type { Definitions } from './definitions.ts';

const DAY_MS = 86_400_000;
/** The maximum length of a school year. Longer ranges come from old periods that nobody has archived. */
const LONGEST_YEAR_DAYS = 400;

/** A range of days, both ends included. */
export interface Span {
  from: string;
  to: string;
}
export type NamedSpan = Span & { name: 'week' | 'month' | 'year' | { period: string } };

/** Returns common periods as of today: this week and month, the current marking periods, and the school year. */
export function spansOf({ today, periods }: Pick<Definitions, 'today' | 'periods'>): NamedSpan[] {
  const monday = mondayOf(today);
  const [year = '', month = ''] = today.split('-');
  const monthEnd = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
  const now = periods.filter(({ from, to }) => from <= today && today <= to);
  return [
    { name: 'week', from: monday, to: dateAt(atMidnight(monday) + 6 * DAY_MS) },
    { name: 'month', from: `${year}-${month}-01`, to: monthEnd },
    ...now.map(({ name, from, to }): NamedSpan => ({ name: { period: name }, from, to })),
    { name: 'year', ...yearOf({ today, periods }) },
  ];
}

/**
 * Returns the range from the first day of the marking periods to the last; without any, or if they cover more than one
 * year, the calendar year.
 */
function yearOf({ today, periods }: Pick<Definitions, 'today' | 'periods'>): Span {
  const from = periods.map((period) => period.from).sort()[0];
  const to = periods
    .map((period) => period.to)
    .sort()
    .at(-1);
  const isYear = from !== undefined && to !== undefined && from <= today && today <= to && atMidnight(to) - atMidnight(from) <= LONGEST_YEAR_DAYS * DAY_MS;
  return isYear ? { from, to } : { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
}
