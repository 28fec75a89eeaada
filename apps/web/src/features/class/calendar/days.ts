const DAY_MS = 86_400_000;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** Pure. Returns the day this many days later. */
export const addDays = (day: string, count: number): string => toDay(at(day) + count * DAY_MS);

/** Pure. Returns the month this many months after one such as "2028-02". */
export function addMonths(month: string, count: number): string {
  const [year = 1970, one = 1] = month.split('-').map(Number);
  return toDay(Date.UTC(year, one - 1 + count, 1)).slice(0, 7);
}

/**
 * Pure. Returns the whole weeks that a month touches, each of seven days. `firstDay`: of a week, 1 Monday to 7 Sunday.
 */
export function weeksOf(month: string, firstDay: number): string[][] {
  const first = `${month}-01`;
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const before = (new Date(at(first)).getUTCDay() - (firstDay % 7) + 7) % 7;
  const weeks: string[][] = [];
  for (let monday = addDays(first, -before); monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)));
  return weeks;
}

/** Pure. Returns the events of each day, in the given order. */
export function byDay<Event extends { day: string }>(events: readonly Event[]): Map<string, Event[]> {
  const days = new Map<string, Event[]>();
  for (const event of events) {
    const list = days.get(event.day);
    if (list) list.push(event);
    else days.set(event.day, [event]);
  }
  return days;
}
