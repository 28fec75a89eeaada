import { addressOf, gradeBook } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readColumns } from '../../../platform/http/index.ts';
import { createScenario, startTestApp, type TestApp, type TestClass } from '../../../testing/index.ts';
import { unfiltered } from './matrix.ts';
import { mark, wantedItems, wantedStudents } from './matrix-queries.ts';

const [STUDENTS, WORKS] = [24, 12];
const COLUMNS = ['id', 'draft', 'marks', 'assigned', 'pairs', 'letters', 'excused', 'noted'];
let app: TestApp;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  room = await createScenario(app).class({ students: STUDENTS });
  const { courseId, teacher } = room;
  /** Draws a number from 0 to `most - 1`, the same one in each run. */
  const draw = (salt: number, most: number) => sql`((hashint8extended(row_number() OVER (), ${sql.lit(salt)}) & 65535) % ${sql.lit(most)})`;
  const grade = (salt: number) => sql`CASE WHEN ${draw(salt, 5)} > 0 THEN ${draw(salt + 1, 6)} * ${draw(salt + 2, 3)} * 0.25 END`;
  await sql`
    INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points, due_on, due_at, due_zone)
    SELECT ${courseId}, ${teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', 'Work ' || n, timestamptz '2026-09-02T00:00:00Z', 50,
           CASE WHEN n % 4 > 0 THEN date '2026-09-01' + n % 3 END, CASE WHEN n % 4 > 0 THEN timestamptz '2026-09-01T12:00:00Z' + n % 3 * interval '1 day' END,
           CASE WHEN n % 4 > 0 THEN 'UTC' END
      FROM generate_series(1, ${sql.lit(WORKS)}) n`.execute(app.db);
  // Some students have no row of a work, some rows were never assigned, and in the last works most grades differ.
  await sql`
    INSERT INTO submissions (course_id, course_work_id, account_id, assigned_at, state, late, draft_grade, assigned_grade, excused)
    SELECT ${courseId}, work.id, student.account_id, CASE WHEN ${draw(1, 8)} > 0 THEN timestamptz '2026-09-01T00:00:00Z' + ${draw(2, 4)} * interval '20 hours' END,
           (ARRAY['CREATED', 'TURNED_IN', 'RETURNED', 'RETURNED'])[1 + ${draw(3, 4)}], ${draw(4, 3)} = 0, given.draft,
           CASE WHEN work.place > 8 OR ${draw(5, 9)} = 0 THEN given.assigned ELSE given.draft END, ${draw(6, 7)} = 0
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM course_works WHERE course_id = ${courseId}) work
      JOIN course_members student ON student.course_id = ${courseId} AND student.role = 'STUDENT'
      CROSS JOIN LATERAL (SELECT 1 WHERE (work.id * 31 + student.account_id) % 11 > 0) has
      JOIN LATERAL (SELECT ${sql`((hashint8extended(work.id * 1000 + student.account_id, 7) & 65535) % 9) * 0.75`} AS draft,
                           CASE WHEN (work.id + student.account_id) % 5 > 0 THEN ((work.id * 7 + student.account_id) % 6) * 2.5 END AS assigned) given ON true`.execute(
    app.db,
  );
  await sql`UPDATE submissions SET draft_grade = drawn.grade, assigned_grade = CASE WHEN assigned_grade = draft_grade THEN drawn.grade ELSE assigned_grade END FROM (SELECT id, ${grade(11)} AS grade FROM submissions WHERE course_id = ${courseId}) drawn
             WHERE drawn.id = submissions.id AND submissions.id % 3 = 0`.execute(app.db);
  await sql`UPDATE submissions SET assigned_grade = NULL WHERE course_id = ${courseId} AND state <> 'RETURNED' AND id % 8 > 0
               AND course_work_id IN (SELECT id FROM course_works WHERE course_id = ${courseId} ORDER BY id LIMIT 8)`.execute(app.db);
  await sql`INSERT INTO submission_notes (course_work_id, account_id, note, written_by)
            SELECT course_work_id, account_id, 'Ask', ${teacher.accountId} FROM submissions WHERE course_id = ${courseId} AND id % 6 = 0`.execute(app.db);
  await sql`UPDATE course_members SET left_at = app_now() WHERE course_id = ${courseId} AND role = 'STUDENT' AND account_id % 7 = 0`.execute(app.db);
});
afterAll(() => app.close());

/** Selects the columns of the cells from the rows themselves, one student after the other, as the contract describes them. */
function fromRows({ withLeft, withLetters }: { withLeft: boolean; withLetters: boolean }): RawBuilder<unknown> {
  const filters = { ...unfiltered(room.courseId), withLeft };
  return sql`
    WITH roster AS MATERIALIZED (SELECT account_id, place::integer AS place FROM (${wantedStudents(filters)}) student),
    cell AS MATERIALIZED (
      SELECT work.id AS work, roster.place, CASE WHEN given.assigned_at IS NOT NULL THEN given.draft_grade::float8 END AS draft, given.assigned_grade::float8 AS assigned,
             given.assigned_at IS NOT NULL AND given.excused AS excused, ${mark} AS mark, note.note IS NOT NULL AS noted,
             given.assigned_at IS NOT NULL AND
               CASE WHEN given.state = 'RETURNED' THEN given.assigned_grade IS DISTINCT FROM given.draft_grade ELSE given.assigned_grade IS NOT NULL END AS differs
        FROM (${wantedItems(filters)}) work CROSS JOIN roster
        LEFT JOIN submissions given ON given.course_work_id = work.id AND given.account_id = roster.account_id
        LEFT JOIN submission_notes note ON note.course_work_id = work.id AND note.account_id = roster.account_id),
    item AS (
      SELECT work.id, work.due_at, json_agg(cell.draft ORDER BY place) AS draft, string_agg(cell.mark, '' ORDER BY place) AS marks,
             json_agg(json_build_array(place, assigned) ORDER BY place) FILTER (WHERE differs) AS assigned,
             json_agg(place ORDER BY place) FILTER (WHERE excused) AS excused, json_agg(place ORDER BY place) FILTER (WHERE noted) AS noted,
             ${sql.lit(withLetters)} AND count(*) FILTER (WHERE differs) * 5 > count(*) AS is_dense
        FROM (${wantedItems(filters)}) work JOIN cell ON cell.work = work.id GROUP BY work.id, work.due_at)
    SELECT item.id, CASE WHEN is_dense THEN '[]'::json ELSE draft END AS draft, marks,
           CASE WHEN is_dense THEN '[]'::json ELSE coalesce(assigned, '[]'::json) END AS assigned, coalesce(dense.pairs, '[]'::json) AS pairs,
           coalesce(dense.letters, '') AS letters, coalesce(excused, '[]'::json) AS excused, coalesce(noted, '[]'::json) AS noted
      FROM item LEFT JOIN LATERAL (
        SELECT json_agg(json_build_array(pair.draft, pair.assigned) ORDER BY pair.rank) FILTER (WHERE is_first) AS pairs,
               string_agg(chr(pair.rank + CASE WHEN pair.rank < 57 THEN 35 WHEN pair.rank < 91 THEN 36 ELSE 70 END), '' ORDER BY pair.place) AS letters
          FROM (SELECT cell.*, dense_rank() OVER (ORDER BY assigned, draft)::integer - 1 AS rank, row_number() OVER (PARTITION BY assigned, draft) = 1 AS is_first
                  FROM cell WHERE cell.work = item.id) pair
         WHERE is_dense) dense ON true
     ORDER BY item.due_at NULLS LAST, item.id`;
}

test.each([
  { withLeft: false, withLetters: false },
  { withLeft: false, withLetters: true },
  { withLeft: true, withLetters: true },
])('[B2936] the packed cells of a drawn class are, byte for byte, those that its rows make: %j', async (options) => {
  const { columns, rows } = await readColumns(app.db, fromRows(options), COLUMNS, 1000);
  expect(rows).toBe(WORKS);
  const query = `${options.withLeft ? '&left=true' : ''}${options.withLetters ? '&letters=true' : ''}`;
  const { body } = await app.server.app.inject({
    url: `${addressOf(gradeBook)}?class=${room.courseId}${query}`,
    headers: { authorization: `Bearer ${room.teacher.token}` },
  });
  for (const [name, text] of columns) expect(body).toContain(`"${name}":${text}`);
  // Every kind of cell was drawn.
  for (const letter of '-cntTrR') expect(columns.get('marks')).toContain(letter);
  const hasList = (name: string): boolean => /\[(?:\d|null|\[[\dn])/.test(columns.get(name)?.slice(1) ?? '');
  expect(['draft', 'pairs', 'assigned', 'excused', 'noted'].filter((name) => !hasList(name))).toEqual(options.withLetters ? [] : ['pairs']);
});
