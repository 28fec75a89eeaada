import { courseWorkList, dashboardDefinitions, gradeActPreview, gradeBookReturn, gradesDashboard, homeGet } from '@classwright/contract';
import { findReturnProblem, findWaiting, SUBMISSION_STATES, type SubmissionState } from '@classwright/rules/grading/submissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateSums } from './modules/overview/dashboards/sums.ts';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from './testing/index.ts';

interface Standing {
  state: SubmissionState;
  isExcused: boolean;
  maxPoints: number | null;
  draftGrade: number | null;
  assignedGrade: number | null;
}
const STANDINGS: Standing[] = SUBMISSION_STATES.flatMap((state) =>
  [false, true].flatMap((isExcused) =>
    [null, 10].flatMap((maxPoints) =>
      [null, 5, 7].flatMap((draftGrade) => [null, 5].map((assignedGrade) => ({ state, isExcused, maxPoints, draftGrade, assignedGrade }))),
    ),
  ),
);

/** Other properties of work that decide if anyone has to do it. */
const WORKS: Record<string, Record<string, unknown>> = {
  posted: {},
  late: { due_at: new Date('2020-01-01T00:00:00Z'), due_on: '2020-01-01' },
  lasting: { due_at: new Date('2099-01-01T00:00:00Z'), due_on: '2099-01-01' },
  draft: { state: 'DRAFT', posted_at: null },
  scheduled: { state: 'DRAFT', posted_at: null, scheduled_at: new Date('2099-01-01T00:00:00Z') },
  archived: { archived_at: new Date() },
  material: { kind: 'MATERIAL', work_type: 'MATERIAL' },
  'created in Google Classroom': { external: JSON.stringify({ isForeign: true }) },
};

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let rooms: { own: TestClass; second: TestClass; archived: TestClass; suspended: TestClass; elsewhere: TestClass };

/** Creates one work for each standing in a class, each with a submission of each of its students. */
async function fill(room: TestClass, values: Record<string, unknown>, standings = STANDINGS): Promise<void> {
  const students = room.students.map(({ accountId }) => accountId);
  for (const [index, { state, isExcused, maxPoints, draftGrade, assignedGrade }] of standings.entries()) {
    const work = await app.db
      .insertInto('course_works')
      .values({
        ...{ course_id: room.courseId, creator_id: room.teacher.accountId, kind: 'ASSIGNMENT', work_type: 'ASSIGNMENT', title: `Work ${index}` },
        ...{ posted_at: new Date('2019-09-01T00:00:00Z'), max_points: maxPoints, ...values },
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`
      INSERT INTO submissions (course_id, course_work_id, account_id, state, assigned_at, excused, draft_grade, assigned_grade, late)
      SELECT ${room.courseId}, ${work.id}, account_id, ${state}, CASE WHEN account_id <> ${students.at(-1)!} THEN timestamptz '2019-09-01' END,
             ${isExcused}, ${draftGrade}, ${assignedGrade}, ${index % 2 === 1} FROM unnest(${students}::bigint[]) AS account_id`.execute(app.db);
  }
}

beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
  scenario = createScenario(app);
  const own = await scenario.class({ students: 5 });
  admin = own.admin;
  const { schoolId } = own;
  const [second, archived, suspended, elsewhere] = [
    await scenario.class({ students: 3, schoolId }),
    await scenario.class({ students: 2, schoolId }),
    await scenario.class({ students: 2, schoolId }),
    await scenario.class({ students: 3 }),
  ];
  rooms = { own, second, archived, suspended, elsewhere };
  for (const room of [second, archived, suspended])
    await sql`INSERT INTO course_members (course_id, account_id, role) VALUES (${room.courseId}, ${own.teacher.accountId}, 'TEACHER')`.execute(app.db);
  for (const values of Object.values(WORKS)) await fill(own, values, values === WORKS['posted'] ? STANDINGS : STANDINGS.filter((_, index) => index % 5 === 0));
  for (const room of [second, archived, suspended, elsewhere]) await fill(room, {});
  await scenario.remove(own.courseId, own.students[0]!.accountId);
  await sql`UPDATE accounts SET status = false WHERE id = ${second.students[0]!.accountId}`.execute(app.db);
  await sql`UPDATE courses SET archived_at = app_now() WHERE id = ${archived.courseId}`.execute(app.db);
  await sql`UPDATE courses SET course_state = 'SUSPENDED' WHERE id = ${suspended.courseId}`.execute(app.db);
}, 120_000);
afterAll(() => app.close());

interface Raw extends Standing {
  course_id: number;
  course_work_id: number;
  id: number;
}

/** Counts what waits in some classes, by a loop over the raw rows, which shares only the rule with the product. */
async function countRaw(courseIds: readonly number[]) {
  const { rows: works } = await sql<Record<string, unknown>>`SELECT * FROM course_works`.execute(app.db);
  const { rows: courses } = await sql<Record<string, unknown>>`SELECT * FROM courses`.execute(app.db);
  const { rows: members } = await sql<Record<string, unknown>>`SELECT * FROM course_members WHERE role = 'STUDENT' AND left_at IS NULL`.execute(app.db);
  const { rows: accounts } = await sql<Record<string, unknown>>`SELECT id, status FROM accounts`.execute(app.db);
  const { rows: submissions } = await sql<Record<string, unknown>>`SELECT * FROM submissions`.execute(app.db);
  const found = { grade: [] as Raw[], return: [] as Raw[] };
  for (const one of submissions) {
    const work = works.find(({ id }) => id === one['course_work_id'])!;
    const course = courses.find(({ id }) => id === one['course_id'])!;
    if (!courseIds.includes(course['id'] as number) || course['archived_at'] !== null || course['course_state'] !== 'ACTIVE') continue;
    if (work['archived_at'] !== null || work['state'] !== 'PUBLISHED' || work['work_type'] === 'MATERIAL' || one['assigned_at'] === null) continue;
    if (!members.some((member) => member['course_id'] === course['id'] && member['account_id'] === one['account_id'])) continue;
    if (!accounts.find(({ id }) => id === one['account_id'])!['status']) continue;
    const [draftGrade, assignedGrade] = [one['draft_grade'] as number | null, one['assigned_grade'] as number | null];
    if (one['excused'] === true) continue;
    const raw = { ...(one as unknown as Raw), draftGrade, assignedGrade, maxPoints: work['max_points'] as number | null };
    const differs = one['state'] === 'RETURNED' ? draftGrade !== assignedGrade : draftGrade !== null;
    if (differs) found.return.push(raw);
    else if (one['state'] === 'TURNED_IN' && raw.maxPoints === null) found.return.push(raw);
    else if (one['state'] === 'TURNED_IN') found.grade.push(raw);
  }
  return found;
}

const homeOf = async (person: TestPerson) => (await person.call(homeGet)).body.staff!;
type Query = Record<string, string | number>;
const figuresOf = async (person: TestPerson, query: Query = {}) => {
  const { body } = await person.call(gradesDashboard.endpoints.get, { query: query as never });
  const { stats } = body as { stats: Record<string, number> };
  return [stats['turned_in_ungraded'], stats['to_return']];
};
/** Lists all rows behind a figure, page by page, following the link on Home. */
async function listRows(person: TestPerson, address: string): Promise<number[]> {
  const { tab: _tab, ...query } = Object.fromEntries(new URLSearchParams(address.split('?')[1]));
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await person.call(gradesDashboard.endpoints.rows, { query: { ...query, page, per_page: 50 } as never });
    ids.push(...body.data.map(({ id }: { id: number }) => id));
    if (body.data.length === 0) return ids;
  }
}
const sorted = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);

test('[B1661] SQL and the rules agree on what waits for a grade and what is to be returned, and what is to be returned can be', async () => {
  const { rows } = await sql<{ waits: string | null }>`
    SELECT waits_for(state, "isExcused", "maxPoints", "draftGrade", "assignedGrade") AS waits
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(STANDINGS)}::jsonb)
        AS (state text, "isExcused" boolean, "maxPoints" numeric, "draftGrade" numeric, "assignedGrade" numeric)) WITH ORDINALITY AS given
     ORDER BY ordinality`.execute(app.db);
  expect(rows.map(({ waits }) => waits)).toEqual(STANDINGS.map(findWaiting));
  const toReturn = STANDINGS.filter((standing) => findWaiting(standing) === 'return');
  expect(toReturn.filter((standing) => findReturnProblem(standing, true) !== null)).toEqual([]);
  expect(new Set(STANDINGS.map(findWaiting))).toEqual(new Set(['grade', 'return', null]));
});

describe('[B1662] “to grade” and “to return” are the same two numbers', () => {
  const theirs = () => [rooms.own.courseId, rooms.second.courseId, rooms.archived.courseId, rooms.suspended.courseId];

  test('on Home, on the Grades tab, in the lists that Home leads to and in a count of the rows as they are', async () => {
    const { teacher } = rooms.own;
    const raw = await countRaw(theirs());
    expect(Math.min(raw.grade.length, raw.return.length)).toBeGreaterThan(5);
    const home = await homeOf(teacher);
    expect([home.to_grade_total, home.to_return_total]).toEqual([raw.grade.length, raw.return.length]);
    expect(await figuresOf(teacher)).toEqual([raw.grade.length, raw.return.length]);
    for (const room of [rooms.own, rooms.second]) {
      const ofClass = await countRaw([room.courseId]);
      expect(home.to_grade.find(({ course_id }) => course_id === room.courseId)).toMatchObject({
        count: ofClass.grade.length,
        to_return: ofClass.return.length,
      });
      expect(await figuresOf(teacher, { class: room.courseId })).toEqual([ofClass.grade.length, ofClass.return.length]);
    }
    expect(home.to_grade).toHaveLength(2);
    const list = home.list_path!;
    expect(sorted(await listRows(teacher, `${list}&figure=turned_in_ungraded`))).toEqual(sorted(raw.grade.map(({ id }) => id)));
    expect(sorted(await listRows(teacher, `${list}&figure=to_return`))).toEqual(sorted(raw.return.map(({ id }) => id)));
  });

  test('in the list of classwork, summed over its pages', async () => {
    const raw = await countRaw([rooms.own.courseId]);
    let [toGrade, toReturn] = [0, 0];
    for (let page = 1; ; page += 1) {
      const { body } = await rooms.own.teacher.call(courseWorkList, { params: { id: rooms.own.courseId }, query: { page, per_page: 50 } });
      for (const row of body.data) {
        toGrade += row.to_grade_count!;
        toReturn += row.to_return_count!;
      }
      if (body.data.length === 0) break;
    }
    expect([toGrade, toReturn]).toEqual([raw.grade.length, raw.return.length]);
  });

  test('where the gradebook returns grades: what it says that it would return is all that is to be returned with a grade', async () => {
    const raw = await countRaw([rooms.own.courseId]);
    const works = [...new Set(raw.return.map(({ course_work_id }) => course_work_id))];
    const body = { courseId: rooms.own.courseId, act: { kind: 'return' as const }, course_work_ids: works };
    const preview = (await rooms.own.teacher.call(gradeActPreview, { body: body as never })).body;
    const takesGrade = raw.return.filter(({ state, draftGrade }) => !(state === 'TURNED_IN' && draftGrade === null));
    expect(preview.count).toBe(takesGrade.length);
  });

  test('for an administrator who teaches, by a link to their own classes alone; and for the whole house, from sums and without', async () => {
    await sql`INSERT INTO course_members (course_id, account_id, role) VALUES (${rooms.elsewhere.courseId}, ${admin.accountId}, 'TEACHER')`.execute(app.db);
    const raw = await countRaw([rooms.elsewhere.courseId]);
    const home = await homeOf(admin);
    expect([home.to_grade_total, home.to_return_total]).toEqual([raw.grade.length, raw.return.length]);
    expect(await listRows(admin, `${home.list_path!}&figure=to_return`)).toHaveLength(raw.return.length);
    const all = await countRaw(Object.values(rooms).map(({ courseId }) => courseId));
    expect(await figuresOf(admin)).toEqual([all.grade.length, all.return.length]);
    await updateSums(app.db);
    expect(await figuresOf(admin)).toEqual([all.grade.length, all.return.length]);
  });

  test('[B1926] for the head of a school who teaches, by a link to their own classes alone; who may not open the list gets none', async () => {
    const { otherTeacher: head, coTeacher } = rooms.second;
    await giveRights(app.db, head.accountId, ['dashboards:view-school']);
    await sql`INSERT INTO course_members (course_id, account_id, role) VALUES (${rooms.second.courseId}, ${head.accountId}, 'TEACHER')`.execute(app.db);
    const raw = await countRaw([rooms.second.courseId]);
    const home = await homeOf(head);
    expect([home.to_grade_total, home.to_return_total]).toEqual([raw.grade.length, raw.return.length]);
    expect(home.to_grade.map(({ course_id }) => course_id)).toEqual([rooms.second.courseId]);
    expect(await listRows(head, `${home.list_path!}&figure=turned_in_ungraded`)).toHaveLength(raw.grade.length);
    expect(await listRows(head, `${home.list_path!}&figure=to_return`)).toHaveLength(raw.return.length);
    await sql`UPDATE account_roles SET is_active = false WHERE account_id = ${coTeacher.accountId}`.execute(app.db);
    await giveRights(app.db, coTeacher.accountId, ['home:view', 'live-lessons:view', 'classwork:view']);
    expect(await homeOf(coTeacher)).toMatchObject({ list_path: null, to_grade: [{ course_id: rooms.second.courseId }] });
  });

  test('and nothing of them is another teacher’s, or a student’s, who learns of no draft', async () => {
    const other = await homeOf(rooms.own.otherTeacher);
    expect([other.to_grade, other.to_grade_total, other.to_return_total]).toEqual([[], 0, 0]);
    const elsewhere = await countRaw([rooms.elsewhere.courseId]);
    expect((await homeOf(rooms.elsewhere.teacher)).to_grade_total).toBe(elsewhere.grade.length);
    const student = rooms.own.students[1]!;
    const names = (await student.call(dashboardDefinitions)).body.data.flatMap(({ figures }) => figures.map(({ name }) => name));
    expect(names).not.toContain('to_return');
    const asked = await student.call(gradesDashboard.endpoints.rows, { query: { figure: 'to_return' } as never });
    expect(asked.body.data).toEqual([]);
  });

  test('and after all is returned there is nothing left with a grade to return', async () => {
    const { teacher, courseId } = rooms.second;
    const before = await countRaw([courseId]);
    expect(before.return.some(({ draftGrade }) => draftGrade !== null)).toBe(true);
    expect((await teacher.call(gradeBookReturn, { body: { courseId, message: 'Well done.' } as never })).status).toBe(200);
    const after = await countRaw([courseId]);
    expect(after.return.every(({ state, draftGrade }) => state === 'TURNED_IN' && draftGrade === null)).toBe(true);
    expect((await homeOf(teacher)).to_return_total).toBe(after.return.length);
  });
});
