import {
  attendanceDashboard,
  attendanceStudents,
  type DashboardDeclaration,
  dashboardDefinitions,
  dashboards,
  gradesDashboard,
  liveDashboard,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSheet } from '../../../platform/spreadsheets/index.ts';
import {
  createScenario,
  giveRights,
  type RunningLesson,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
/** A class of two with a finished lesson that only the first was in; the roster of the school knows the first. */
let room: RunningLesson;
let here: TestPerson;
let away: TestPerson;
let head: TestPerson;
/** A class of another school, which has held a lesson too. */
let other: RunningLesson;
const emails = new Map<number, string>();

const hold = async (lesson: RunningLesson, students: readonly TestPerson[]) => {
  for (const student of students) {
    await lesson.login(student);
    await lesson.answer(student, 'Form - 1A', 1);
  }
  for (const step of ['re-assign', 'next', 'finished'] as const) await lesson.step(step);
};

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await startLesson(app, scenario, { students: 2 });
  [here, away] = room.students as [TestPerson, TestPerson];
  await hold(room, [here]);
  other = await startLesson(app, scenario, { students: 1 });
  await hold(other, other.students);
  head = await scenario.person('teachers', room.schoolId);
  await giveRights(app.db, head.accountId, ['dashboards:view-school']);
  const link = async (schoolId: number, kind: string, account: number, externalId: string) =>
    sql`
    WITH source AS (INSERT INTO external_sources (school_id, kind, name) VALUES (${schoolId}, ${kind}, ${kind}) RETURNING id)
    INSERT INTO external_links (source_id, kind, external_id, local_id) SELECT id, 'person', ${externalId}, ${account} FROM source`.execute(app.db);
  await link(room.schoolId, 'google_classroom', here.accountId, 'of Google');
  await link(other.schoolId, 'roster_file', here.accountId, 'of another school');
  await link(room.schoolId, 'roster_file', here.accountId, 'S-0042');
  const { rows } = await sql<{ id: number; email: string }>`SELECT id, email FROM people`.execute(app.db);
  for (const { id, email } of rows) emails.set(id, email);
});
afterAll(() => app.close());

const lines = (text: unknown): string[][] =>
  String(text)
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
const nameOf = ({ firstName, lastName }: TestPerson): string => `${firstName} ${lastName}`;

describe('files of people', () => {
  test('[B2456] carry the email and the id of the school’s roster, which screens neither show, sort by nor are sent', async () => {
    const { endpoints } = attendanceDashboard;
    const [titles, ...rows] = lines((await room.teacher.call(endpoints.export, { query: { figure: 'total_students', format: 'csv' } })).body);
    expect(titles).toEqual(['Student', 'Email', 'Roster ID', 'Lessons', 'Logged in', '"Logged in', ' %"', 'Submitted', 'Engaged']);
    expect(rows).toEqual([
      [nameOf(away), emails.get(away.accountId), '', '1', '0', '0', '0', '0'],
      [nameOf(here), emails.get(here.accountId), 'S-0042', '1', '1', '100', '0', '0'],
    ]);
    const people = dashboards.flatMap(({ declaration, endpoints: of }) =>
      Object.entries((declaration as DashboardDeclaration).figures).flatMap(([figure, { rows: name, kind }]) =>
        kind !== 'mean' && 'roster_id' in (declaration as DashboardDeclaration).rows[name]!.columns ? [{ of, figure }] : [],
      ),
    );
    expect(people.length).toBeGreaterThan(15);
    for (const { of, figure } of people) {
      const query = { figure, format: 'csv' };
      const [head = []] = lines((await room.teacher.call(of.export, { query })).body);
      expect([figure, head]).toEqual([figure, expect.arrayContaining(['Email', 'Roster ID'])]);
      const { body } = (await room.teacher.call(of.rows, { query: { figure } })) as { body: { data: object[] } };
      for (const row of body.data) expect(row).not.toHaveProperty('roster_id');
      expect((await room.teacher.call(of.rows, { query: { figure, sort: 'roster_id' } })).status).toBe(422);
    }
    const { data } = (await room.teacher.call(dashboardDefinitions)).body;
    expect(JSON.stringify(data)).not.toContain('roster_id');
    const own = String((await here.call(endpoints.export, { query: { figure: 'total_logged_in', format: 'csv' } })).body);
    expect(own).not.toMatch(/Email|Roster ID/);
  });

  test('[B2455] have days as dates in a workbook, and as 2026-10-02 in CSV', async () => {
    const { endpoints } = liveDashboard;
    const { body } = await room.teacher.call(endpoints.export, { query: { figure: 'total_sessions', format: 'xlsx' } });
    const [, row] = await cellsOf(body as unknown as Buffer);
    const [, csv] = lines((await room.teacher.call(endpoints.export, { query: { figure: 'total_sessions', format: 'csv' } })).body);
    expect([row![0], csv![0]]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), row![0]]);
  });
});

async function cellsOf(bytes: Buffer): Promise<(string | null)[][]> {
  const found: (string | null)[][] = [];
  for await (const batch of readSheet(Buffer.from(bytes), { mostColumns: 100 }))
    for (const { cells } of batch) found.push(Array.from(cells, (cell) => cell ?? null));
  return found;
}

describe('the filters for a school, a teacher and a class', () => {
  const typed: Record<string, Record<string, string>> = { 'student-enrollment': { teacher: 'typed', class: 'typed' } };
  const named = (declaration: DashboardDeclaration, label: string): string =>
    Object.entries(declaration.filters).find(([, filter]) => filter.label === `dashboard.filter.${label}`)![0];

  test.each(dashboards.map((dashboard) => [dashboard.declaration.name, dashboard] as const))(
    '[B2452] %s: Admin has all three, a head teacher and class, a teacher the class; each leaves what a person of that reach sees, and others are refused',
    async (name, { declaration, endpoints }) => {
      const [school, teacher, course] = ['school', 'teacher', 'class'].map((label) => named(declaration, label)) as [string, string, string];
      const isTyped = (filter: string): boolean => typed[name]?.[filter] !== undefined;
      const ask = async (person: TestPerson, body: object) => person.call(endpoints.filter, { body });
      const values = {
        [school]: room.schoolId,
        [teacher]: isTyped('teacher') ? room.teacher.lastName : room.teacher.accountId,
        [course]: isTyped('class') ? 'x' : room.courseId,
      };
      const statuses = async (person: TestPerson) =>
        Promise.all([school, teacher, course].map(async (filter) => (await ask(person, { [filter]: values[filter] })).status));
      const isOpenSchool = name === 'question-bank';
      expect(await statuses(room.admin)).toEqual([200, 200, 200]);
      expect(await statuses(head)).toEqual([isOpenSchool ? 200 : 403, 200, 200]);
      expect(await statuses(room.teacher)).toEqual([isOpenSchool ? 200 : 403, 403, 200]);
      expect(await statuses(here)).toEqual([403, 403, 403]);
      const strip = ({ body }: { body: object }) => ({ ...body, before: null, account_types: null, status: null });
      expect(strip(await ask(room.admin, { [school]: room.schoolId }))).toEqual(strip(await head.call(endpoints.get)));
      for (const id of isTyped('class') ? [] : [999_999, other.courseId]) expect((await ask(room.teacher, { [course]: id })).status).toBe(422);
      expect((await ask(room.admin, { [school]: 999_999 })).status).toBe(422);
    },
  );
});

describe('the students of the attendance table', () => {
  test('[B2457] are sorted by their share, the lowest first and those without a lesson last; each with what they did in every lesson', async () => {
    const late = await scenario.person('student', room.schoolId);
    await sql`INSERT INTO course_members (course_id, account_id, role) VALUES (${room.courseId}, ${late.accountId}, 'STUDENT')`.execute(app.db);
    const sorted = async (direction: 'asc' | 'desc') => (await room.teacher.call(attendanceStudents, { body: { sort: 'share', direction } })).body.students;
    const low = await sorted('asc');
    expect(low.map(({ id, newest }) => [id, newest.map(({ state }) => state)])).toEqual([
      [away.accountId, ['absent']],
      [here.accountId, ['loggedIn']],
      [late.accountId, []],
    ]);
    expect((await sorted('desc')).map(({ id }) => id)).toEqual([here.accountId, away.accountId, late.accountId]);
    const { data } = (await room.teacher.call(attendanceDashboard.endpoints.rows, { query: { figure: 'total_students' } })).body as { data: object[] };
    expect(data).toMatchObject([
      { share: 0, lessons: 1 },
      { share: 100, lessons: 1 },
      { share: null, lessons: 0 },
    ]);
    expect((await here.call(attendanceDashboard.endpoints.get)).body).toMatchObject({ stats: { total_students: 0 }, students: [{ id: here.accountId }] });
  });

  test('[B2458] a class that lost all its students has shares of nothing, and no number that is none', async () => {
    const empty = await startLesson(app, scenario, { students: 1 });
    await hold(empty, empty.students);
    await scenario.remove(empty.courseId, empty.students[0]!.accountId);
    for (const { declaration, endpoints } of dashboards) {
      const { status, body } = await empty.teacher.call(endpoints.get);
      expect([declaration.name, status]).toEqual([declaration.name, 200]);
      expect(JSON.stringify(body)).not.toMatch(/NaN|Infinity/);
    }
    const { stats, students } = (await empty.teacher.call(attendanceDashboard.endpoints.get)).body as { stats: object; students: object[] };
    expect([stats, students]).toEqual([expect.objectContaining({ total_logged_in: 0, total_students: 0, total_sessions: 1 }), []]);
    expect((await empty.teacher.call(liveDashboard.endpoints.get)).body).toMatchObject({ whole: { alone: { answered: 1 }, gain: null } });
    expect((await empty.teacher.call(gradesDashboard.endpoints.get)).body).toMatchObject({ stats: { total_classwork: 0 } });
  });
});
