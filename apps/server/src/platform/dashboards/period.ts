import type { DashboardDeclaration } from '@classwright/contract';
import type { DashboardScope } from './sources.ts';

const DAY_MS = 86_400_000;
const toMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const toDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const plusDays = (date: string, days: number): string => toDate(toMs(date) + days * DAY_MS);
const daysBetween = (from: string, to: string): number => (toMs(to) - toMs(from)) / DAY_MS;

/** A range of days, both ends included. */
export interface Span {
  from: string;
  to: string;
}
/** The caller's current day, and the marking periods of their school. */
export interface SchoolCalendar {
  today: string;
  periods: readonly Span[];
}

/**
 * Returns the period that a period is compared with: a month with the month before, a marking period with the one before,
 * anything else with as many days that ended the day before it began. A period that has not ended is compared up to the
 * same day of the one before.
 */
export function spanBefore({ from, to }: Span, { today, periods }: SchoolCalendar): Span {
  const before = wholeBefore({ from, to }, periods);
  if (today < from || today >= to) return before;
  const sameDay = plusDays(before.from, daysBetween(from, today));
  return { from: before.from, to: sameDay < before.to ? sameDay : before.to };
}

function wholeBefore({ from, to }: Span, periods: readonly Span[]): Span {
  const dayBefore = plusDays(from, -1);
  if (from.endsWith('-01') && plusDays(to, 1).endsWith('-01') && from.slice(0, 7) === to.slice(0, 7))
    return { from: `${dayBefore.slice(0, 7)}-01`, to: dayBefore };
  const earlier = periods.some((period) => period.from === from && period.to === to) ? periods.filter((period) => period.to < from) : [];
  const nearest = earlier.toSorted((left, right) => (left.to < right.to ? 1 : -1))[0];
  return nearest ? { from: nearest.from, to: nearest.to } : { from: plusDays(dayBefore, -daysBetween(from, to)), to: dayBefore };
}

/**
 * Returns true when two periods, the first up to today, have the same number of days from Monday to Friday. Counts are
 * compared only then.
 */
export function hasEqualSchoolDays({ from, to }: Span, before: Span, today: string): boolean {
  const until = from <= today && today < to ? today : to;
  return countWeekdays({ from, to: until }) === countWeekdays(before);
}

function countWeekdays({ from, to }: Span): number {
  const days = daysBetween(from, to) + 1;
  const firstDay = new Date(toMs(from)).getUTCDay();
  const rest = Array.from({ length: days % 7 }, (_, index) => (firstDay + index) % 7).filter((day) => day !== 0 && day !== 6);
  return Math.floor(days / 7) * 5 + rest.length;
}

/**
 * Returns the scope for the period before, and whether counts can be compared. Null when the scope has no complete
 * period.
 */
export function toPreviousScope<D extends DashboardDeclaration>(
  { period }: D,
  scope: DashboardScope<D>,
  calendar: SchoolCalendar,
): { scope: DashboardScope<D>; span: Span; isEven: boolean } | null {
  if (!period) return null;
  const [first, last] = period;
  const [from, to] = [scope.filters[first], scope.filters[last]] as (string | null)[];
  if (!from || !to) return null;
  const span = spanBefore({ from, to }, calendar);
  return {
    scope: { ...scope, filters: { ...scope.filters, [first]: span.from, [last]: span.to } },
    span,
    isEven: hasEqualSchoolDays({ from, to }, span, calendar.today),
  };
}
