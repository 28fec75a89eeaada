import { describe, expect, test } from 'vitest';
import { dateFormat, type DateStyle, dateStyles } from './dates.ts';
import { type SpecialDateStyle, specialDateFormat, specialDateStyles } from './special-dates.ts';

const AT = '2026-09-08T20:21:07Z';
const ZONE = 'America/New_York';

/** The text of every style in three languages. A new style needs a line here. */
const EXPECTED: Readonly<Record<DateStyle | SpecialDateStyle, readonly [english: string, spanish: string, german: string]>> = {
  day: ['Tue, Sep 8, 2026', 'mar, 8 sept 2026', 'Di., 8. Sept. 2026'],
  shortDay: ['Sep 8', '8 sept', '8. Sept.'],
  month: ['September 2026', 'septiembre de 2026', 'September 2026'],
  weekday: ['Tue', 'mar', 'Di'],
  longWeekday: ['Tuesday', 'martes', 'Dienstag'],
  time: ['4:21 PM', '16:21', '16:21'],
  timeWithSeconds: ['4:21:07 PM', '16:21:07', '16:21:07'],
  moment: ['Tue, Sep 8, 2026, 4:21 PM', 'mar, 8 sept 2026, 16:21', 'Di., 8. Sept. 2026, 16:21'],
  momentWithSeconds: ['Tue, Sep 8, 2026, 4:21:07 PM', 'mar, 8 sept 2026, 16:21:07', 'Di., 8. Sept. 2026, 16:21:07'],
  momentWithZone: ['Tue, Sep 8, 2026, 4:21 PM EDT', 'mar, 8 sept 2026, 16:21 GMT-4', 'Di., 8. Sept. 2026, 16:21 GMT-4'],
  gradebookDay: ['8 Sep 2026', '8 sept 2026', '8. Sept. 2026'],
  bankDay: ['08-09-2026', '08/09/2026', '08.09.2026'],
  bankTime: ['16:21:07', '16:21:07', '16:21:07'],
  periodTime: ['04:21 PM', '16:21', '16:21'],
  isoMinute: ['2026-09-08 16:21', '2026-09-08 16:21', '2026-09-08 16:21'],
  isoSecond: ['2026-09-08 16:21:07', '2026-09-08 16:21:07', '2026-09-08 16:21:07'],
};

const everyStyle = [...Object.keys(dateStyles), ...specialDateStyles] as (DateStyle | SpecialDateStyle)[];
const write = (style: DateStyle | SpecialDateStyle, locale: string): string =>
  (style in dateStyles ? dateFormat(dateStyles[style as DateStyle], locale, ZONE) : specialDateFormat(style as SpecialDateStyle, locale, ZONE))(AT);

describe('[B2086] dates and times for people', () => {
  test.each(everyStyle)('%s, in English, Spanish and German', (style) => {
    expect(['en-US', 'es', 'de'].map((locale) => write(style, locale))).toEqual(EXPECTED[style]);
  });

  test('no style writes a month as the first of three numbers, in English', () => {
    for (const style of everyStyle) expect(write(style, 'en-US')).not.toMatch(/\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/);
  });

  test('every style writes something in a language of another script, and with other digits', () => {
    for (const locale of ['ar', 'ar-EG', 'he', 'ja', 'hi']) for (const style of everyStyle) expect(write(style, locale)).not.toBe('');
  });

  test('a text that is no instant has no date, and a zone that does not exist is refused', () => {
    expect(dateFormat(dateStyles.time, 'en-US', 'UTC')('soon')).toBe('');
    expect(() => dateFormat(dateStyles.time, 'en-US', 'Atlantis/Center')).toThrow(RangeError);
  });
});
