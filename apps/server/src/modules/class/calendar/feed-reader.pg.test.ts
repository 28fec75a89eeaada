import { calendarFeedCreate, calendarFeedRevoke } from '@classwright/contract';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestLesson, type TestPerson } from '../../../testing/index.ts';
import { createReferenceRow } from '../../school/reference/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestLesson;
let base: string;
const logged: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ accountLimit: { perMinute: 100_000, burst: 100_000 }, logLevel: 'trace', logTo: { write: (line) => void logged.push(line) } });
  await app.clock.moveTo('2028-03-20T12:00:00Z');
  scenario = createScenario(app);
  room = await scenario.lesson({ students: 3 });
  await sql`UPDATE schools SET time_zone = 'Europe/Berlin' WHERE id = ${room.schoolId}`.execute(app.db);
  base = await app.listen();
});
afterAll(() => app.close());

const make = async (by: TestPerson) => new URL((await by.call(calendarFeedCreate)).body.url as string).pathname;
const read = (path: string, init: RequestInit = {}) => fetch(`${base}${path}`, init);
async function eventsOf(path: string): Promise<Map<string, ICAL.Event>> {
  const calendar = new ICAL.Component(ICAL.parse(await (await read(path)).text()) as never);
  return new Map(
    calendar
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component))
      .map((event) => [event.uid.split('@')[0] as string, event]),
  );
}
const instantOf = (event: ICAL.Event | undefined): string => event?.startDate.toJSDate().toISOString() ?? '';

/** Creates work of the class, given to each of its students, and returns it in stored form. */
async function work(title: string, due_on: string, due_time: string | null): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, due_on, due_time, due_at)
    VALUES (${room.courseId}, ${room.teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', ${title}, now(), ${due_on}::date, ${due_time}::time,
            (${due_on}::date + coalesce(${due_time}::time, '23:59:59')) AT TIME ZONE 'Europe/Berlin') RETURNING id`.execute(app.db);
  const id = rows[0]?.id as number;
  for (const { accountId } of room.students)
    await sql`INSERT INTO submissions (course_id, course_work_id, account_id) VALUES (${room.courseId}, ${id}, ${accountId})`.execute(app.db);
  return `work-${id}`;
}

test('[K071] a calendar program reads due work and lessons as the instants they are, on both sides of the change of clocks', async () => {
  const student = room.students[0] as TestPerson;
  const title = 'واجب، الفصل ١؛ "数学" — 👩🏽‍🚀\r\nEND:VCALENDAR\rsecond line, third; '.repeat(4);
  const [winter, summer, gap, twice, day] = [
    await work('Winter', '2028-03-25', '14:30'),
    await work('Summer', '2028-03-27', '14:30'),
    await work('In the hour that is skipped', '2028-03-26', '02:30'),
    await work('In the hour that comes twice', '2028-10-29', '02:30'),
    await work(title, '2028-03-28', null),
  ];
  const periodId = await inTransaction(app.db, (tx) =>
    createReferenceRow(tx, 'assessment_periods', { name: 'First', start_time: '08:00', end_time: '08:45' } as never),
  );
  await sql`UPDATE assessments SET schedule_date = '2028-03-29', period_id = ${periodId} WHERE id = ${room.assessmentId}`.execute(app.db);
  const path = await make(student);
  const events = await eventsOf(path);
  expect([winter, summer, gap, twice].map((id) => instantOf(events.get(id)))).toEqual([
    '2028-03-25T13:30:00.000Z',
    '2028-03-27T12:30:00.000Z',
    '2028-03-26T01:30:00.000Z',
    '2028-10-29T01:30:00.000Z',
  ]);
  const whole = events.get(day);
  expect([whole?.startDate.isDate, whole?.startDate.toString(), whole?.endDate.toString()]).toEqual([true, '2028-03-28', '2028-03-29']);
  expect(whole?.summary).toBe(`Due: ${title.replaceAll(/\r\n?/g, '\n')}`);
  const lesson = events.get(`lesson-${room.assessmentId}`);
  expect([instantOf(lesson), lesson?.duration.toSeconds()]).toEqual(['2028-03-29T06:00:00.000Z', 45 * 60]);

  // subscribers get the same ids tomorrow, at another address, and after the named things change
  const ids = [...events.values()].map(({ uid }) => uid);
  await app.clock.advanceMs(86_400_000);
  await sql`UPDATE course_works SET title = 'Other' WHERE title = 'Winter'`.execute(app.db);
  const later = await eventsOf(await make(student));
  expect([...later.values()].map(({ uid }) => uid)).toEqual(ids);
  expect([later.get(winter)?.summary, (later.get(winter)?.sequence ?? 0) > (events.get(winter)?.sequence ?? 0)]).toEqual(['Due: Other', true]);
});

test('[B690] an address that was ended, taken over by another, or is none opens nothing, by GET and HEAD alike', async () => {
  const student = room.students[1] as TestPerson;
  const [first, second] = [await make(student), await make(student)];
  const statusOf = async (path: string, method: string) => (await read(path, { method })).status;
  for (const method of ['GET', 'HEAD']) {
    expect([method, await statusOf(first, method), await statusOf(second, method)]).toEqual([method, 404, 200]);
    for (const none of [
      second.replace('/calendar.ics', 'x/calendar.ics'),
      second.replace(/\/[\w-]{43}\//, `/${'A'.repeat(43)}/`),
      '/api/calendar/feeds//calendar.ics',
    ])
      expect([none.length, await statusOf(none, method)]).toEqual([none.length, 404]);
  }
  await student.call(calendarFeedRevoke);
  expect([await statusOf(second, 'GET'), await statusOf(second, 'HEAD')]).toEqual([404, 404]);
  expect((await read(second)).headers.get('cache-control')).toBe('no-store');
});

test('HEAD says what GET would, without it; whoever has the newest is told so, and nothing between keeps it', async () => {
  const path = await make(room.students[2] as TestPerson);
  const [got, head] = [await read(path), await read(path, { method: 'HEAD' })];
  const etag = got.headers.get('etag') ?? '';
  expect([head.status, head.headers.get('etag'), head.headers.get('content-type'), await head.text()]).toEqual([200, etag, 'text/calendar; charset=utf-8', '']);
  expect(got.headers.get('cache-control')).toBe('private, no-cache');
  for (const method of ['GET', 'HEAD']) expect([method, (await read(path, { method, headers: { 'if-none-match': etag } })).status]).toEqual([method, 304]);
  await work('Newer', '2028-04-03', null);
  const newer = await read(path, { headers: { 'if-none-match': etag } });
  expect([newer.status, newer.headers.get('etag') === etag, (await newer.text()).includes('Newer')]).toEqual([200, false, true]);
});

test('[B691] no secret of an address is kept or logged, whether it opens something or not', async () => {
  const path = await make(room.students[1] as TestPerson);
  const secret = path.split('/').at(-2) as string;
  logged.length = 0;
  await read(path);
  await read(path, { method: 'POST' });
  await read(`${path}/more`);
  await read(path.replace('.ics', ''));
  await read(path.replace(secret, `${secret}x`));
  await read(path.replace(secret, `%E0%A4%A${secret}`));
  expect(logged.filter((line) => line.includes('calendarFeed.read'))).not.toHaveLength(0);
  expect(logged.join('')).not.toContain(secret);
  const { rows } = await sql<{ kept: boolean }>`
    SELECT EXISTS (SELECT FROM calendar_feeds WHERE strpos(encode(secret_hash, 'escape'), ${secret}) > 0)
        OR EXISTS (SELECT FROM audit_entries WHERE strpos(to_jsonb(audit_entries)::text, ${secret}) > 0)
        OR EXISTS (SELECT FROM idempotency_keys WHERE strpos(to_jsonb(idempotency_keys)::text, ${secret}) > 0) AS kept`.execute(app.db);
  expect(rows).toEqual([{ kept: false }]);
});

test('a student with five years of classes, and a thousand readers at once, each with their own', async () => {
  const student = await scenario.person('student', room.schoolId);
  await sql`
    WITH classes AS (
      INSERT INTO courses (name, owner_id, school_id, enrollment_code)
      SELECT 'Year ' || n / 10 || ' class ' || n, ${room.teacher.accountId}, ${room.schoolId}, 'feed' || n FROM generate_series(1, 50) n RETURNING id),
    members AS (
      INSERT INTO course_members (course_id, account_id, role)
      SELECT id, ${student.accountId}::bigint, 'STUDENT' FROM classes UNION ALL SELECT id, ${room.teacher.accountId}::bigint, 'TEACHER' FROM classes),
    works AS (
      INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, due_on, due_at)
      SELECT id, ${room.teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', 'Work ' || n, now(), day, day + interval '20 hours'
        FROM classes CROSS JOIN generate_series(1, 200) n CROSS JOIN LATERAL (SELECT (date '2028-06-30' - n * 9)::date AS day) due RETURNING id, course_id)
    INSERT INTO submissions (course_id, course_work_id, account_id) SELECT course_id, id, ${student.accountId} FROM works`.execute(app.db);
  await sql`ANALYZE`.execute(app.db);
  const path = await make(student);
  const text = await (await read(path)).text();
  // it holds the last quarter and the future of fifty classes that give work every ninth day, not all five years
  const count = text.split('BEGIN:VEVENT').length - 1;
  expect([count > 900, count < 1300]).toEqual([true, true]);
  const small = await make(room.students[0] as TestPerson);
  const { host } = new URL(base);
  const theirs = await (await read(small)).text();
  const all = await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => {
      const ask = () =>
        app.server.app.inject({
          headers: { host },
          url: index % 20 === 0 ? path : small,
          remoteAddress: `10.1.${index % 250}.${Math.floor(index / 250) + 1}`,
        });
      let reply = await ask();
      while (reply.statusCode === 503) reply = await ask(); // a machine that has much to do says so, and a calendar program comes again
      return reply.statusCode === 200 && reply.body === (index % 20 === 0 ? text : theirs);
    }),
  );
  expect(all.filter((isRight) => isRight)).toHaveLength(1000);
});

test('[B2711] a guardian’s calendar has the entries of each tied child, named by the child, until the tie ends', async () => {
  const [ann, ben] = room.students as [TestPerson, TestPerson];
  const guardian = await scenario.person('guardian', room.schoolId);
  for (const { accountId } of [ann, ben])
    await sql`INSERT INTO guardian_ties (child_id, guardian_id, relation) VALUES (${accountId}, ${guardian.accountId}, 'Father')`.execute(app.db);
  const id = await work('Of both', '2028-04-03', '09:00');
  const path = await make(guardian);
  const events = await eventsOf(path);
  const own = events.get(`${id}-${ann.accountId}`)!;
  expect([own.summary, own.description.startsWith(`${ann.firstName}: `)]).toEqual(['Due: Of both', true]);
  expect(String(own.component.getFirstPropertyValue('url'))).toMatch(new RegExp(`/my-children\\?child=${ann.accountId}$`));
  expect(events.has(`${id}-${ben.accountId}`)).toBe(true);
  await sql`UPDATE guardian_ties SET ended_at = app_now() WHERE guardian_id = ${guardian.accountId} AND child_id = ${ann.accountId}`.execute(app.db);
  const after = await eventsOf(path);
  expect([after.has(`${id}-${ann.accountId}`), after.has(`${id}-${ben.accountId}`)]).toEqual([false, true]);
});
