/**
 * Returns a formatter for "2026-11-25 17:21:05", an instant in the zone's local time: the format of cells in every
 * spreadsheet.
 */
export function sheetClock(timeZone: string, time: 'short' | 'medium' = 'medium'): (instant: Date) => string {
  const { format } = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: time, timeZone });
  return format;
}

/**
 * Returns a formatter for "November 25, 2026" or, with the time, "Nov 25, 2026, 5:21 PM", in a language and a zone: for
 * documents that people read.
 */
export function documentClock(locale: string, timeZone: string, withTime: boolean): (instant: Date) => string {
  const { format } = new Intl.DateTimeFormat(locale, { timeZone, ...(withTime ? { dateStyle: 'medium', timeStyle: 'short' } : { dateStyle: 'long' }) });
  return format;
}
