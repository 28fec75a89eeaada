/** In which order days and months stand in dates with slashes, where the dates of a file tell. */
export type SlashOrder = 'dayFirst' | 'monthFirst';

const pad = (part: string | number): string => String(part).padStart(2, '0');

/** Whether there is such a day. */
function toDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${pad(month)}-${pad(day)}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text ? text : null;
}

/**
 * A calendar date as 2026-08-24, from what systems write: 2026-08-24 (also with a time behind it), 20260824, 2026/8/24,
 * 24.8.2026, 8/24/2026 and 24/8/2026 (the order as given where both can be meant). Null: it is no date.
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

/** Returns what the dates of a file tell of their order; the American one unless a first number can be no month and no second one is. */
export function slashOrderOf(texts: Iterable<string>): SlashOrder {
  let isDayFirst = false;
  for (const text of texts) {
    const [, first, second] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{4}/.exec(text) ?? [];
    if (Number(second) > 12) return 'monthFirst';
    if (Number(first) > 12) isDayFirst = true;
  }
  return isDayFirst ? 'dayFirst' : 'monthFirst';
}
