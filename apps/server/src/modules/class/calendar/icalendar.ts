/**
 * An entry of a calendar in the format of RFC 5545: lines end in CRLF and are folded at 75 octets, never within a
 * character; texts are escaped; instants are in UTC, so that no zone has to be described.
 */
export interface CalendarEntry {
  /** The id, which is always the same for the same thing. */
  uid: string;
  summary: string;
  description: string;
  url: string | null;
  /** A day, "YYYY-MM-DD", or the instants between which it happens. `end` null: it has a start and no length. */
  at: { day: string } | { start: Date; end: Date | null };
  /** The number of changes so far. It only grows. */
  sequence: number;
  changedAt: Date;
}

const LINE_OCTETS = 75;

export function writeCalendar({ name, timeZone, entries }: { name: string; timeZone: string; entries: readonly CalendarEntry[] }): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Classwright//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${escapeText(timeZone)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...entries.flatMap(toLines),
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('');
}

function toLines({ uid, summary, description, url, at, sequence, changedAt }: CalendarEntry): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${toUtc(changedAt)}`,
    `LAST-MODIFIED:${toUtc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    ...('day' in at
      ? [`DTSTART;VALUE=DATE:${at.day.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${dayAfter(at.day)}`]
      : [`DTSTART:${toUtc(at.start)}`, ...(at.end ? [`DTEND:${toUtc(at.end)}`] : [])]),
    `SUMMARY:${escapeText(summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...(url === null ? [] : [`URL:${url}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const toUtc = (instant: Date): string => instant.toISOString().replace(/[-:]|\.\d{3}/g, '');

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
}

/** Escapes a text and removes the control characters that no text may contain. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n|\r/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

function fold(line: string): string {
  let folded = '';
  let room = LINE_OCTETS;
  for (const character of line) {
    const octets = Buffer.byteLength(character);
    if (octets > room) {
      folded += '\r\n ';
      room = LINE_OCTETS - 1;
    }
    folded += character;
    room -= octets;
  }
  return folded;
}
