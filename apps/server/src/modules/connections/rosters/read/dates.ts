/** The order of days and months in dates with slashes, if the dates of a file show it. */
export type SlashOrder = 'dayFirst' | 'monthFirst';

const pad = (part: string | number): string => String(part).padStart(2, '0');

/** Returns the date, or null if there is no such day. */
function toDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${pad(month)}-${pad(day)}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text ? text : null;
}

/**
 * Parses a calendar date to the form 2026-08-24, from the formats that systems use: 2026-08-24 (also followed by a
 * time), 20260824, 2026/8/24, 24.8.2026, 8/24/2026 and 24/8/2026 (in the given order if both are possible). Null if it
 * is not a date.
 */
export function parseDay(text: string, order: SlashOrder = 'monthFirst'): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (iso) return toDay(iso[1] as string, iso[2] as string, iso[3] as string);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (dotted) return toDay(dotted[3] as string, dotted[2] as string, dotted[1] as string);
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?: .*)?$/.exec(text);
  if (!slashed) return null;
  const [, first, second, year] = slashed as unknown as [string, string, string, string];
  const [month, day] = order === 'dayFirst' ? [second, first] : [first, second];
  return toDay(year, month, day) ?? toDay(year, day, month);
}

/**
 * Returns the order that the dates of a file show: the American one, unless some first number cannot be a month and no
 * second one is that way.
 */
export function slashOrderOf(texts: Iterable<string>): SlashOrder {
  let isDayFirst = false;
  for (const text of texts) {
    const [, first, second] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{4}/.exec(text) ?? [];
    if (Number(second) > 12) return 'monthFirst';
    if (Number(first) > 12) isDayFirst = true;
  }
  return isDayFirst ? 'dayFirst' : 'monthFirst';
}
