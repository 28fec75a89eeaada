const DAY = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/**
 * The formats in which people read dates and times, in every language. "Mon, Jan 1, 2024" is the specification's (K455).
 * `special-dates.ts` has the formats of single places.
 */
export const dateStyles = {
  /** "Mon, Jan 1, 2024" */
  day: DAY,
  /** "4:21 PM", or "16:21" where people write it so. */
  time: TIME,
  /** "4:21:07 PM" */
  timeWithSeconds: { ...TIME, second: '2-digit' },
  /** "Mon, Jan 1, 2024, 4:21 PM" */
  moment: { ...DAY, ...TIME },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof dateStyles;

/** The locale whose formats are those of fields, files and programs: "2026-11-25 17:21:05". */
export const ISO = 'sv-SE';

/**
 * Returns a function that formats instants for a language and a time zone. Without a zone it is the machine's. It returns
 * '' for a text that is no instant. @throws RangeError for a zone that does not exist
 */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale: string, timeZone: string | undefined): (at: Date | string | number) => string {
  const { format } = new Intl.DateTimeFormat(locale, timeZone ? { ...options, timeZone } : options);
  return (at) => {
    const instant = new Date(at);
    return Number.isNaN(instant.getTime()) ? '' : format(instant);
  };
}
