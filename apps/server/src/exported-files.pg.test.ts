import { accountExport, contract, type DashboardDeclaration, dashboards, type Endpoint, gradeBookExport, liveSnapshotExport } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSheet } from './platform/spreadsheets/index.ts';
import { readSheets } from './platform/spreadsheets/testing/read-sheets.ts';
import { createScenario, giveRights, type RunningLesson, runLesson, startTestApp, type TestApp, type TestPerson } from './testing/index.ts';

/*
 * Every file that the product writes: those about students can be joined to other systems, and formulas are written in
 * one way, as people read them.
 */
const ROSTER_ID = 'S-0042';
let app: TestApp;
let room: RunningLesson;
let student: TestPerson;
let admin: TestPerson;
let email: string;

beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  const learners = await scenario.class({ students: 1 });
  const assessment = await scenario.assessment({ owner: learners.teacher, schoolId: learners.schoolId, classId: learners.courseId });
  await sql`UPDATE question_versions SET title = '$A_1$ and $\\frac{1}{2}$'`.execute(app.db);
  await sql`UPDATE question_responses SET title = '$R_' || position || '$ is larger'`.execute(app.db);
  room = await runLesson(app, { ...learners, ...assessment });
  [student] = learners.students as [TestPerson];
  await room.login(student);
  await room.answer(student, 'Form - 1A', 1);
  for (const step of ['re-assign', 'next', 'finished'] as const) await room.step(step);
  admin = await scenario.person('teachers', room.schoolId);
  await giveRights(app.db, admin.accountId, ['dashboards:view-school', 'accounts:view']);
  await sql`
    WITH source AS (INSERT INTO external_sources (school_id, kind, name) VALUES (${room.schoolId}, 'roster_file', 'Roster') RETURNING id)
    INSERT INTO external_links (source_id, kind, external_id, local_id) SELECT id, 'person', ${ROSTER_ID}, ${student.accountId} FROM source`.execute(app.db);
  ({ email } = await app.db.selectFrom('accounts').select('email').where('id', '=', student.accountId).executeTakeFirstOrThrow());
});
afterAll(() => app.close());

/** The files about students, each with the sheets that name them. */
const ABOUT_STUDENTS: Readonly<Record<string, () => Promise<string[][][]>>> = {
  [accountExport.name]: async () => [await rowsOf((await admin.call(accountExport, { query: {} })).body)],
  [gradeBookExport.name]: async () => [await rowsOf((await room.teacher.call(gradeBookExport, { query: { class: room.courseId, format: 'xlsx' } })).body)],
  [liveSnapshotExport.name]: async () => (await snapshot()).filter(([head]) => head?.[0] === 'Student'),
};
/** The other files, each with the reason why it does not name students, or is in a form of its own. */
const OTHERS: Readonly<Record<string, string>> = {
  'recordCopy.download': 'everything about one person, in a form of its own',
  'audit.export': 'entries about anybody, who are named with their email',
  'file.export': 'files and their owners',
  'incident.export': 'people of any kind, for letters, with the emails of their guardians',
  'import.errors': 'the rows of an uploaded file, as they were',
  'import.account.template': 'an empty template',
  'import.groupAccount.template': 'an empty template',
  'calendarFeed.read': 'one’s own calendar',
  'schoolLogo.read': 'a picture',
  'schoolColors.read': 'a style sheet',
  'import.questions.errors': 'the rows of an uploaded file, as they were',
  'export.question': 'questions, for an import, with formulas as they are typed',
  'roster.errors': 'the rows of an uploaded file, as they were',
  'export.oneroster': 'a standard with a form of its own, by the ids of rosters',
};

async function rowsOf(body: unknown): Promise<string[][]> {
  const found: string[][] = [];
  for await (const batch of readSheet(Buffer.from(body as Buffer), { mostColumns: 100 }))
    for (const { cells } of batch) found.push(Array.from(cells, (cell) => String(cell ?? '')));
  return found;
}
async function snapshot(): Promise<string[][][]> {
  const { body } = await room.teacher.call(liveSnapshotExport, { query: { assessment_id: room.assessmentId } });
  return (await readSheets(body as never)) as never;
}
const exportsOf = (): Set<string> =>
  new Set(dashboards.flatMap(({ endpoints }) => [endpoints.export, endpoints.exportTyped].flatMap((one) => (one === null ? [] : [one.name]))));

test('[B2436] every file is about students, or says why it is not', () => {
  const known = new Set([...Object.keys(ABOUT_STUDENTS), ...Object.keys(OTHERS), ...exportsOf()]);
  const written = (contract as readonly Endpoint[]).filter(({ download }) => download !== undefined).map(({ name }) => name);
  expect(written.filter((name) => !known.has(name))).toEqual([]);
  expect([...Object.keys(ABOUT_STUDENTS), ...Object.keys(OTHERS)].filter((name) => !written.includes(name))).toEqual([]);
});

test.each(Object.keys(ABOUT_STUDENTS))('[B2436] %s names students with their email and the id of the roster', async (name) => {
  const sheets = await ABOUT_STUDENTS[name]!();
  expect(sheets.length).toBeGreaterThan(0);
  for (const sheet of sheets) {
    const head = sheet.find((cells) => cells.includes('Roster ID'));
    expect([name, sheet[0], head !== undefined]).toEqual([name, sheet[0], true]);
    // a sheet of reasons has only those who wrote
    const ids = sheet.filter((cells) => cells.includes(email)).map((cells) => cells[head!.indexOf('Roster ID')]);
    expect([name, ids]).toEqual([name, sheet.length > 1 ? [ROSTER_ID] : []]);
  }
});

test('[B2436] the files of dashboards that name students do too', async () => {
  const named = dashboards.flatMap(({ declaration, endpoints }) => {
    const { figures, rows } = declaration as DashboardDeclaration;
    return Object.entries(figures).flatMap(([figure, { rows: of, kind }]) => {
      const { columns } = rows[of]!;
      return kind !== 'mean' && ('student' in columns || Object.values(columns).some(({ label }) => label === 'dashboard.column.student'))
        ? [{ endpoints, figure }]
        : [];
    });
  });
  expect(named.length).toBeGreaterThan(10);
  for (const { endpoints, figure } of named) {
    const [head = []] = await rowsOf((await admin.call(endpoints.export, { query: { figure, format: 'xlsx' } })).body);
    expect([figure, head]).toEqual([figure, expect.arrayContaining(['Email', 'Roster ID'])]);
  }
});

test('[B2436] formulas are written as they are read, in every file that names questions or responses', async () => {
  const all = JSON.stringify(await snapshot());
  expect(all).toContain('A₁ and 1/2');
  expect(all).toMatch(/R[₀-₉] is larger/);
  expect(all).not.toContain('$');
  const questions = dashboards.find(({ declaration }) => declaration.name === 'question-bank')!;
  const query = { figure: 'total_question', format: 'xlsx' } as const;
  const file = JSON.stringify(await rowsOf((await admin.call(questions.endpoints.export, { query })).body));
  expect(file).toContain('A₁ and 1/2');
  expect(file).not.toContain('$');
  const { body } = (await admin.call(questions.endpoints.rows, { query: { figure: 'total_question' } })) as { body: { data: { title: string }[] } };
  expect(body.data.map(({ title }) => title)).toContain('A₁ and 1/2');
});
