import { oneRosterExport, rosterApply, rosterGet, rosterRows } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemoSchool } from './demo/index.ts';
import { createFileStorage } from './modules/school/files/index.ts';
import { findOneRosterFaults, readTables } from './modules/connections/oneroster/testing/strict-one-roster.ts';
import { oneRoster, toCsv } from './modules/connections/rosters/testing/roster-files.ts';
import { uploadRoster } from './modules/connections/rosters/testing/upload-roster.ts';
import { assignPostedWork } from './modules/class/submissions/index.ts';
import { inTransaction } from './platform/database/index.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from './testing/index.ts';

/** The demo school with every kind of row: exported as files and imported again. */
let app: TestApp;
let admin: TestPerson;
let schoolId: number;
beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
  await seedDemoSchool(app.db, { storage: createFileStorage(app.dataDir) });
  const scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  schoolId = (await app.db.selectFrom('schools').select('id').executeTakeFirstOrThrow()).id;
  const room = await scenario.class({ students: 4, schoolId });
  const [oneWord, lastAlone, away, byHand] = room.students;
  await sql`UPDATE accounts SET first_name = 'Rosalía', last_name = '' WHERE id = ${oneWord!.accountId}`.execute(app.db);
  await sql`UPDATE accounts SET first_name = '', last_name = 'Suharto' WHERE id = ${lastAlone!.accountId}`.execute(app.db);
  await sql`UPDATE accounts SET first_name = '=Ana', last_name = E'de\tla  Cruz' WHERE id = ${byHand!.accountId}`.execute(app.db);
  await scenario.deactivate(room.otherTeacher.accountId);
  await scenario.remove(room.courseId, away!.accountId);
  // A person who teaches by one of the school's own roles.
  await sql`WITH own AS (INSERT INTO roles (name, key) VALUES ('Language coaches', 'language-coaches') RETURNING id)
    UPDATE account_roles SET role_id = own.id FROM own WHERE account_id = ${room.coTeacher.accountId}`.execute(app.db);
  const names = ['=HYPERLINK("http://evil.example")', '-Ana', 'Two\nlines', '\tTab', "'=quoted", 'Añil, "Café"', 'Gone', 'Archived'];
  await sql`
    WITH made AS (
      INSERT INTO courses (school_id, owner_id, name, room, section, subject, enrollment_code, archived_at, course_state)
      SELECT ${schoolId}, ${room.teacher.accountId}, given.name, given.name, repeat('Long section ', 4), 'Art, Music', 'trip' || row_number() OVER (),
             CASE given.name WHEN 'Gone' THEN app_now() END, CASE given.name WHEN 'Archived' THEN 'ARCHIVED' ELSE 'ACTIVE' END
        FROM unnest(${names}::text[]) AS given (name) RETURNING id, owner_id)
    INSERT INTO course_members (course_id, account_id, role) SELECT id, owner_id, 'TEACHER' FROM made`.execute(app.db);
  await sql`
    WITH made AS (INSERT INTO marking_periods (name, start_date, end_date) VALUES ('Fall', '2026-09-01', '2026-09-30'), ('Last year', '2025-09-01', '2026-01-31') RETURNING id)
    INSERT INTO marking_period_schools (marking_period_id, school_id) SELECT id, ${schoolId} FROM made`.execute(app.db);
  await sql`INSERT INTO grade_settings (course_id, calculation_type) VALUES (${room.courseId}, 'WEIGHTED_BY_CATEGORY')`.execute(app.db);
  await sql`INSERT INTO grade_categories (course_id, name, point, position) VALUES (${room.courseId}, 'Essays', 33.33, 1), (${room.courseId}, 'Labs', 66.67, 2)`.execute(
    app.db,
  );
  const description = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'One\r\ntwo\u2028three' }] }] };
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO course_works (course_id, creator_id, kind, work_type, title, description, posted_at, max_points)
      SELECT courses.id, courses.owner_id, 'ASSIGNMENT', 'ASSIGNMENT', E'Essay\nin two lines', ${JSON.stringify(description)}::jsonb, app_now(), 12.5
        FROM courses WHERE courses.id = ${room.courseId} OR courses.name IN ('Gone', 'Archived') RETURNING id`.execute(tx);
    await assignPostedWork(
      tx,
      rows.map(({ id }) => id),
    );
  });
  await sql`UPDATE submissions SET draft_grade = 11, assigned_grade = 11, state = 'RETURNED', returned_at = app_now()
    WHERE account_id = ${oneWord!.accountId}`.execute(app.db);
}, 300_000);
afterAll(() => app.close());

const exported = async (): Promise<Buffer> => (await admin.call(oneRosterExport, { query: { school_id: schoolId } })).body as Buffer;
async function upload(bytes: Buffer) {
  const { import: uploaded } = await uploadRoster(app, admin, [{ name: 'roster.zip', bytes }], { school_id: schoolId });
  const rows = (await admin.call(rosterRows, { params: { id: uploaded!.id }, query: { per_page: 200 } })).body.data;
  const state = (await admin.call(rosterGet, { params: { id: uploaded!.id } })).body.import;
  return {
    state,
    rows: rows.map(({ kind, outcome, external_id, name, said, changes }) =>
      [kind, outcome, external_id, name, ...said.map(({ code }) => code), ...changes.map(({ field }) => field)].join(' '),
    ),
  };
}

test('[B1620] a school that is exported and read again is as it was: no row would change anything', { timeout: 300_000 }, async () => {
  const { state, rows } = await upload(await exported());
  expect(rows.filter((row) => !row.endsWith('roleNotTaken'))).toEqual([]);
  expect([state.status, state.total_rows]).toEqual(['preview', 0]);
});

test('[B1623] every file and column of the export passes a strict reading of the standard', { timeout: 300_000 }, async () => {
  const bytes = await exported();
  expect(await findOneRosterFaults(bytes)).toEqual([]);
  expect((await readTables(bytes)).get('academicSessions.csv')!.map((row) => row[3])).toContain('School year 2026–2027');
});

test('[B1622] ids of the same form from another installation mean nobody here', { timeout: 300_000 }, async () => {
  const tables = await readTables(await exported());
  const manifest = tables.get('manifest.csv')!.map(([name, value]) => [name!, name === 'source.systemCode' ? 'of another' : value!]);
  const classes = tables.get('classes.csv')!.map((row) => row.map((cell, at) => (at === 3 && cell !== 'title' ? `Other ${cell}` : cell)));
  expect(manifest.some(([name]) => name === 'source.systemCode')).toBe(true);
  const files = [...tables, ['manifest.csv', manifest] as const, ['classes.csv', classes] as const].map(([name, cells]) => ({ name, bytes: toCsv(cells) }));
  const { counts } = (await uploadRoster(app, admin, [...new Map(files.map((file) => [file.name, file])).values()], { school_id: schoolId })).import!;
  expect(counts.class).toMatchObject({ changed: 0 });
  expect(counts.class!.new + counts.class!.waits).toBeGreaterThan(6);
});

test('[B1621] the same holds where a roster brought classes and somebody was added by hand; what is edited in the files means what is here', {
  timeout: 300_000,
}, async () => {
  const files = oneRoster({ school: 'Rowan Bridge School', teachers: ['t1', 't2'], students: ['s1', 's2'], classes: { a: ['t1', 's1'], b: ['t2', 's2'] } });
  const brought = (await uploadRoster(app, admin, files, { school_id: schoolId })).import!;
  expect((await admin.call(rosterApply, { params: { id: brought.id }, body: { create_accounts: true } })).error).toBeNull();
  await app.server.jobs.runDue();
  const { rows: people } = await sql<{ id: number; course_id: number }>`
    SELECT accounts.id, courses.id AS course_id FROM accounts, courses WHERE email = 's2@roster.test' AND courses.name = 'Class a'`.execute(app.db);
  await sql`INSERT INTO course_members (course_id, account_id, role) VALUES (${people[0]!.course_id}, ${people[0]!.id}, 'STUDENT')`.execute(app.db);
  const bytes = await exported();
  const { state, rows } = await upload(bytes);
  expect(rows.filter((row) => !row.endsWith('roleNotTaken'))).toEqual([]);
  expect(state.total_rows).toBe(0);
  // The files have one class renamed and one member more, in a school that people set up.
  const tables = await readTables(bytes);
  const [, ...users] = tables.get('users.csv')!;
  const classes = tables.get('classes.csv')!.map((row) => row.map((cell) => (cell === 'Science 10B' ? 'Science 10B again' : cell)));
  const of = (name: string): string => classes.find((row) => row.includes(name))![0]!;
  const enrolled = new Set(tables.get('enrollments.csv')!.flatMap(([, , , inClass, , user]) => (inClass === of('Science 10B again') ? [user] : [])));
  const other = users.find(([id, , , , email]) => /^student\d/.test(email!) && !enrolled.has(id))![0]!;
  tables.set('classes.csv', classes);
  tables.set('enrollments.csv', [...tables.get('enrollments.csv')!, ['new', '', '', of('Science 10B again'), '', other, 'student', '', '', '']]);
  const edited = [...tables].map(([name, cells]) => ({ name, bytes: toCsv(cells) }));
  const changed = (await uploadRoster(app, admin, edited, { school_id: schoolId })).import!;
  expect(changed.counts).toMatchObject({ class: { new: 0, changed: 1 }, member: { new: 1, ends: 0 }, person: { new: 0, error: 0 } });
  expect((await admin.call(rosterApply, { params: { id: changed.id }, body: {} })).error).toBeNull();
  await app.server.jobs.runDue();
  const { rows: places } = await sql`
    SELECT 1 FROM courses JOIN course_members ON course_id = courses.id
     WHERE name = 'Science 10B again' AND account_id = ${Number(other.replace('user-', ''))} AND left_at IS NULL`.execute(app.db);
  expect(places).toHaveLength(1);
  expect((await admin.call(rosterGet, { params: { id: changed.id } })).body.import).toMatchObject({ status: 'finished', failed_rows: 0 });
});
