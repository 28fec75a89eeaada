import { expect, test } from 'vitest';
import { type CalendarEntry, writeCalendar } from './icalendar.ts';

const ENTRY: CalendarEntry = {
  uid: 'work-1@here',
  summary: 'Essay',
  description: 'English 9',
  url: 'https://school.example/class-classwork/3?work=1',
  at: { day: '2028-02-28' },
  sequence: 4,
  changedAt: new Date('2028-02-01T10:00:00.500Z'),
};
const write = (entry: Partial<CalendarEntry> = {}) => writeCalendar({ name: 'Classwright', timeZone: 'Europe/Berlin', entries: [{ ...ENTRY, ...entry }] });
/** Splits the text into lines as a reader sees them, with folded lines joined. */
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

test('[K071] a day, with the day after as its end', () => {
  expect(unfold(write())).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Classwright//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Classwright',
    'X-WR-TIMEZONE:Europe/Berlin',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:work-1@here',
    'DTSTAMP:20280201T100000Z',
    'LAST-MODIFIED:20280201T100000Z',
    'SEQUENCE:4',
    'DTSTART;VALUE=DATE:20280228',
    'DTEND;VALUE=DATE:20280229',
    'SUMMARY:Essay',
    'DESCRIPTION:English 9',
    'URL:https://school.example/class-classwork/3?work=1',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test.each([
  [
    'a time with an end',
    { start: new Date('2028-03-26T00:30:00Z'), end: new Date('2028-03-26T01:15:00Z') },
    ['DTSTART:20280326T003000Z', 'DTEND:20280326T011500Z'],
  ],
  ['a moment', { start: new Date('2028-12-31T23:59:59Z'), end: null }, ['DTSTART:20281231T235959Z']],
] as const)('%s stands in UTC', (_, at, lines) => {
  expect(unfold(write({ at })).filter((line) => line.startsWith('DT') && !line.startsWith('DTSTAMP'))).toEqual(lines);
});

test.each([
  ['a comma, a semicolon and a backslash', 'a, b; c\\d', 'a\\, b\\; c\\\\d'],
  ['line breaks of every kind', 'a\r\nb\rc\nd', 'a\\nb\\nc\\nd'],
  ['what looks like a line of its own', 'x\r\nEND:VCALENDAR', 'x\\nEND:VCALENDAR'],
  ['control characters', 'a\u0000\u0007b\u007f', 'ab'],
  ['Arabic and a family of four', 'مرحبا 👨‍👩‍👧‍👦', 'مرحبا 👨‍👩‍👧‍👦'],
])('%s in a text', (_, summary, written) => {
  expect(unfold(write({ summary }))).toContain(`SUMMARY:${written}`);
});

test('a long text is folded at 75 octets, and no character is cut', () => {
  const summary = `${'ä'.repeat(100)}${'👍'.repeat(100)}${'x'.repeat(10_000)}`;
  const text = write({ summary });
  const lines = text.split('\r\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(lines.filter((line) => line.includes('\ufffd'))).toEqual([]);
  expect(unfold(text)).toContain(`SUMMARY:${summary}`);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});
