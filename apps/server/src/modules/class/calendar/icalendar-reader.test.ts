import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { type CalendarEntry, writeCalendar } from './icalendar.ts';

/** Reads the text with ical.js, which calendar apps are built on. */
function read(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
}
const ENTRY: CalendarEntry = {
  uid: 'work-1@here',
  summary: 'Essay',
  description: 'English 9',
  url: 'https://school.example/class-classwork/3?work=1',
  at: { day: '2028-02-28' },
  sequence: 4,
  changedAt: new Date('2028-02-01T10:00:00.500Z'),
};
const write = (...entries: Partial<CalendarEntry>[]) =>
  writeCalendar({ name: 'Classwright', timeZone: 'Europe/Berlin', entries: entries.map((entry) => ({ ...ENTRY, ...entry })) });
const readOne = (entry: Partial<CalendarEntry>): ICAL.Event => read(write(entry))[0] as ICAL.Event;

const family = '👨‍👩‍👧‍👦';

describe('[K071] a reader of calendars gets back', () => {
  test.each([
    ['a comma, a semicolon, a colon, quotes and backslashes', 'a, b; c: "d" \\n \\\\ e\\'],
    ['what looks like properties', 'SUMMARY:x;VALUE=DATE:y'],
    ['what looks like the end of the calendar', 'END:VEVENT\nEND:VCALENDAR\nBEGIN:VEVENT'],
    ['Arabic, 2,000 letters of it', 'واجب الرياضيات، الفصل الأول؛ '.repeat(70)],
    ['Chinese, 2,000 characters of it', '数学作业，第一章；'.repeat(230)],
    ['families of four, 25 octets each', family.repeat(120)],
    ['a letter with forty marks', `e${'\u0301'.repeat(40)}`.repeat(10)],
    ['characters beside line breaks of Unicode', 'a\u2028b\u2029c'],
    ['spaces and a tab at both ends', ' \t x \t '],
  ])('%s', (_, summary) => {
    const event = readOne({ summary, description: summary });
    expect([event.summary, event.description, event.uid]).toEqual([summary, summary, ENTRY.uid]);
  });

  test('a carriage return, alone and with its line feed, as one line break; no control character', () => {
    expect(readOne({ summary: 'a\rb\r\nc\nd\u0000\u0007\u001b\u007f\u0085' }).summary).toBe('a\nb\nc\nd');
  });

  test('titles of every length about the end of a line, in letters of one to four octets', () => {
    for (const letter of ['x', 'é', 'م', '字', '👍'])
      for (let length = 1; length < 160; length += 1) {
        const summary = letter.repeat(length);
        const text = write({ summary });
        expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75 || line.includes('\ufffd'))).toEqual([]);
        expect(read(text)[0]?.summary).toBe(summary);
      }
  });

  test('folded lines as they were when they are put together octet by octet', () => {
    const summary = `${'م'.repeat(90)}${family.repeat(20)}字,;`;
    const octets = Buffer.from(write({ summary }));
    const unfolded = octets.toString('latin1').replaceAll('\r\n ', '');
    const line = Buffer.from(unfolded, 'latin1')
      .toString('utf8')
      .split('\r\n')
      .find((one) => one.startsWith('SUMMARY:'));
    expect(line).toBe(`SUMMARY:${summary.replaceAll(',', '\\,').replaceAll(';', '\\;')}`);
  });

  test('the name of the calendar, and how often to look', () => {
    const calendar = new ICAL.Component(ICAL.parse(write()) as never);
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Classwright');
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
    expect([calendar.getFirstPropertyValue('version'), calendar.getFirstPropertyValue('method')]).toEqual(['2.0', 'PUBLISH']);
  });
});

describe('[K071] a reader of calendars has', () => {
  test.each([
    ['the last day of February of a leap year', '2028-02-29', '2028-03-01'],
    ['the last day of a year', '2027-12-31', '2028-01-01'],
    ['the day on which clocks go forward', '2028-03-26', '2028-03-27'],
  ])('%s as a whole day', (_, day, end) => {
    const event = readOne({ at: { day } });
    expect([event.startDate.isDate, event.startDate.toString(), event.endDate.toString()]).toEqual([true, day, end]);
  });

  test.each([
    ['in winter', '2028-01-10T13:30:00Z'],
    ['in the hour that clocks skip', '2028-03-26T01:30:00Z'],
    ['the second time in the hour that clocks repeat', '2028-10-29T01:30:00Z'],
  ])('a moment %s, the instant it is', (_, instant) => {
    const event = readOne({ at: { start: new Date(instant), end: null } });
    expect([event.startDate.zone.tzid, event.startDate.toJSDate().toISOString()]).toEqual(['UTC', new Date(instant).toISOString()]);
    expect(event.duration.toSeconds()).toBe(0);
  });

  test('a lesson that is as long as it is, with where it is opened, how often it changed and when', () => {
    const event = readOne({ at: { start: new Date('2028-03-26T00:30:00Z'), end: new Date('2028-03-26T01:15:00Z') } });
    expect([event.duration.toSeconds(), event.sequence]).toEqual([45 * 60, 4]);
    expect([event.component.getFirstPropertyValue('url'), String(event.component.getFirstPropertyValue('last-modified'))]).toEqual([
      ENTRY.url,
      '2028-02-01T10:00:00Z',
    ]);
  });

  test('a thousand entries, each once', () => {
    const events = read(write(...Array.from({ length: 1000 }, (_, index) => ({ uid: `work-${index}@here`, summary: `Work ${index}, 数学` }))));
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(1000);
    expect(events[999]?.summary).toBe('Work 999, 数学');
  });
});
