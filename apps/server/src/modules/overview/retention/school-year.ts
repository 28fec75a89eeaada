import { TERMS, type Term, type Terms } from '@classwright/contract';

/** A marking period of a school. Both days belong to it. */
export interface Period {
  start: string;
  end: string;
}

/** The month and day on which a school year ends where the school's calendar does not say. */
const USUAL_END = '06-30';
/** A gap that is longer separates two school years: vacations within a year are shorter. */
const LONGEST_BREAK_DAYS = 45;
/** Periods that cover fewer days are no whole year yet, and periods without a gap for more are several years. */
const [SHORTEST_YEAR_DAYS, LONGEST_YEAR_DAYS] = [200, 400];

const DAY_MS = 86_400_000;
const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const addDays = (day: string, days: number): string => new Date(toMs(day) + days * DAY_MS).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number => (toMs(to) - toMs(from)) / DAY_MS;

/** Returns the same day of another year; March 1 for a February 29 that the year does not have. */
export function addYears(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, date)).toISOString().slice(0, 10);
}

/** Returns the last days of the school years that the school's calendar shows, the first one first. */
export function listYearEnds(periods: readonly Period[]): string[] {
  const years: { start: string; end: string }[] = [];
  for (const { start, end } of periods.toSorted((one, other) => one.start.localeCompare(other.start))) {
    const year = years.at(-1);
    if (year && daysBetween(year.end, start) <= LONGEST_BREAK_DAYS) year.end = year.end > end ? year.end : end;
    else years.push({ start, end });
  }
  return years.filter(({ start, end }) => daysBetween(start, end) >= SHORTEST_YEAR_DAYS && daysBetween(start, end) <= LONGEST_YEAR_DAYS).map(({ end }) => end);
}

/** Returns the last day of the school year in which a day lies: that of the calendar, else the next June 30. */
export function findYearEnd(day: string, ends: readonly string[]): string {
  const known = ends.find((end) => end >= day);
  if (known !== undefined && daysBetween(day, known) <= 366) return known;
  const usual = `${day.slice(0, 4)}-${USUAL_END}`;
  return usual >= day ? usual : addYears(usual, 1);
}

/** Returns the day before which rows of a term are due: those that were made, or whose person left, on an earlier day. */
export function findDueDay(term: Term, terms: Terms, today: string, ends: readonly string[]): string {
  const { after, unit } = TERMS[term];
  const amount = terms[term];
  if (unit === 'days') return addDays(today, -amount);
  const latest = addYears(today, -amount);
  if (after !== 'school-year') return latest;
  let day = addDays(latest, -1);
  while (addYears(findYearEnd(day, ends), amount) >= today) day = addDays(day, -1);
  return addDays(day, 1);
}
