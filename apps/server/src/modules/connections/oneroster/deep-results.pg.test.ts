import { createTranslate, en } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../platform/database/index.ts';
import { createScenario, startTestApp, type TestApp, type TestClass } from '../../../testing/index.ts';
import { results } from './provider/gradebook-queries.ts';
import { type Page, readPage } from './provider/page-queries.ts';
import { loadScope } from './provider/scope.ts';
import { approveApp, GRADEBOOK, type Program, type ProgramReply } from './testing/program.ts';

const [STUDENTS, WORKS, DEEP, LIMIT] = [200, 60, 10_000, 100];
let app: TestApp;
let room: TestClass;
let program: Program;

beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
  room = await createScenario(app).class({ students: 0 });
  program = await approveApp(app, room.admin, room.schoolId);
  const { courseId, schoolId, teacher } = room;
  await sql`
    WITH person AS (
      INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, role_id)
      SELECT ${schoolId}, 3, 'Amara', 'Diallo', n || '@results.example', n || '@results.example', roles.id
        FROM generate_series(1, ${sql.lit(STUDENTS)}) n JOIN roles ON roles.key = 'student' RETURNING id)
    INSERT INTO course_members (course_id, account_id, role) SELECT ${courseId}, id, 'STUDENT' FROM person`.execute(app.db);
  await sql`
    WITH work AS (
      INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points)
      SELECT ${courseId}, ${teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', 'Work ' || n, app_now(), 50 FROM generate_series(1, ${sql.lit(WORKS)}) n RETURNING id)
    INSERT INTO submissions (course_id, course_work_id, account_id, assigned_at, state, draft_grade, assigned_grade)
    SELECT ${courseId}, work.id, student.account_id, app_now(), 'RETURNED', student.account_id % 50, student.account_id % 50
      FROM work CROSS JOIN class_students student WHERE student.course_id = ${courseId}`.execute(app.db);
  await sql`VACUUM ANALYZE`.execute(app.db);
});
afterAll(() => app.close());

const ids = ({ body }: ProgramReply): string[] => body.results.map(({ sourcedId }: { sourcedId: string }) => sourcedId);
const nextOf = ({ headers }: ProgramReply): string => /<https?:\/\/[^/]+(\/[^>]+)>; rel="next"/.exec(String(headers['link']))?.[1] ?? '';
const readAt = (offset: number) => program.get(`${GRADEBOOK}/results?limit=${LIMIT}&offset=${offset}`);

/** Counts the rows of submissions that a page reads, from the table and by its indexes. */
async function countRead(page: Pick<Page, 'offset' | 'goneBefore'>): Promise<number> {
  return app.db.connection().execute(async (db: Db) => {
    const scope = await loadScope(db, room.schoolId, { origin: 'https://school.example', t: createTranslate(en) });
    const count = async (): Promise<number> => {
      await sql`SELECT pg_stat_force_next_flush()`.execute(db);
      const { rows } = await sql<{ read: number }>`
        SELECT (seq_tup_read + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes index WHERE index.relid = own.relid))::integer AS read
          FROM pg_stat_user_tables own WHERE relname = 'submissions'`.execute(db);
      return rows[0]!.read;
    };
    const before = await count();
    await readPage(db, results(scope, {}), { filter: [], sort: null, fields: ['sourcedId', 'score'], limit: LIMIT, ...page });
    return (await count()) - before;
  });
}

test('[B2932] the next page of results goes on from the last one and has the records and the total of its offset', async () => {
  const deep = await readAt(DEEP);
  const next = nextOf(deep);
  expect(next).toMatch(/offset=10100&after=\d+&total=12000$/);
  const [byKey, byOffset] = [await program.get(next), await readAt(DEEP + LIMIT)];
  expect([ids(byKey), byKey.headers['x-total-count']]).toEqual([ids(byOffset), '12000']);
  expect(nextOf(byKey)).toBe(nextOf(byOffset));
  // The last page ends the list, and where there are fewer records than there were, the total says so.
  const last = await program.get(nextOf(await readAt(11_800)));
  expect([ids(last).length, nextOf(last), last.headers['x-total-count']]).toEqual([100, '', '12000']);
  const beyond = await program.get(next.replace(/after=\d+/, `after=${Number.MAX_SAFE_INTEGER}`));
  expect([ids(beyond), beyond.headers['x-total-count']]).toEqual([[], '10100']);
});

test('[B2933] a page deep in the results reads about its own rows', async () => {
  const found = await sql<{ id: number }>`SELECT id FROM submissions ORDER BY id OFFSET ${DEEP - 1} LIMIT 1`.execute(app.db);
  const goneBefore = { id: found.rows[0]!.id, total: STUDENTS * WORKS };
  expect(await countRead({ offset: DEEP, goneBefore })).toBeLessThan(3 * LIMIT);
  expect(await countRead({ offset: DEEP, goneBefore: null })).toBeGreaterThan(DEEP);
});

test('[B2934] in another order the offset alone counts; a mark that is no number is refused by its name', async () => {
  const sorted = await program.get(`${GRADEBOOK}/results?limit=${LIMIT}&offset=100&sort=score&after=5&total=7`);
  const plain = await program.get(`${GRADEBOOK}/results?limit=${LIMIT}&offset=100&sort=score`);
  expect([ids(sorted), sorted.headers['x-total-count']]).toEqual([ids(plain), '12000']);
  expect(nextOf(plain)).not.toContain('after');
  const lineItems = await program.get(`${GRADEBOOK}/lineItems?limit=10`);
  expect(nextOf(lineItems)).not.toContain('after');
  for (const wrong of ['after=x', 'after=0', 'total=-1']) {
    const reply = await program.get(`${GRADEBOOK}/results?${wrong}`);
    expect([reply.status, reply.body.imsx_description]).toEqual([400, expect.stringContaining(wrong.split('=')[0]!)]);
  }
});
