import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { createScenario, startTestApp, type TestApp } from '../../../testing/index.ts';
import { sumWorks } from './sums-queries.ts';

const CLASSES = 300;
const STUDENTS = 30;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const schoolId = await createScenario(app).school();
  const run = async (statement: ReturnType<typeof sql>, db: Db = app.db): Promise<void> => void (await statement.execute(db));
  await run(sql`
    INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, role_id)
    SELECT ${schoolId}, CASE WHEN n = 0 THEN 2 ELSE 3 END, 'Ada', 'Of sums ' || n, 'sums' || n || '@sums.test', 'sums' || n || '@sums.test',
           (SELECT id FROM roles WHERE key = CASE WHEN n = 0 THEN 'teachers' ELSE 'student' END)
      FROM generate_series(0, ${CLASSES}::int) n`);
  await inTransaction(app.db, async (tx) => {
    await run(
      sql`
      INSERT INTO courses (school_id, owner_id, name, enrollment_code)
      SELECT ${schoolId}, (SELECT id FROM accounts WHERE email = 'sums0@sums.test'), 'Class ' || n, 'sums' || n FROM generate_series(1, ${CLASSES}::int) n`,
      tx,
    );
    await run(sql`INSERT INTO course_members (course_id, account_id, role) SELECT id, owner_id, 'TEACHER' FROM courses WHERE enrollment_code LIKE 'sums%'`, tx);
  });
  await run(sql`
    INSERT INTO course_members (course_id, account_id, role)
    SELECT courses.id, accounts.id, 'STUDENT' FROM courses CROSS JOIN generate_series(1, ${STUDENTS}::int) m
      JOIN accounts ON accounts.email = 'sums' || (1 + (courses.id * 7 + m) % ${CLASSES}) || '@sums.test' WHERE enrollment_code LIKE 'sums%'`);
  await run(sql`
    INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points)
    SELECT id, owner_id, 'ASSIGNMENT', 'ASSIGNMENT', 'Work', app_now(), 50 FROM courses WHERE enrollment_code LIKE 'sums%'`);
  await run(sql`
    INSERT INTO submissions (course_id, course_work_id, account_id, state)
    SELECT work.course_id, work.id, member.account_id, 'CREATED' FROM course_works work JOIN course_members member USING (course_id) WHERE member.role = 'STUDENT'
    ON CONFLICT DO NOTHING`);
  await run(sql`ANALYZE`);
});
afterAll(() => app.close());

test('[B2035] sums of some works read the submissions of those works, and not those of all works there are', async () => {
  const read = await inTransaction(app.db, async (tx) => {
    expect(await sumWorks(tx, 20)).toBe(20);
    const { rows } = await sql<{ read: number }>`
      SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_xact_user_tables WHERE relname = 'submissions'`.execute(tx);
    return rows[0]!.read;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(2 * 20 * STUDENTS);
});
