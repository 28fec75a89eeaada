import { calendarFeed, calendarFeedCreate, calendarFeedGet, calendarFeedRevoke, calendarList, type CalendarEventView, liveStart } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestLesson, type TestPerson } from '../../../testing/index.ts';
import { createReferenceRow } from '../../school/reference/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestLesson;
let periodId: number;
let dayOfNow: string;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.lesson({ students: 2 });
  await sql`UPDATE schools SET time_zone = 'Asia/Kolkata' WHERE id = ${room.schoolId}`.execute(app.db);
  periodId = await inTransaction(app.db, (tx) =>
    createReferenceRow(tx, 'assessment_periods', { name: 'Third', start_time: '10:00', end_time: '10:45' } as never),
  );
  dayOfNow = (await calendar(room.teacher, '2030-01-01', '2030-01-01')).today;
  await app.db
    .updateTable('assessments')
    .set({ schedule_date: sql<string>`'2030-05-06'`, period_id: periodId } as never)
    .where('id', '=', room.assessmentId)
    .execute();
});
afterAll(() => app.close());

const ask = (by: TestPerson, from: unknown, to: unknown) => by.call(calendarList, { query: { from, to } });
const calendar = async (by: TestPerson, from: string, to: string) => (await ask(by, from, to)).body;
const of = async (by: TestPerson, day: string): Promise<CalendarEventView[]> => (await calendar(by, day, day)).data;

/** Creates work of the class, with a submission for each of the given students. */
async function work(values: Record<string, unknown>, students: readonly TestPerson[] = room.students): Promise<number> {
  const row = {
    course_id: room.courseId,
    creator_id: room.teacher.accountId,
    kind: 'ASSIGNMENT',
    work_type: 'ASSIGNMENT',
    title: 'Essay',
    state: 'PUBLISHED',
    posted_at: new Date('2026-01-01'),
    due_on: '2030-05-07',
    due_time: '14:30',
    due_at: new Date('2030-05-07T09:00:00Z'),
    ...values,
  };
  const { id } = await app.db
    .insertInto('course_works')
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { accountId } of students)
    await app.db
      .insertInto('submissions')
      .values({
        ...{ course_id: room.courseId, course_work_id: id, account_id: accountId },
        assigned_at: sql`coalesce((SELECT posted_at FROM course_works WHERE id = ${id}), app_now())`,
      } as never)
      .execute();
  return id;
}

describe('GET /calendar', () => {
  test('[K071] shows due work and lessons of one’s classes with the school’s days and times, and where each is opened', async () => {
    const id = await work({});
    const [student] = room.students as [TestPerson];
    expect(await calendar(student, '2030-05-01', '2030-05-31')).toMatchObject({
      time_zone: 'Asia/Kolkata',
      is_cut: false,
      data: [
        { id: `lesson-${room.assessmentId}`, kind: 'lesson', day: '2030-05-06', starts: '10:00', ends: '10:45', state: 'open', path: null },
        {
          id: `work-${id}`,
          kind: 'work',
          title: 'Essay',
          course_id: room.courseId,
          day: '2030-05-07',
          starts: '14:30',
          ends: null,
          state: 'open',
          path: `/class-classwork/${room.courseId}?work=${id}`,
        },
      ],
    });
    expect((await of(room.coTeacher, '2030-05-06'))[0]?.path).toBe(`/teacher-live-learning?assessment_id=${room.assessmentId}`);
    for (const by of [room.otherTeacher, room.otherStudent, room.admin]) expect((await calendar(by, '2030-05-01', '2030-05-31')).data).toEqual([]);
  });

  test('a student has what is posted and theirs; what is done or overdue says so', async () => {
    const [first, second] = room.students as [TestPerson, TestPerson];
    await work({ title: 'For one', due_on: '2030-06-01', due_at: new Date('2030-06-01T18:29:59Z'), due_time: null }, [first]);
    await work({ title: 'Draft', due_on: '2030-06-01', due_at: new Date('2030-06-01T18:29:59Z'), due_time: null, state: 'DRAFT', posted_at: null }, [first]);
    const archived = await work({ title: 'Gone', due_on: '2030-06-01', due_at: new Date('2030-06-01T18:29:59Z'), due_time: null });
    await app.db.updateTable('course_works').set({ archived_at: new Date() }).where('id', '=', archived).execute();
    const titles = async (by: TestPerson) => (await of(by, '2030-06-01')).map(({ title }) => title);
    expect([await titles(first), await titles(second), await titles(room.teacher)]).toEqual([['For one'], [], ['For one']]);
    const old = await work({ title: 'Old', due_on: '2026-01-02', due_time: null, due_at: new Date('2026-01-02T18:29:59Z') });
    await app.db.updateTable('submissions').set({ state: 'TURNED_IN' }).where('course_work_id', '=', old).where('account_id', '=', second.accountId).execute();
    const stateOf = async (by: TestPerson) => (await of(by, '2026-01-02')).map(({ state }) => state);
    expect([await stateOf(first), await stateOf(second), await stateOf(room.teacher)]).toEqual([['missed'], ['done'], ['done']]);
    await app.db.updateTable('submissions').set({ excused: true }).where('course_work_id', '=', old).where('account_id', '=', first.accountId).execute();
    expect(await stateOf(first)).toEqual(['done']); // excused is never overdue
    await app.db.updateTable('submissions').set({ assigned_at: null }).where('course_work_id', '=', old).where('account_id', '=', first.accountId).execute();
    expect(await stateOf(first)).toEqual([]);
    await scenario.remove(room.courseId, second.accountId);
    expect((await calendar(second, '2030-01-01', '2030-03-31')).data).toEqual([]);
    await app.db.updateTable('course_members').set({ left_at: null }).where('account_id', '=', second.accountId).execute();
  });

  test('[B1434] of an archived class the calendar has nothing, on the page and in the feed, until the class is brought back', async () => {
    const lesson = await scenario.lesson({ students: 1 });
    const [student] = lesson.students as [TestPerson];
    await sql`INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, due_on, due_at)
      VALUES (${lesson.courseId}, ${lesson.teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', 'Archived essay', now(), '2030-07-01', '2030-07-01T12:00Z')`.execute(
      app.db,
    );
    const archive = (course_state: 'ACTIVE' | 'ARCHIVED') => app.db.updateTable('courses').set({ course_state }).where('id', '=', lesson.courseId).execute();
    const titles = async () => (await of(lesson.teacher, '2030-07-01')).map(({ title }) => title);
    const url = new URL((await student.call(calendarFeedCreate)).body.url as string).pathname;
    const isInFeed = async () => (await app.server.app.inject({ url })).body.includes('Archived essay');
    // a feed shows up to a year from now
    await sql`UPDATE course_works SET due_on = current_date + 30, due_at = now() + interval '30 days' WHERE course_id = ${lesson.courseId} AND title = 'Archived essay'`.execute(
      app.db,
    );
    await sql`INSERT INTO submissions (course_id, course_work_id, account_id) SELECT course_id, id, ${student.accountId} FROM course_works WHERE course_id = ${lesson.courseId} AND title = 'Archived essay'`.execute(
      app.db,
    );
    expect(await isInFeed()).toBe(true);
    await archive('ARCHIVED');
    expect(await isInFeed()).toBe(false);
    await archive('ACTIVE');
    expect(await isInFeed()).toBe(true);
    await sql`UPDATE course_works SET due_on = '2030-07-01', due_at = '2030-07-01T12:00Z' WHERE course_id = ${lesson.courseId} AND title = 'Archived essay'`.execute(
      app.db,
    );
    await archive('ARCHIVED');
    expect([await titles(), await of(lesson.teacher, '2024-05-06'), await of(student, '2024-05-06')]).toEqual([[], [], []]);
    await archive('ACTIVE');
    expect([await titles(), (await of(student, '2024-05-06')).length]).toEqual([['Archived essay'], 1]);
  });

  test('a lesson that runs stands under today; work that stands for a scheduled lesson is that lesson', async () => {
    const lesson = await scenario.lesson({ students: 1 });
    await app.db
      .updateTable('assessments')
      .set({ schedule_date: sql<string>`'2030-05-06'` } as never)
      .where('id', '=', lesson.assessmentId)
      .execute();
    await sql`INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, due_on, due_at, assessment_id)
      VALUES (${lesson.courseId}, ${lesson.teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', 'Same', now(), '2030-05-06', '2030-05-06T12:00Z', ${lesson.assessmentId})`.execute(
      app.db,
    );
    expect((await of(lesson.teacher, '2030-05-06')).map(({ kind }) => kind)).toEqual(['lesson']);
    expect((await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 5 } })).status).toBe(200);
    const { today } = await calendar(lesson.teacher, '2030-01-01', '2030-01-01');
    expect(await of(lesson.students[0] as TestPerson, today)).toMatchObject([
      { state: 'running', starts: null, path: `/student-live-learning?assessment_id=${lesson.assessmentId}` },
    ]);
    expect(await of(lesson.teacher, '2030-05-06')).toEqual([]);
    expect(dayOfNow).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  test.each([
    ['no day', '', '2030-01-01', 'from'],
    ['a day that there is not', '2030-02-30', '2030-03-01', 'from'],
    ['another spelling', '1/2/2030', '2030-03-01', 'from'],
    ['the last before the first', '2030-03-02', '2030-03-01', 'to'],
    ['too many days', '2030-01-01', '2031-01-01', 'to'],
  ])('%s is refused', async (_, from, to, field) => {
    expect(Object.keys((await ask(room.teacher, from, to)).error?.errors ?? {})).toEqual([field]);
  });

  test('is for those who are signed in', async () => {
    for (const endpoint of [calendarList, calendarFeedGet, calendarFeedCreate, calendarFeedRevoke]) expect((await app.call(endpoint)).status).toBe(401);
  });
});

describe('the private address', () => {
  const make = async (by: TestPerson) => (await by.call(calendarFeedCreate)).body.url as string;
  const read = async (url: string, headers: Record<string, string> = {}) => app.server.app.inject({ url: new URL(url).pathname, headers });
  const linesOf = (body: string) => body.replaceAll('\r\n ', '').split('\r\n');

  test('[K071] opens its owner’s calendar without a token: a student’s own work alone, each with an id that stays', async () => {
    const [student, other] = room.students as [TestPerson, TestPerson];
    const mine = await work({ title: 'Mine, all mine; 你好', due_on: '2026-12-24', due_at: new Date('2026-12-24T09:00:00Z') }, [student]);
    await work({ title: 'Theirs', due_on: '2026-12-24', due_at: new Date('2026-12-24T09:00:00Z') }, [other]);
    expect((await student.call(calendarFeedGet)).body.created_at).toBe(null);
    const url = await make(student);
    expect(url).toMatch(/^http.*\/api\/calendar\/feeds\/[\w-]{43}\/calendar\.ics$/);
    const reply = await read(url);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const lines = linesOf(reply.body);
    expect(lines).toEqual(expect.arrayContaining(['BEGIN:VCALENDAR', 'SUMMARY:Due: Mine\\, all mine\\; 你好', 'DTSTART:20261224T090000Z', 'END:VCALENDAR']));
    expect(reply.body).not.toContain('Theirs');
    const uid = lines.find((line) => line.startsWith(`UID:work-${mine}@`));
    expect(uid).toMatch(/^UID:work-\d+@[0-9a-f]{16}\.classwright$/);
    expect(linesOf((await read(await make(student))).body)).toContain(uid);
  });

  test('tells who asks again that nothing has changed, and what has', async () => {
    const [student] = room.students as [TestPerson];
    const url = await make(student);
    const first = await read(url);
    const etag = first.headers.etag as string;
    const again = await read(url, { 'if-none-match': etag });
    expect([again.statusCode, again.body, first.headers['cache-control']]).toEqual([304, '', 'private, no-cache']);
    const id = await work({ title: 'Newest', due_on: '2026-12-20', due_at: new Date('2026-12-20T09:00:00Z') });
    const newer = await read(url, { 'if-none-match': etag });
    expect([newer.statusCode, newer.body.includes('Newest')]).toEqual([200, true]);
    await sql`UPDATE course_works SET title = 'Renamed', created_at = created_at - interval '1 hour' WHERE id = ${id}`.execute(app.db);
    const renamed = linesOf((await read(url)).body);
    expect(Number(renamed[renamed.findIndex((line) => line.startsWith(`UID:work-${id}@`)) + 3]?.split(':')[1])).toBeGreaterThanOrEqual(3600);
  });

  test('is kept as a hash; a new one ends the old one; ended, guessed, or of somebody who is not active any more, it opens nothing', async () => {
    const person = await scenario.person('student', room.schoolId);
    const old = await make(person);
    const url = await make(person);
    expect([(await read(old)).statusCode, (await read(url)).statusCode]).toEqual([404, 200]);
    const rows = await app.db.selectFrom('calendar_feeds').selectAll().execute();
    expect(rows.map(({ secret_hash }) => secret_hash.toString('latin1')).join()).not.toContain(url.split('/').at(-2));
    expect((await person.call(calendarFeedGet)).body.created_at).toEqual(expect.any(String));
    expect((await person.call(calendarFeedRevoke)).body.message).toBe('The address no longer works.');
    expect((await read(url)).statusCode).toBe(404);
    expect((await person.call(calendarFeedGet)).body.created_at).toBe(null);
    for (const secret of ['x', 'a'.repeat(43), "' OR 1=1", 'é']) expect((await app.call(calendarFeed, { params: { secret } })).status).toBe(404);
    const last = await make(person);
    await scenario.deactivate(person.accountId);
    expect((await read(last)).statusCode).toBe(404);
  });

  test('[B2810] everybody with a calendar or with children may make one; where a role loses the right, none is made and the existing ones end', async () => {
    const child = room.students[0] as TestPerson;
    const allow = (role: string, isActive: boolean) =>
      sql`UPDATE resource_policies tie SET is_active = ${isActive} FROM policies, roles, actions, resources
           WHERE policies.id = tie.policy_id AND roles.id = policies.role_id AND actions.id = policies.action_id AND resources.id = tie.resource_id
             AND roles.key = ${role} AND actions.key = 'subscribe' AND resources.key = 'calendar'`.execute(app.db);
    for (const role of ['admin', 'teachers', 'student', 'guardian'] as const) {
      const person = await scenario.person(role, room.schoolId);
      if (role === 'guardian')
        await sql`INSERT INTO guardian_ties (child_id, guardian_id, relation) VALUES (${child.accountId}, ${person.accountId}, 'Mother')`.execute(app.db);
      const url = await make(person);
      expect([role, (await read(url)).statusCode]).toEqual([role, 200]);
      await allow(role, false);
      expect([role, (await read(url)).statusCode, (await person.call(calendarFeedCreate)).error?.code]).toEqual([role, 404, 'NOT_ALLOWED']);
      // they still see that they have one, and end it
      expect((await person.call(calendarFeedGet)).body.created_at).toEqual(expect.any(String));
      await allow(role, true);
      expect([role, (await read(url)).statusCode]).toEqual([role, 200]);
      await allow(role, false);
      expect((await person.call(calendarFeedRevoke)).status).toBe(200);
      await allow(role, true);
      expect([role, (await read(url)).statusCode, (await read(await make(person))).statusCode]).toEqual([role, 404, 200]);
    }
  });

  test('[B2810] the right alone makes no address: somebody with neither a calendar nor children has nothing to show', async () => {
    const person = await scenario.person('student', room.schoolId);
    const url = await make(person);
    await sql`UPDATE account_roles SET is_active = false WHERE account_id = ${person.accountId}`.execute(app.db);
    await giveRights(app.db, person.accountId, ['calendar:subscribe']);
    expect([(await person.call(calendarFeedCreate)).status, (await read(url)).statusCode]).toEqual([404, 404]);
  });

  test('two made at once: one of them works', async () => {
    const person = await scenario.person('student', room.schoolId);
    const urls = await Promise.all([make(person), make(person), make(person)]);
    const statuses = await Promise.all(urls.map(async (url) => (await read(url)).statusCode));
    expect(statuses.sort()).toEqual([200, 404, 404]);
  });
});
