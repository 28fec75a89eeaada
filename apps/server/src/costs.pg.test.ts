import { gradeBook, gradeBookExport, oneRosterExport, studentGradeBook } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp, type TestClass } from './testing/index.ts';

/** A budget that does not refill while a test runs. */
const BURST = 60;
let app: TestApp;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp({ isAlone: true, accountLimit: { perMinute: 0.001, burst: BURST } });
  room = await createScenario(app).class({ students: 1 });
  const { courseId, schoolId, teacher, students } = room;
  await sql`
    WITH made AS (
      INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points)
      SELECT ${courseId}, ${teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', 'Work ' || n, app_now(), 10 FROM generate_series(1, 1000) n RETURNING id)
    INSERT INTO submissions (course_id, course_work_id, account_id) SELECT ${courseId}, id, ${students[0]!.accountId} FROM made`.execute(app.db);
  await sql`
    WITH made AS (
      INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key)
      SELECT ${schoolId}, account_type_id, 'Many', 'Person ' || n, 'many' || n || '@many.test', 'many' || n || '@many.test'
        FROM accounts CROSS JOIN generate_series(1, 199) n WHERE accounts.id = ${students[0]!.accountId} RETURNING id)
    INSERT INTO course_members (course_id, account_id, role) SELECT ${courseId}, id, 'STUDENT' FROM made`.execute(app.db);
}, 60_000);
afterAll(() => app.close());

/** Returns how many calls a full budget allows before one is refused. */
async function countUntilRefused(call: () => Promise<{ status: number; error: { code?: string } | null }>): Promise<number> {
  for (let count = 0; ; count += 1) {
    const { status, error } = await call();
    if (error?.code === 'TOO_MANY_REQUESTS') return count;
    if (status !== 200) throw new Error(`${status}`);
  }
}

test('[B1533] a student’s own gradebook of 1,000 items costs three points, not one', async () => {
  const [student] = room.students;
  expect(await countUntilRefused(() => student!.call(studentGradeBook, { query: { class: room.courseId } }))).toBe(BURST / 3);
});

test('[B1533] a gradebook costs a point for each 10,000 cells, a few columns of it what every large answer does, and an unchanged one its declared price', async () => {
  const query = { class: room.courseId };
  // 200,000 cells: 20 points
  const whole = await room.teacher.call(gradeBook, { query });
  expect(whole.status).toBe(200);
  for (let n = 0; n < 4; n += 1)
    expect((await app.call(gradeBook, { query }, { token: room.teacher.token, headers: { 'if-none-match': String(whole.headers['etag']) } })).status).toBe(304);
  expect((await room.teacher.call(gradeBook, { query: { ...query, columns: '0-9' } })).status).toBe(200);
  // 20 + 4 × 5 + 5 of 60 are spent
  expect((await room.teacher.call(gradeBook, { query })).error?.code).toBe('TOO_MANY_REQUESTS');
});

test('[B1910] items named by their ids cost as many points as they have cells, not as many as the class', async () => {
  const { rows } = await sql<{ id: number }>`SELECT id::integer FROM course_works WHERE course_id = ${room.courseId} ORDER BY id LIMIT 250`.execute(app.db);
  const query = { class: room.courseId, items: rows.map(({ id }) => id) };
  // 50,000 cells: 5 of the 10 remaining points.
  expect(await countUntilRefused(() => room.teacher.call(gradeBook, { query }))).toBe(2);
});

test('[B1533] the export of a gradebook costs the same, and the zip of a school more than any of them', async () => {
  expect(await countUntilRefused(() => room.coTeacher.call(gradeBookExport, { query: { class: room.courseId, format: 'csv', scope: 'all' } }))).toBe(
    BURST / 20,
  );
  await sql`
    INSERT INTO submissions (course_id, course_work_id, account_id)
    SELECT work.course_id, work.id, member.account_id
      FROM course_works work JOIN course_members member ON member.course_id = work.course_id AND member.role = 'STUDENT'
     WHERE member.account_id <> ${room.students[0]!.accountId} ORDER BY work.id LIMIT 40000`.execute(app.db);
  // 41,000 submissions: 41 points of 60
  expect(await countUntilRefused(() => room.admin.call(oneRosterExport, { query: { school_id: room.schoolId } }))).toBe(1);
});
