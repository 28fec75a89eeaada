import { dateFormat, type DateStyle } from '@classwright/rules/text/dates';

/**
 * Returns a formatter of instants in one of the styles, for a language and a zone. Everything that the server writes for
 * people (documents, mails, spreadsheets) is formatted here.
 */
export function createDateWriter(style: DateStyle, timeZone: string, locale = 'en-US'): (instant: Date) => string {
  return dateFormat(style, locale, timeZone);
}
