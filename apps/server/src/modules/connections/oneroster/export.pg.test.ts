import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { auditList, oneRosterExport } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openZip } from '../../../platform/zip/index.ts';
import { createScenario, giveRights, startTestApp, type Scenario, type TestApp, type TestClass } from '../../../testing/index.ts';
import { uploadRoster } from '../rosters/testing/upload-roster.ts';
import { postWork } from '../../class/submissions/testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
});
afterAll(() => app.close());

async function read(bytes: Buffer): Promise<Record<string, string[]>> {
  const zip = openZip(bytes, { entries: 50, totalBytes: 10_000_000 });
  const files: Record<string, string[]> = {};
  for (const name of zip.names) {
    const pieces: Buffer[] = [];
    for await (const piece of zip.read(name)) pieces.push(piece);
    files[name] = Buffer.concat(pieces).toString().split('\r\n').slice(0, -1);
  }
  return files;
}

test('[B1077] a school’s roster and returned grades are the files of OneRoster 1.2, and nobody else’s', async () => {
  const other = await scenario.class({ students: 1 });
  const workId = await postWork(app, room, { title: 'Heat, light and "sound"\nII', max_points: 50 });
  const [left, graded] = room.students;
  await sql`UPDATE submissions SET draft_grade = 41.5, assigned_grade = 41.5, state = 'RETURNED', returned_at = app_now()
    WHERE course_work_id = ${workId} AND account_id = ${graded!.accountId}`.execute(app.db);
  await scenario.remove(room.courseId, left!.accountId);
  const reply = await room.admin.call(oneRosterExport, { query: { school_id: room.schoolId } });
  expect(reply.status).toBe(200);
  expect(reply.headers['content-disposition']).toMatch(/filename="oneroster-.*\.zip"/);
  const files = await read(reply.body as Buffer);
  expect(Object.keys(files).toSorted()).toEqual(
    ['academicsessions', 'categories', 'classes', 'courses', 'enrollments', 'lineitems', 'manifest', 'orgs', 'results', 'roles', 'users'].map(
      (name) => `${name}.csv`,
    ),
  );
  expect(files['manifest.csv']).toEqual(
    expect.arrayContaining(['propertyName,value', 'oneroster.version,1.2', 'file.users,bulk', 'file.demographics,absent', 'file.roles,bulk']),
  );
  expect(files['users.csv']).toHaveLength(1 + 7);
  expect(files['roles.csv']![1]).toMatch(/^"role-\d+-1",,,"user-\d+","primary","(?:teacher|student)",,,"school-\d+",$/);
  expect(files['enrollments.csv']).toHaveLength(1 + 4);
  expect(files['enrollments.csv']!.join()).not.toContain(`"user-${left!.accountId}"`);
  expect(files['lineitems.csv']!.slice(1).join('\r\n')).toContain('"Heat, light and ""sound"" II"');
  expect(files['results.csv']).toEqual([
    'sourcedId,status,dateLastModified,lineItemSourcedId,studentSourcedId,scoreStatus,score,scoreDate,comment,textScore,classSourcedId,inProgress,incomplete,late,missing',
    expect.stringMatching(
      new RegExp(
        `^"result-\\d+",,,"lineItem-${workId}","user-${graded!.accountId}","fully graded","41.5","\\d{4}-\\d\\d-\\d\\d",,,"class-${room.courseId}",,,"false",$`,
      ),
    ),
  ]);
  expect(JSON.stringify(files)).not.toContain(`user-${other.teacher.accountId}"`);
  const trail = await room.admin.call(auditList, { query: { subject_type: 'school' } });
  expect(trail.body.data[0]?.action).toBe('export.oneroster');
  await expect.poll(async () => (await readdir(path.join(app.dataDir), { recursive: true })).filter((name) => /oneroster-.*zip/.test(name))).toEqual([]);
});

test('[B1078] it is for whoever keeps programs, of a school within reach', async () => {
  expect((await room.teacher.call(oneRosterExport)).status).toBe(403);
  const keeper = await scenario.person('teachers', room.schoolId);
  await giveRights(app.db, keeper.accountId, ['api-clients:edit']);
  const other = await scenario.school();
  expect((await keeper.call(oneRosterExport)).status).toBe(200);
  expect((await keeper.call(oneRosterExport, { query: { school_id: other } })).status).toBe(422);
  expect((await room.admin.call(oneRosterExport)).status).toBe(422);
});

test('[B1267] what people wrote is no formula in the files, ids and numbers stand as they are, and rosters read back what was written', async () => {
  const school = await scenario.class({ students: 1 });
  const names = ['=HYPERLINK("http://evil.example")', '+49 Physik', '-Ana', '@home', "'=quoted", '\tTab', 'Añil, "Café"'];
  await sql`
    WITH made AS (
      INSERT INTO courses (school_id, owner_id, name, room, enrollment_code)
      SELECT school_id, owner_id, given.name, given.name, 'formula' || row_number() OVER ()
        FROM courses, unnest(${names}::text[]) AS given (name) WHERE courses.id = ${school.courseId} RETURNING id, owner_id)
    INSERT INTO course_members (course_id, account_id, role) SELECT id, owner_id, 'TEACHER' FROM made`.execute(app.db);
  const bytes = (await school.admin.call(oneRosterExport, { query: { school_id: school.schoolId } })).body as Buffer;
  const files = await read(bytes);
  const cells = files['classes.csv']!.slice(1).map((line) => /^"([^"]*)",,,"((?:[^"]|"")*)"/.exec(line)!);
  expect(cells.map(([, , title]) => title!.replaceAll('""', '"')).filter((title) => /^[=+@\-\t]/.test(title))).toEqual([]);
  expect(cells.map(([, , title]) => title)).toEqual(expect.arrayContaining([`'=HYPERLINK(""http://evil.example"")`, "'+49 Physik", "'-Ana", "''=quoted"]));
  expect(cells.every(([, id]) => /^class-\d+$/.test(id!))).toBe(true);
  const uploaded = await uploadRoster(app, school.admin, [{ name: 'roster.zip', bytes }], { school_id: school.schoolId });
  expect(uploaded.import).toMatchObject({ total_rows: 0, counts: { class: { new: 0, changed: 0, same: 1 + names.length } } });
});

test('a school of more people than are read at once is in it to the last', async () => {
  const big = await scenario.class({ students: 1 });
  await sql`
    WITH many AS (
      INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key)
      SELECT ${big.schoolId}, account_type_id, 'Many', 'Person ' || n, 'many' || n || '@many.test', 'many' || n || '@many.test'
        FROM accounts, generate_series(1, 4500) n WHERE accounts.id = ${big.students[0]!.accountId}
      RETURNING id)
    INSERT INTO course_members (course_id, account_id, role) SELECT ${big.courseId}, id, 'STUDENT' FROM many`.execute(app.db);
  const files = await read((await big.admin.call(oneRosterExport, { query: { school_id: big.schoolId } })).body as Buffer);
  const written = files['users.csv']!.filter((line) => line.includes('@many.test'));
  expect([written.length, new Set(written).size]).toEqual([4500, 4500]);
});
