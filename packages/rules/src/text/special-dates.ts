import { dateFormat, dateStyles, ISO } from './dates.ts';

/** A format for one place. */
interface SpecialStyle {
  options: Intl.DateTimeFormatOptions;
  /** The item of the specification that prescribes it in English. Other languages have their own order. */
  item?: string;
  /** The locale that has this format. `inEnglish` only in English. The default is the page's own. */
  always?: string;
  inEnglish?: string;
  /** Corrects the text of that locale. */
  correct?: (text: string) => string;
}

const styles = {
  /** "18 Sep 2026", in the gradebook. */
  gradebookDay: {
    item: 'K172',
    options: { day: 'numeric', month: 'short', year: 'numeric' },
    inEnglish: 'en-GB',
    correct: (text: string) => text.replace('Sept', 'Sep'),
  },
  /** "20-11-2026", in the table of the question bank. */
  bankDay: {
    item: 'Q049',
    options: { day: '2-digit', month: '2-digit', year: 'numeric' },
    inEnglish: 'en-GB',
    correct: (text: string) => text.replaceAll('/', '-'),
  },
  /** "10:24:07", in the table of the question bank. */
  bankTime: { item: 'Q049', options: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } },
  /** "08:05 AM", in the list of assessment periods. */
  periodTime: { item: 'Q118', options: { hour: '2-digit', minute: '2-digit' } },
  /** "Jan 1", on the axis of a chart. */
  shortDay: { options: { month: 'short', day: 'numeric' } },
  /** "January 2024", in the calendar. */
  month: { options: { month: 'long', year: 'numeric' } },
  /** "Mon", in the calendar. */
  weekday: { options: { weekday: 'short' } },
  /** "Monday", in the calendar for screen readers. */
  longWeekday: { options: { weekday: 'long' } },
  /** "Mon, Jan 1, 2024, 4:21:07 PM", in the audit trail. */
  momentWithSeconds: { options: { ...dateStyles.moment, second: '2-digit' } },
  /** "Mon, Jan 1, 2024, 4:21 PM EST", for mails, whose readers may be anywhere. */
  momentWithZone: { options: { ...dateStyles.moment, timeZoneName: 'short' } },
  /** "2026-11-25 17:21", for the cells of a spreadsheet. */
  isoMinute: { always: ISO, options: { dateStyle: 'short', timeStyle: 'short' } },
  /** "2026-11-25 17:21:05", for the cells of a spreadsheet. */
  isoSecond: { always: ISO, options: { dateStyle: 'short', timeStyle: 'medium' } },
} as const satisfies Record<string, SpecialStyle>;

export type SpecialDateStyle = keyof typeof styles;

/** Lists every special style. */
export const specialDateStyles = Object.keys(styles) as SpecialDateStyle[];

/** Returns a function that formats instants in a special style, as `dateFormat` does. */
export function specialDateFormat(style: SpecialDateStyle, locale: string, timeZone: string | undefined): (at: Date | string | number) => string {
  const special: SpecialStyle = styles[style];
  const isEnglish = locale.startsWith('en');
  const format = dateFormat(special.options, special.always ?? (isEnglish ? special.inEnglish : undefined) ?? locale, timeZone);
  return isEnglish && special.correct ? (at) => special.correct?.(format(at)) ?? '' : format;
}
