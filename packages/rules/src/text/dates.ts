/**
 * The formats in which people read dates and times, in every language. "Mon, Jan 1, 2024" is the specification's (K455).
 */
const STYLES = {
  /** "Mon, Jan 1, 2024" */
  day: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
  /** "Jan 1", for the axis of a chart. */
  shortDay: { month: 'short', day: 'numeric' },
  /** "January 2024" */
  month: { month: 'long', year: 'numeric' },
  /** "Mon" */
  weekday: { weekday: 'short' },
  /** "Monday" */
  longWeekday: { weekday: 'long' },
  /** "4:21 PM", or "16:21" where people write it so. */
  time: { hour: 'numeric', minute: '2-digit' },
  /** "4:21:07 PM" */
  timeWithSeconds: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
  /** "Mon, Jan 1, 2024, 4:21 PM" */
  moment: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** "Mon, Jan 1, 2024, 4:21:07 PM" */
  momentWithSeconds: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' },
  /** "Mon, Jan 1, 2024, 4:21 PM EST", for mails, whose readers may be anywhere. */
  momentWithZone: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A format for one place, with the item of the specification that prescribes it. */
interface Prescribed {
  item: string;
  options: Intl.DateTimeFormatOptions;
  /** The locale that has this format in English. The default is the page's own. */
  inEnglish?: string;
  /** Corrects the text of that locale. */
  correct?: (text: string) => string;
}

/** The formats that the specification prescribes for one place each. Other languages have their own order. */
const PRESCRIBED = {
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
} as const satisfies Record<string, Prescribed>;

/** The formats of fields, files and programs, which are the same in every language. */
const FIXED = {
  /** "2026-11-25" */
  isoDay: { dateStyle: 'short' },
  /** "17:21", as a field for a time accepts it. */
  isoTime: { timeStyle: 'short' },
  /** "2026-11-25 17:21", for the cells of a spreadsheet. */
  isoMinute: { dateStyle: 'short', timeStyle: 'short' },
  /** "2026-11-25 17:21:05", for the cells of a spreadsheet. */
  isoSecond: { dateStyle: 'short', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof STYLES | keyof typeof PRESCRIBED | keyof typeof FIXED;

/** Lists every style. */
export const dateStyles: readonly DateStyle[] = [STYLES, PRESCRIBED, FIXED].flatMap((styles) => Object.keys(styles) as DateStyle[]);

/**
 * Returns a function that formats instants in a style, for a language and a time zone. Without a zone it is the
 * machine's. It returns '' for a text that is no instant. @throws RangeError for a zone that does not exist
 */
export function dateFormat(style: DateStyle, locale: string, timeZone: string | undefined): (at: Date | string | number) => string {
  const prescribed: Prescribed | null = style in PRESCRIBED ? PRESCRIBED[style as keyof typeof PRESCRIBED] : null;
  const { inEnglish = locale, correct = (text: string) => text } = prescribed && locale.startsWith('en') ? prescribed : {};
  const options = prescribed?.options ?? { ...STYLES, ...FIXED }[style as keyof typeof STYLES | keyof typeof FIXED];
  const { format } = new Intl.DateTimeFormat(style in FIXED ? 'sv-SE' : inEnglish, { ...options, ...(timeZone && { timeZone }) });
  return (at) => {
    const instant = new Date(at);
    return Number.isNaN(instant.getTime()) ? '' : correct(format(instant));
  };
}
