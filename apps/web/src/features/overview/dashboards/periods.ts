import { atMidnight, dateAt, mondayOf } from './weeks.ts';
import type { Definitions } from './definitions.ts';

const DAY_MS = 86_400_000;
/** What is longer is no year of a school, but periods that nobody has put away. */
const LONGEST_YEAR_DAYS = 400;

/** From which day to which, both ends included. */
export interface Span {
  from: string;
  to: string;
}
export type NamedSpan = Span & { name: 'week' | 'month' | 'year' | { period: string } };

/** Periods that are often asked for, as today has them: this week and month, the marking periods of today, and the year of the school. */
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

/** From the first day of the marking periods to the last; without any, or where they are of more than one year, the calendar's. */
function yearOf({ today, periods }: Pick<Definitions, 'today' | 'periods'>): Span {
  const from = periods.map((period) => period.from).sort()[0];
  const to = periods
    .map((period) => period.to)
    .sort()
    .at(-1);
  const isYear = from !== undefined && to !== undefined && from <= today && today <= to && atMidnight(to) - atMidnight(from) <= LONGEST_YEAR_DAYS * DAY_MS;
  return isYear ? { from, to } : { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
}
