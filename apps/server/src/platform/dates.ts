import { dateFormat, type DateStyle, dateStyles } from '@classwright/rules/text/dates';
import { type SpecialDateStyle, specialDateFormat } from '@classwright/rules/text/special-dates';

/**
 * Returns a formatter of instants in one of the styles, for a language and a zone. Everything that the server writes for
 * people (documents, mails, spreadsheets) is formatted here.
 */
export function createDateWriter(style: DateStyle | SpecialDateStyle, timeZone: string, locale = 'en-US'): (instant: Date) => string {
  return style in dateStyles ? dateFormat(dateStyles[style as DateStyle], locale, timeZone) : specialDateFormat(style as SpecialDateStyle, locale, timeZone);
}
