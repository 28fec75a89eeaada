import { addressOf, gradeActPreview, gradeBook, gradeBulk } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass } from '../../../testing/index.ts';

const [STUDENTS, ITEMS, CHANGED] = [200, 100, 15_000];
const MOST_BYTES = 40_960;
const FIRST_NAMES = 'Amara Ben Chloe Daniel Elif Farah Grace Hugo Isla Jonas Kavya Leo Mei Nadia Omar Priya Quentin Rosa Samir Tomasz Uma Viktor Wanda Yusuf';
const LAST_NAMES = 'Diallo Whitaker Nguyen Okoye Yılmaz Haddad Lindqvist Martins Brennan Weber Raman Kowalski Osei Petrova Suzuki Tadesse Vargas Xu Zeller';

let app: TestApp;
let scenario: Scenario;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

/**
 * Creates a class in which four fifths of all grades are given and returned, in steps of this many points. The random
 * numbers are always the same.
 */
async function largeClass(step: number): Promise<TestClass & { workIds: number[] }> {
  const room = await scenario.class({ students: 0 });
  const { schoolId, courseId, teacher } = room;
  const one = (list: string, salt: number) =>
    sql`(string_to_array(${list}, ' '))[1 + (hashint8extended(n, ${salt}) & 1023) % ${sql.lit(list.split(' ').length)}]`;
  await sql`
    WITH person AS (
      INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, role_id)
      SELECT ${schoolId}, 3, ${one(FIRST_NAMES, 1)}, ${one(LAST_NAMES, 2)}, n || '@class' || ${courseId}::text || '.example', n || '@class' || ${courseId}::text || '.example', roles.id
        FROM generate_series(1, ${sql.lit(STUDENTS)}) n JOIN roles ON roles.key = 'student' RETURNING id)
    INSERT INTO course_members (course_id, account_id, role) SELECT ${courseId}, id, 'STUDENT' FROM person`.execute(app.db);
  const works = await sql<{ id: number }>`
    INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points, due_on, due_at, due_zone)
    SELECT ${courseId}, ${teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT',
           (ARRAY['Charge and current', 'Ohm’s law worksheet', 'Lab: resistance of a wire', 'Test: circuits'])[1 + n % 4] || ' ' || n, app_now(),
           CASE WHEN n % 2 = 0 THEN 50 ELSE 100 END, date '2026-09-01' + n % 200, timestamptz '2026-09-01T23:59:59Z' + n % 200 * interval '1 day', 'UTC'
      FROM generate_series(1, ${sql.lit(ITEMS)}) n RETURNING id`.execute(app.db);
  const chance = (salt: number) => sql`((hashint8extended(work.id * 1000003 + student.account_id, ${salt}) & 65535) / 65536.0)`;
  await sql`
    INSERT INTO submissions (course_id, course_work_id, account_id, assigned_at, state, draft_grade, assigned_grade)
    SELECT work.course_id, work.id, student.account_id, timestamptz '2026-08-01', CASE WHEN points IS NULL THEN 'CREATED' ELSE 'RETURNED' END, points, points
      FROM course_works work JOIN class_students student ON student.course_id = work.course_id
     CROSS JOIN LATERAL (
       SELECT CASE WHEN ${chance(1)} < 0.8
                   THEN round(work.max_points * least(1, 0.45 + 0.2 * (${chance(2)} + ${chance(3)} + ${chance(4)})) / ${step}::numeric) * ${step}::numeric END AS points) given
     WHERE work.course_id = ${courseId}`.execute(app.db);
  return { ...room, workIds: works.rows.map(({ id }) => id) };
}

/** Returns the size of the answer in bytes, as it is sent. */
async function bytesOf({ courseId, teacher }: TestClass, coding: 'br' | 'gzip', query = ''): Promise<number> {
  const { rawPayload, statusCode, headers } = await app.server.app.inject({
    url: `${addressOf(gradeBook)}?class=${courseId}${query}`,
    headers: { authorization: `Bearer ${teacher.token}`, 'accept-encoding': coding },
  });
  expect([statusCode, headers['content-encoding']]).toEqual([200, coding]);
  return rawPayload.byteLength;
}

test.each([0.5, 0.25])(
  '[B1691] [B1914] 15,000 grades in steps of %d points, scaled and not returned yet, arrive with those of 200 students and 100 items in 40 KB',
  async (step) => {
    const room = await largeClass(step);
    const { courseId, teacher, workIds } = room;
    const act = { kind: 'scale', by: 'factor', value: 1.05 } as const;
    const { changes } = (await teacher.call(gradeActPreview, { body: { courseId, act, course_work_ids: workIds } as never })).body;
    const some = Object.fromEntries(Object.entries(changes).map(([name, column]) => [name, column.slice(0, CHANGED)]));
    const done = await teacher.call(gradeBulk, { body: { courseId, kind: 'scale', all_or_nothing: true, changes: some } as never });
    expect(done.body).toMatchObject({ count: CHANGED, refused_count: 0 });
    const bytes = await bytesOf(room, 'br', '&letters=true');
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    // gzip too, for proxies that only use http; draft and returned grade as two columns are far larger
    expect(await bytesOf(room, 'gzip', '&letters=true')).toBeLessThanOrEqual(MOST_BYTES);
    expect(await bytesOf(room, 'br')).toBeGreaterThan(2.4 * bytes);
  },
);
