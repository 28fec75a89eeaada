import { shortDayOn } from '../../../base/special-dates.ts';
import type { LinePoint } from '../../../ui/charts/Line.tsx';

const DAY_MS = 86_400_000;
const MOST_WEEKS = 520;
export const atMidnight = (date: string): number => Date.parse(`${date}T00:00:00Z`);
export const dateAt = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** Returns the date some days after another. */
export const afterDays = (date: string, days: number): string => dateAt(atMidnight(date) + days * DAY_MS);

/** Returns the Monday of a date's week. */
export function mondayOf(date: string): string {
  const day = atMidnight(date);
  return dateAt(day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS);
}

/** Returns one point for each week from the first to the last, null for a missing one. */
export function toWeeks(shares: ReadonlyMap<string, number | null>): LinePoint[] {
  const known = [...shares.keys()].sort();
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return [];
  const points: LinePoint[] = [];
  for (let at = atMidnight(first); at <= atMidnight(last) && points.length < MOST_WEEKS; at += 7 * DAY_MS) {
    const week = dateAt(at);
    points.push({ key: week, label: shortDayOn(week), value: shares.get(week) ?? null });
  }
  return points;
}

/** Returns the share of lessons joined in each week, in whole percent. */
export function sharesOfWeeks(days: readonly { date: string; lessons: number; logged_in: number }[]): Map<string, number> {
  const weeks = new Map<string, { lessons: number; joined: number }>();
  for (const { date, lessons, logged_in } of days) {
    const week = mondayOf(date);
    const sum = weeks.get(week) ?? { lessons: 0, joined: 0 };
    weeks.set(week, { lessons: sum.lessons + lessons, joined: sum.joined + logged_in });
  }
  return new Map([...weeks].flatMap(([week, { lessons, joined }]) => (lessons > 0 ? [[week, Math.round((100 * joined) / lessons)] as const] : [])));
}
