import { accountList, auditList, gradeBook, profileGet, recordReadingList, recordReadingOwn, recordReadingUnusual, studentList } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let ann: TestPerson;
let ben: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ schoolId: await scenario.school('Pacific/Auckland') });
  [ann, ben] = room.students as [TestPerson, TestPerson];
}, 60_000);
afterAll(() => app.close());
beforeEach(async () => {
  await write();
  await sql`DELETE FROM record_readings`.execute(app.db);
});

const write = () => app.server.modules.readings.parts.writeReadings();
const own = async (person: TestPerson) => {
  await write();
  return (await person.call(recordReadingOwn)).body;
};
const kept = async () => {
  await write();
  const { rows } = await sql<{ account_id: number; reader_id: number; data_class: string; times: number; was_teacher: boolean; day: string; here: string }>`
    SELECT account_id, reader_id, data_class, times, was_teacher, day::text, (app_now() AT TIME ZONE 'Pacific/Auckland')::date::text AS here
      FROM record_readings ORDER BY account_id, reader_id, data_class`.execute(app.db);
  return rows;
};

describe('[B2701] a reading of another person’s record is kept once for each reader, person, class of data and day', () => {
  test('a list counts for each person that it shows, with the times and the day of the person’s school', async () => {
    for (const _ of [1, 2]) expect((await room.teacher.call(studentList, { query: { course_id: room.courseId } })).status).toBe(200);
    const rows = await kept();
    expect(rows.map(({ account_id }) => account_id)).toEqual(room.students.map(({ accountId }) => accountId));
    for (const row of rows) expect(row).toMatchObject({ reader_id: room.teacher.accountId, data_class: 'contact', times: 2, was_teacher: true, day: row.here });
    await room.teacher.call(studentList, { query: { course_id: room.courseId } });
    expect((await kept()).map(({ times }) => times)).toEqual([3, 3, 3]);
  });

  test('a gradebook counts, also for a reader who already has it', async () => {
    const read = (headers: Record<string, string>) =>
      app.server.app.inject({
        method: 'GET',
        url: `/api/dashboard/grade-book?class=${room.courseId}`,
        headers: { host: 'localhost', authorization: `Bearer ${room.teacher.token}`, ...headers },
      });
    const first = await read({});
    expect(first.statusCode).toBe(200);
    expect((await read({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304);
    const rows = await kept();
    expect(rows.map(({ account_id, data_class, times }) => [account_id, data_class, times])).toEqual(
      room.students.map(({ accountId }) => [accountId, 'grade', 2]),
    );
  });

  test('one’s own record is no reading, and a refused call shows nothing', async () => {
    expect((await ann.call(profileGet)).status).toBe(200);
    expect((await ann.call(accountList)).status).toBe(403);
    expect((await ann.call(profileGet, { query: { account_id: ben.accountId } })).status).toBe(404);
    expect(await kept()).toEqual([]);
  });

  test('two processes add to the same row, and a stopping one writes what it has', async () => {
    const other = await app.another({ sharesFolder: true, role: 'web' });
    await room.teacher.call(studentList, { query: { course_id: room.courseId } });
    expect((await other.call(studentList, { query: { course_id: room.courseId } }, { token: room.teacher.token })).status).toBe(200);
    await other.close();
    expect((await kept()).map(({ times }) => times)).toEqual([2, 2, 2]);
  });
});

describe('[B2702] a person sees who looked at their record, their teachers apart', () => {
  test('a sentence’s worth: teachers, programs, other teachers and the office, each with what and when', async () => {
    const office = await scenario.person('admin', room.schoolId);
    await room.teacher.call(gradeBook, { query: { class: room.courseId } });
    await room.teacher.call(studentList, { query: { course_id: room.courseId } });
    await office.call(profileGet, { query: { account_id: ann.accountId } });
    const elsewhere = await scenario.class({ schoolId: room.schoolId });
    app.server.readings.add({ accountId: elsewhere.teacher.accountId }, ['schoolwork'], [ann.accountId]);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO api_clients (school_id, name, client_id, scopes, secret_hash, created_by)
      VALUES (${room.schoolId}, 'Bus planner', 'bus', '{roster.readonly}', '', ${office.accountId}) RETURNING id`.execute(app.db);
    app.server.readings.add({ clientId: rows[0]!.id }, ['identity', 'contact'], [ann.accountId]);
    const seen = await own(ann);
    expect(seen.is_term).toBe(false);
    expect(seen.readers.map(({ kind, classes, days }) => [kind, classes, days]).sort()).toEqual([
      ['office', ['contact'], 1],
      ['otherTeacher', ['schoolwork'], 1],
      ['program', ['contact', 'identity'], 1],
      ['teacher', ['contact', 'grade'], 1],
    ]);
    expect(seen.readers.find(({ kind }) => kind === 'program')!.name).toBe('Bus planner');
    expect(seen.pagination.total).toBe(6);
    expect((await own(ben)).readers.map(({ kind }) => kind)).toEqual(['teacher']);
  });

  test('the readers are those since the marking period of the school began', async () => {
    await room.teacher.call(studentList, { query: { course_id: room.courseId } });
    await write();
    const { rows } = await sql<{ id: number }>`
      INSERT INTO marking_periods (name, start_date, end_date) VALUES ('Now', app_now()::date - 20, app_now()::date + 20) RETURNING id`.execute(app.db);
    await sql`INSERT INTO marking_period_schools (marking_period_id, school_id) VALUES (${rows[0]!.id}, ${room.schoolId})`.execute(app.db);
    await sql`UPDATE record_readings SET day = day - 30 WHERE account_id = ${ben.accountId}`.execute(app.db);
    expect(await own(ann)).toMatchObject({ is_term: true, readers: [{ kind: 'teacher' }] });
    expect(await own(ben)).toMatchObject({ is_term: true, readers: [], pagination: { total: 1 } });
    await sql`DELETE FROM marking_period_schools`.execute(app.db);
  });
});

describe('[B2703] administrators see the readings of their school by person, reader and day', () => {
  let office: TestPerson;
  beforeAll(async () => {
    office = await scenario.person('admin', room.schoolId);
    await giveRights(app.db, office.accountId, ['privacy:view']);
  });
  const search = async (person: TestPerson, query = {}) => (await person.call(recordReadingList, { query })).body.data;

  test('by person, by reader and by day', async () => {
    await room.teacher.call(studentList, { query: { course_id: room.courseId } });
    await room.coTeacher.call(gradeBook, { query: { class: room.courseId } });
    const rows = await kept();
    expect(await search(office, { account_id: ann.accountId })).toHaveLength(2);
    expect(await search(office, { reader_id: room.coTeacher.accountId })).toHaveLength(3);
    expect(await search(office, { reader_id: room.coTeacher.accountId, account_id: ann.accountId })).toEqual([
      expect.objectContaining({ data_class: 'grade', kind: 'teacher', times: 1, day: rows[0]!.here, client_id: null }),
    ]);
    expect(await search(office, { from: rows[0]!.here, to: rows[0]!.here })).toHaveLength(6);
    expect(await search(office, { to: '2001-01-01' })).toEqual([]);
    expect((await office.call(recordReadingList, { query: { from: '2026-02-02', to: '2026-02-01' } })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: { to: [expect.any(String)] },
    });
  });

  test('looking at it is a reading; another school and people without the right see nothing', async () => {
    await room.teacher.call(studentList, { query: { course_id: room.courseId } });
    await write();
    await search(office, { account_id: ann.accountId });
    expect((await kept()).filter(({ reader_id }) => reader_id === office.accountId)).toEqual([
      expect.objectContaining({ account_id: Math.min(ann.accountId, room.teacher.accountId), data_class: 'log' }),
      expect.objectContaining({ account_id: Math.max(ann.accountId, room.teacher.accountId), data_class: 'log' }),
    ]);
    const elsewhere = await scenario.person('admin', await scenario.school());
    await sql`UPDATE accounts SET role_id = NULL WHERE id = ${elsewhere.accountId}`.execute(app.db);
    await sql`UPDATE account_roles SET is_active = false WHERE account_id = ${elsewhere.accountId}`.execute(app.db);
    await giveRights(app.db, elsewhere.accountId, ['privacy:view']);
    expect(await search(elsewhere)).toEqual([]);
    expect((await room.teacher.call(recordReadingList)).status).toBe(403);
    expect((await room.teacher.call(recordReadingUnusual)).status).toBe(403);
    expect((await office.call(auditList)).status).toBe(200);
  });

  test('[B2704] an unusual reader is pointed out: ten times as many people as usual, or outside every class of theirs', async () => {
    const many = await scenario.class({ students: 12, schoolId: room.schoolId });
    const watched = many.teacher.accountId;
    for (const back of [6, 5, 4, 3, 2])
      await sql`INSERT INTO record_readings (account_id, reader_id, data_class, day, first_at, last_at, times, was_teacher)
                VALUES (${many.students[0]!.accountId}, ${watched}, 'contact', (app_now() AT TIME ZONE 'Pacific/Auckland')::date - ${back}::integer, app_now(), app_now(), 1, true)`.execute(
        app.db,
      );
    const unusual = async () => (await office.call(recordReadingUnusual)).body.readers;
    expect(await unusual()).toEqual([]);
    await many.teacher.call(studentList, { query: { course_id: many.courseId } });
    await write();
    expect(await unusual()).toEqual([expect.objectContaining({ reader_id: watched, people: 12, median: 1, outside: 0 })]);
    app.server.readings.add({ accountId: room.coTeacher.accountId }, ['schoolwork'], [many.students[0]!.accountId, ann.accountId]);
    app.server.readings.add({ accountId: room.teacher.accountId }, ['contact'], [many.students[0]!.accountId]);
    await write();
    expect((await unusual()).find(({ reader_id }) => reader_id === room.coTeacher.accountId)).toMatchObject({ people: 2, median: null, outside: 1 });
    expect((await unusual()).map(({ reader_id }) => reader_id)).not.toContain(room.teacher.accountId);
  });
});

describe('[B2705] readings are written outside of calls, and end after 400 days', () => {
  test('what cannot be written is kept and written later', async () => {
    await sql`ALTER TABLE record_readings RENAME TO readings_away`.execute(app.db);
    await room.teacher.call(studentList, { query: { course_id: room.courseId } });
    await write();
    await sql`ALTER TABLE readings_away RENAME TO record_readings`.execute(app.db);
    await room.teacher.call(studentList, { query: { course_id: room.courseId } });
    expect((await kept()).map(({ times }) => times)).toEqual([2, 2, 2]);
  });

  test('readings of people who are gone or simulated are left out, and do not keep others from being written', async () => {
    app.server.readings.add({ accountId: room.teacher.accountId }, ['grade'], [ann.accountId, 987_654_321]);
    app.server.readings.add({ accountId: 987_654_321 }, ['grade'], [ann.accountId]);
    expect((await kept()).map(({ account_id, reader_id }) => [account_id, reader_id])).toEqual([[ann.accountId, room.teacher.accountId]]);
  });
});
