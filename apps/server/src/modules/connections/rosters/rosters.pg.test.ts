import {
  accountUpdate,
  auditList,
  courseUpdate,
  rosterApply,
  rosterCancel,
  rosterErrors,
  rosterGet,
  rosterImport,
  rosterList,
  rosterRows,
  rosterUndo,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRows } from '../../../platform/spreadsheets/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { giveRights } from '../../../testing/rights.ts';
import { oneRoster, type SmallRoster, toCsv } from './testing/roster-files.ts';
import { createNamedSchool } from './testing/named-school.ts';
import { uploadRoster } from './testing/upload-roster.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  await scenario.school();
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

type Files = { name: string; bytes: Buffer }[];
const upload = (files: Files, body: Record<string, unknown> = {}, by = admin) => uploadRoster(app, by, files, body);
const preview = async (files: Files, body: Record<string, unknown> = {}, by = admin) => {
  const reply = await upload(files, body, by);
  expect([reply.status, reply.errors, reply.import?.status === 'failed' ? reply.import.message : reply.import?.status]).toEqual([201, undefined, 'preview']);
  return reply.import!;
};
const rowsOf = async (id: number, query: Record<string, unknown> = {}, by = admin) =>
  (await by.call(rosterRows, { params: { id }, query: { per_page: 200, ...query } })).body.data;
const apply = (id: number, body: Record<string, unknown> = { create_accounts: true }, by = admin) => by.call(rosterApply, { params: { id }, body });
const stateOf = async (id: number) => (await admin.call(rosterGet, { params: { id } })).body.import;
async function doIt(files: Files, body: Record<string, unknown> = { create_accounts: true }, said: Record<string, unknown> = {}) {
  const { id } = await preview(files, said);
  expect((await apply(id, body)).error).toBeNull();
  await app.server.jobs.runDue();
  return stateOf(id);
}
let made = 0;
async function newSchool(domain = ''): Promise<{ id: number; school: string }> {
  made += 1;
  const school = `Roster School ${made}`;
  return { id: await createNamedSchool({ app, scenario }, school, domain), school };
}
/** Makes the ids and addresses of a file unique to one school, since addresses are unique here. */
const own = (prefix: string, roster: Omit<SmallRoster, 'emails'>): SmallRoster => ({
  ...roster,
  emails: Object.fromEntries([...(roster.teachers ?? []), ...(roster.students ?? [])].map((id) => [id, `${prefix}${id}@roster.test`])),
});
const members = async (schoolId: number) => {
  const { rows } = await sql<{ name: string; email: string; role: string; left: boolean }>`
    SELECT courses.name, accounts.email, role, left_at IS NOT NULL AS left FROM course_members JOIN courses ON courses.id = course_id JOIN accounts ON accounts.id = account_id
     WHERE courses.school_id = ${schoolId} ORDER BY 1, 2`.execute(app.db);
  return rows.map(({ name, email, role, left }) => `${name} ${email} ${role}${left ? ' left' : ''}`);
};
const counted = async (table: string, schoolId: number) =>
  Number((await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)} WHERE school_id = ${schoolId}`.execute(app.db)).rows[0]?.count);
const small = (school: string, prefix: string): SmallRoster =>
  own(prefix, { school, teachers: ['t1'], students: ['s1', 's2'], classes: { a: ['t1', 's1', 's2'], b: ['s1'] } });

describe('a roster of OneRoster', () => {
  test('[B1011] is shown row by row and changes nothing; done, people are in their classes, which their teachers own', async () => {
    const { id: schoolId, school } = await newSchool();
    const shown = await preview(oneRoster(small(school, 'p1')));
    expect(shown).toMatchObject({
      ...{ status: 'preview', format: 'OneRoster 1.1', schools: [{ id: schoolId, name: school }], total_rows: 9, done_rows: 0 },
      counts: { school: { new: 1 }, session: { new: 1 }, person: { new: 3 }, class: { new: 1, waits: 1 }, member: { new: 3, waits: 1 } },
    });
    expect([await counted('accounts', schoolId), await counted('courses', schoolId)]).toEqual([0, 0]);
    expect((await rowsOf(shown.id, { kind: 'class', outcome: 'waits' })).map(({ name, said }) => [name, said[0]?.message])).toEqual([
      ['Class b', 'This class has no teacher. Choose one for all such classes, or add one to the roster.'],
    ]);
    const begun = await apply(shown.id);
    expect(begun.body).toMatchObject({ import: { status: 'waiting', can_apply: false }, message: 'Applying the roster. You can leave this page.' });
    await app.server.jobs.runDue();
    expect(await stateOf(shown.id)).toMatchObject({ status: 'finished', done_rows: 9, failed_rows: 0, can_undo: true, message: 'Done: 9 rows.' });
    expect(await members(schoolId)).toEqual(['Class a p1s1@roster.test STUDENT', 'Class a p1s2@roster.test STUDENT', 'Class a p1t1@roster.test TEACHER']);
    const { rows } = await sql`
      SELECT courses.subject, courses.room, courses.section, accounts.email, academic_sessions.title FROM courses JOIN accounts ON accounts.id = owner_id
        JOIN class_sessions ON course_id = courses.id JOIN academic_sessions ON academic_sessions.id = session_id WHERE courses.school_id = ${schoolId}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ subject: 'Physics', room: 'Room 1', section: 'code-a', email: 'p1t1@roster.test', title: 'Autumn' }]);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('action', 'like', 'roster.%')
      .where('subject_type', '<>', 'roster')
      .execute();
    expect(entries.map(({ action }) => action).sort()).toEqual(['roster.account', 'roster.account', 'roster.account', 'roster.class']);
  });

  test('[B1012] the same file again changes nothing and writes no row', async () => {
    const { school } = await newSchool();
    const files = oneRoster(own('p2', { school, teachers: ['t1'], students: ['s1'], classes: { a: ['t1', 's1'] } }));
    await doIt(files);
    const rows = async (): Promise<unknown[]> => {
      const tables = [
        'accounts',
        'account_roles',
        'courses',
        'course_members',
        'external_links',
        'external_sources',
        'academic_sessions',
        'class_sessions',
        'roster_rows',
      ];
      const of = tables.map((table) => sql`SELECT ${sql.lit(table)} AS name, count(*) AS count, max(xmin::text::bigint) AS newest FROM ${sql.table(table)}`);
      return (await sql`${sql.join(of, sql` UNION ALL `)}`.execute(app.db)).rows;
    };
    const before = await rows();
    const again = await preview(files);
    expect(await rows()).toEqual(before);
    expect(again).toMatchObject({ total_rows: 0, can_apply: false, message: 'Everything in this roster is already here. Nothing would change.' });
    expect(again.counts).toMatchObject({ person: { same: 2, new: 0 }, class: { same: 1 }, member: { same: 2 } });
    expect(await rowsOf(again.id)).toEqual([]);
    expect((await apply(again.id)).error?.code).toBe('ROSTER_NOT_PREVIEW');
  });

  test('[B1013] who has the address here already is that person, in their own name; an address elsewhere is an error', async () => {
    const { id: schoolId, school } = await newSchool();
    const other = await newSchool();
    const [known, stranger] = [await scenario.person('student', schoolId), await scenario.person('student', other.id)];
    const emailOf = async ({ accountId }: TestPerson) =>
      (await app.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email;
    const roster = { ...own('p3', { school, teachers: ['t1'], students: ['s1', 's2'], classes: { a: ['t1', 's1', 's2'] } }) };
    const files = oneRoster({ ...roster, emails: { ...roster.emails, s1: (await emailOf(known)).toUpperCase(), s2: await emailOf(stranger) } });
    const shown = await preview(files);
    const people = await rowsOf(shown.id, { kind: 'person' });
    expect(people.map(({ external_id, outcome, local_id, said }) => [external_id, outcome, local_id, said.map(({ code }) => code)])).toEqual([
      ['t1', 'new', null, []],
      ['s1', 'new', known.accountId, ['nameDiffers']],
      ['s2', 'error', null, ['addressElsewhere']],
    ]);
    expect((await apply(shown.id)).error).toMatchObject({ code: 'ROSTER_HAS_ERRORS', params: { count: 1 } });
    expect((await apply(shown.id, { mode: 'partial', create_accounts: true })).status).toBe(200);
    await app.server.jobs.runDue();
    expect(await members(schoolId)).toEqual([`Class a p3t1@roster.test TEACHER`, `Class a ${await emailOf(known)} STUDENT`]);
    const account = await app.db.selectFrom('accounts').select('first_name').where('id', '=', known.accountId).executeTakeFirstOrThrow();
    expect(account.first_name).toBe(known.firstName);
  });

  test('[B1014] places that are missing from a whole file end with all that hangs on them; people are proposed for deactivation, not deactivated', async () => {
    const { id: schoolId, school } = await newSchool();
    await doIt(oneRoster(own('p4', { school, teachers: ['t1', 't2'], students: ['s1', 's2'], classes: { a: ['t1', 't2', 's1', 's2'] } })));
    const less = await preview(oneRoster(own('p4', { school, teachers: ['t2'], students: ['s1'], classes: { a: ['t2', 's1'] } })));
    expect(less.counts).toMatchObject({ person: { ends: 2 }, member: { ends: 1, not_taken: 1 } });
    expect((await rowsOf(less.id, { kind: 'member' })).map(({ external_id, said }) => [external_id, said[0]?.code])).toEqual([
      ['t1', 'ownerStays'],
      ['s2', 'placeMissing'],
    ]);
    await apply(less.id);
    await app.server.jobs.runDue();
    expect(await members(schoolId)).toEqual([
      'Class a p4s1@roster.test STUDENT',
      'Class a p4s2@roster.test STUDENT left',
      'Class a p4t1@roster.test TEACHER',
      'Class a p4t2@roster.test TEACHER',
    ]);
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM accounts WHERE school_id = ${schoolId} AND NOT status`.execute(app.db);
    expect(Number(rows[0]?.count)).toBe(0);
    expect((await preview(oneRoster(own('p4', { school, teachers: ['t2'], students: ['s1'], classes: { a: ['t2', 's1'] } })))).total_rows).toBe(0);
  });

  test('[B1015] a delta ends what it says, brings what it has and leaves the rest', async () => {
    const { id: schoolId, school } = await newSchool();
    await doIt(oneRoster(own('p5', { school, teachers: ['t1'], students: ['s1', 's2'], classes: { a: ['t1', 's1', 's2'] } })));
    const delta = own('p5', { school, students: ['s3'], classes: { a: ['s1', 's3'] }, mode: 'delta', statuses: { 'a s1': 'tobedeleted' } });
    const shown = await preview(oneRoster(delta));
    expect(shown.counts).toMatchObject({ person: { new: 1, ends: 0 }, class: { same: 1 }, member: { new: 1, ends: 1 } });
    await apply(shown.id);
    await app.server.jobs.runDue();
    expect(await members(schoolId)).toEqual([
      'Class a p5s1@roster.test STUDENT left',
      'Class a p5s2@roster.test STUDENT',
      'Class a p5s3@roster.test STUDENT',
      'Class a p5t1@roster.test TEACHER',
    ]);
  });

  test('[B1016] what the file changes of a class is changed; what somebody changed here stays and both values are told', async () => {
    const { id: schoolId, school } = await newSchool();
    const roster = own('p6', { school, teachers: ['t1'], classes: { a: ['t1'], b: ['t1'] } });
    await doIt(oneRoster(roster));
    const { rows } = await sql<{
      id: number;
      owner_id: number;
      name: string;
    }>`SELECT id, owner_id, name FROM courses WHERE school_id = ${schoolId} ORDER BY name`.execute(app.db);
    const level_id = (await sql<{ id: number }>`INSERT INTO levels (name) VALUES ('Level of p6') RETURNING id`.execute(app.db)).rows[0]!.id;
    const body = { name: 'Ours', section: 'code-b', subject: 'Physics', room: 'Room 1', level_id, ownerId: rows[1]!.owner_id };
    expect((await admin.call(courseUpdate, { params: { id: rows[1]!.id }, body })).error).toBeNull();
    const shown = await preview(oneRoster({ ...roster, titles: { a: 'Theirs a', b: 'Theirs b' } }));
    const classes = await rowsOf(shown.id, { kind: 'class' });
    expect(classes.map(({ external_id, outcome, changes }) => [external_id, outcome, changes])).toEqual([
      ['a', 'changed', [{ field: 'Name', before: 'Class a', after: 'Theirs a' }]],
      ['b', 'not_taken', []],
    ]);
    expect(classes[1]?.said[0]?.message).toBe('Someone changed this here to “Ours”, so it is kept. Before, both sides had “Class b”.');
    await apply(shown.id);
    await app.server.jobs.runDue();
    const names = await sql<{ name: string }>`SELECT name FROM courses WHERE school_id = ${schoolId} ORDER BY name`.execute(app.db);
    expect(names.rows.map(({ name }) => name)).toEqual(['Ours', 'Theirs a']);
  });

  test('[B1017] a file that would empty a class stops and asks', async () => {
    const { id: schoolId, school } = await newSchool();
    const students = Array.from({ length: 8 }, (_, at) => `s${at}`);
    await doIt(oneRoster(own('p7', { school, teachers: ['t1'], students, classes: { a: ['t1', ...students] } })));
    const faulty = await preview(oneRoster(own('p7', { school, teachers: ['t1'], students, classes: { a: ['t1', 's0'] } })));
    expect(faulty.many_ends).toEqual([
      { name: 'Class a', ending: 7, current: 9 },
      { name: school, ending: 7, current: 9 },
    ]);
    const refused = await apply(faulty.id);
    expect([refused.status, refused.error?.code, refused.error?.message]).toEqual([
      409,
      'ROSTER_ENDS_MANY',
      'Nothing was changed: 7 of 9 people would be removed from Class a. If that is right, confirm it and start again.',
    ]);
    expect((await members(schoolId)).filter((line) => line.endsWith('left'))).toEqual([]);
    expect((await apply(faulty.id, { confirm_many_ends: true })).status).toBe(200);
    await app.server.jobs.runDue();
    expect((await members(schoolId)).filter((line) => line.endsWith('left'))).toHaveLength(7);
  });

  test('[B1018] one teacher is chosen for the classes that nobody teaches: somebody active of the school, and no student', async () => {
    const { id: schoolId, school } = await newSchool();
    const [teacher, student, elsewhere] = [
      await scenario.person('teachers', schoolId),
      await scenario.person('student', schoolId),
      await scenario.person('teachers', (await newSchool()).id),
    ];
    const { id } = await preview(oneRoster(own('p8', { school, students: ['s1'], classes: { a: ['s1'] } })));
    for (const { accountId } of [student, elsewhere])
      expect((await apply(id, { create_accounts: true, teacher_for_classes_without: accountId })).error?.errors).toEqual({
        teacher_for_classes_without: ['Choose an active teacher at a school of this roster.'],
      });
    expect((await apply(id, { create_accounts: true, teacher_for_classes_without: teacher.accountId })).status).toBe(200);
    await app.server.jobs.runDue();
    expect((await members(schoolId)).map((line) => line.split(' ').at(-1))).toEqual(['STUDENT', 'TEACHER'].sort());
  });

  test('[B1019] without an address the user name at the school’s domain counts, and no mail goes there; without a domain it is an error with its remedy', async () => {
    const { id: schoolId, school } = await newSchool('north.example');
    const files = oneRoster({ school, students: ['s81'], classes: {}, emails: { s81: '' } });
    await doIt(files);
    const account = await app.db
      .selectFrom('accounts')
      .select(['id', 'email', 'is_mailable', 'updated_at', 'account_type_id', 'role_id'])
      .where('school_id', '=', schoolId)
      .executeTakeFirstOrThrow();
    expect(account).toMatchObject({ email: 's81@north.example', is_mailable: false });
    const values = {
      first_name: 'A',
      last_name: 'B',
      phone_number: '',
      status: true,
      school_id: schoolId,
      account_type_id: account.account_type_id,
      role_id: account.role_id,
    };
    const written = await admin.call(accountUpdate, {
      params: { id: account.id },
      body: { ...values, email: 'real@north.example', updated_at: account.updated_at.toISOString() },
    });
    expect(written.error).toBeNull();
    expect(await app.db.selectFrom('accounts').select(['email', 'is_mailable']).where('id', '=', account.id).executeTakeFirstOrThrow()).toEqual({
      email: 'real@north.example',
      is_mailable: true,
    });
    const bare = await newSchool();
    const shown = await preview(oneRoster({ school: bare.school, students: ['s82'], classes: {}, emails: { s82: '' } }));
    expect((await rowsOf(shown.id, { outcome: 'error' }))[0]?.said[0]?.message).toBe(
      'There is no address, and the school has no domain to create one. Enter the domain under Schools, or add the address.',
    );
  });

  test('[B1020] [B1952] taken back, what nobody has touched is as it was, what stays is told, and the trail names the classes that went', async () => {
    const { id: schoolId, school } = await newSchool();
    const roster = own('p9', { school, teachers: ['t1'], students: ['s1', 's2'], classes: { a: ['t1', 's1'], b: ['t1', 's2'] } });
    const first = await doIt(oneRoster(roster));
    const token = await app.signIn((await app.db.selectFrom('accounts').select('id').where('email', '=', 'p9s2@roster.test').executeTakeFirstOrThrow()).id);
    expect(token).toBeTruthy();
    // the only student of a class leaves it, which needs consent at any class size
    const moved = oneRoster({ ...roster, classes: { a: ['t1', 's2'], b: ['t1', 's2'] }, titles: { a: 'Renamed' } });
    const asked = await preview(moved);
    expect(asked.many_ends).toEqual([{ name: 'Class a', ending: 1, current: 2 }]);
    expect((await apply(asked.id)).error?.code).toBe('ROSTER_ENDS_MANY');
    const more = await doIt(moved, { create_accounts: true, confirm_many_ends: true });
    expect(more.status).toBe('finished');
    expect((await admin.call(rosterUndo, { params: { id: more.id } })).status).toBe(200);
    await app.server.jobs.runDue();
    expect(await stateOf(more.id)).toMatchObject({ undo: { status: 'finished', left: 0, stays: 0, message: 'Undone.' }, can_undo: false });
    expect((await members(schoolId)).filter((line) => !line.endsWith('left'))).toEqual([
      'Class a p9s1@roster.test STUDENT',
      'Class a p9t1@roster.test TEACHER',
      'Class b p9s2@roster.test STUDENT',
      'Class b p9t1@roster.test TEACHER',
    ]);
    expect((await admin.call(rosterUndo, { params: { id: more.id } })).error?.code).toBe('ROSTER_NOTHING_TO_UNDO');
    expect((await admin.call(rosterUndo, { params: { id: first.id } })).status).toBe(200);
    await app.server.jobs.runDue();
    const over = await stateOf(first.id);
    expect(over.undo).toMatchObject({ status: 'finished', stays: 1, message: 'Undone, except one row, which is listed with its reason.' });
    const staying = await rowsOf(first.id, { state: 'stays' });
    expect(staying.map(({ external_id, note }) => [external_id, note])).toEqual([['s2', 'The account has been used or changed since, so it was kept.']]);
    expect([await counted('courses', schoolId), await counted('accounts', schoolId), await counted('academic_sessions', schoolId)]).toEqual([0, 1, 0]);
    const trail = async (action: string) => (await admin.call(auditList, { query: { action, per_page: 2 } })).body.data.map(({ sentence }) => sentence).sort();
    for (const action of ['roster.undo.class', 'roster.class'])
      expect(await trail(action)).toEqual([expect.stringContaining('Class a'), expect.stringContaining('Class b')]);
  });

  test('[B1021] killed between any two steps it goes on behind them, and makes nothing twice', async () => {
    const { id: schoolId, school } = await newSchool();
    const students = Array.from({ length: 12 }, (_, at) => `s${at}`);
    const { id } = await preview(oneRoster(own('p10', { school, teachers: ['t1'], students, classes: { a: ['t1', ...students] } })));
    await apply(id);
    await app.server.jobs.runDue();
    const whole = await members(schoolId);
    // simulates a process that died after any of its steps: the same rows run again
    for (const number of [0, 1, 2, 5, 16]) {
      await sql`UPDATE roster_imports SET status = 'waiting', done_number = ${number}, done_rows = ${number} WHERE id = ${id}`.execute(app.db);
      await sql`INSERT INTO jobs (kind, payload) VALUES ('roster.apply', ${JSON.stringify({ import_id: id, request_id: 'again' })})`.execute(app.db);
      await app.server.jobs.runDue();
      expect((await stateOf(id)).status).toBe('finished');
      expect(await members(schoolId)).toEqual(whole);
      expect([await counted('courses', schoolId), await counted('accounts', schoolId)]).toEqual([1, 13]);
    }
  });

  test('[B1022] a class whose people follow another source is only reported', async () => {
    const { id: schoolId, school } = await newSchool();
    const roster = own('p11', { school, teachers: ['t1'], students: ['s1'], classes: { a: ['t1'] } });
    await doIt(oneRoster(roster));
    const { rows } = await sql<{ id: number }>`SELECT id FROM courses WHERE school_id = ${schoolId}`.execute(app.db);
    await sql`UPDATE external_links SET owns_people = false WHERE kind = 'class' AND local_id = ${rows[0]!.id}`.execute(app.db);
    await sql`
      WITH source AS (INSERT INTO external_sources (school_id, kind, name) VALUES (${schoolId}, 'google_classroom', 'Google Classroom') RETURNING id)
      INSERT INTO external_links (source_id, kind, external_id, local_id, owns_people) SELECT id, 'class', 'there', ${rows[0]!.id}, true FROM source`.execute(
      app.db,
    );
    const shown = await preview(oneRoster({ ...roster, classes: { a: ['t1', 's1'] } }));
    expect(shown.counts).toMatchObject({ class: { not_taken: 1 }, member: { same: 1, not_taken: 1, new: 0, ends: 0 } });
    expect((await rowsOf(shown.id, { kind: 'member' }))[0]?.said[0]?.code).toBe('otherSource');
  });
});

describe('files that are no roster, and their faults', () => {
  test('[B1023] a manifest that promises files which are not there is refused with their names', async () => {
    const files = oneRoster({ school: 'x', classes: {} }).filter(({ name }) => name !== 'users.csv' && name !== 'classes.csv');
    expect((await upload(files)).import).toMatchObject({
      ...{ status: 'failed', can_apply: false, can_cancel: false, can_undo: false },
      message: 'The manifest lists files that are missing: classes.csv, users.csv. Add them, or export the roster again.',
    });
  });

  test('no file, no table, nothing in it, two of one name, a missing column: a sentence each, at the field', async () => {
    const said = async (files: Files) => (await upload(files)).import?.message;
    expect((await admin.call(rosterImport, { body: {} })).error?.errors).toEqual({ files: ['Choose a zip archive or the CSV files of a roster.'] });
    expect(await said([{ name: 'a.csv', bytes: Buffer.alloc(0) }])).toContain('a.csv is empty');
    expect(await said([{ name: 'a.csv', bytes: Buffer.from('<html><body>Sign in</body></html>') }])).toContain('a.csv is not a text table');
    expect(await said([{ name: 'roster.zip', bytes: Buffer.from('PK\u0003\u0004broken') }])).toContain('The archive is damaged');
    const users = {
      name: 'users.csv',
      bytes: toCsv([
        ['sourcedId', 'givenName'],
        ['1', 'A'],
      ]),
    };
    expect(await said([users, users])).toContain('two files named users.csv');
    expect(
      await said([
        {
          name: 'classes.csv',
          bytes: toCsv([
            ['sourcedId', 'title'],
            ['1', 'A'],
          ]),
        },
      ]),
    ).toContain('classes.csv is missing required columns: schoolsourcedid');
  });

  test('[B1024] errors are a sheet, in which no name is a formula', async () => {
    const { school } = await newSchool();
    const files = oneRoster(own('p12', { school, teachers: ['t1'], students: ['s1'], classes: {} })).map((file) =>
      file.name === 'users.csv' ? { ...file, bytes: Buffer.from(file.bytes.toString().replace('First s1', `=cmd|' /C calc'!A0`)) } : file,
    );
    const { id } = await preview(files);
    const reply = await admin.call(rosterErrors, { params: { id } });
    const lines: string[][] = [];
    for await (const batch of readRows(reply.body)) lines.push(...batch.map(({ cells }) => Array.from(cells, (cell) => cell ?? '')));
    expect(lines[1]).toEqual(['users.csv', '3', 'Last s1', 'givenName', "=cmd|' /C calc'!A0", 'This is a formula. Write the plain text.']);
    expect(reply.body.includes('<f>')).toBe(false);
  });

  test('[B1025] passwords, births and contacts are kept nowhere, and the preview says so', async () => {
    const { school } = await newSchool();
    const files = oneRoster(own('p13', { school, students: ['s1'], classes: {} })).map((file) =>
      file.name === 'users.csv'
        ? { ...file, bytes: Buffer.from(file.bytes.toString().replace(/,,,,,$/m, ',+1 555 7001,+1 555 7002,agent-9,08,Tops3cret')) }
        : file,
    );
    const births = {
      name: 'demographics.csv',
      bytes: toCsv([
        ['sourcedId', 'birthDate'],
        ['s1', '2009-09-09'],
      ]),
    };
    const shown = await preview([...files, births]);
    expect(shown.remarks.join(' ')).toContain('Passwords in users.csv were not read');
    expect(shown.remarks.join(' ')).toContain('Phone numbers and contacts in users.csv were not read');
    const { rows } = await sql<{ kept: string }>`
      SELECT (SELECT string_agg(roster_rows::text, ' ') FROM roster_rows) || (SELECT string_agg(roster_imports::text, ' ') FROM roster_imports) AS kept`.execute(
      app.db,
    );
    for (const secret of ['Tops3cret', '555 7001', '2009-09-09', 'agent-9']) expect(rows[0]?.kept).not.toContain(secret);
  });
});

describe('columns of one’s own', () => {
  const people = (prefix: string) => ({
    name: `pupils-${prefix}.csv`,
    bytes: toCsv([
      ['Nr', 'Vorname', 'Nachname', 'Mail', 'Passwort'],
      ['1', 'Änne', 'Öz', `${prefix}1@roster.test`, 'geheim'],
      ['2', '小龍', '李', `${prefix}2@roster.test`, 'geheim'],
    ]),
  });

  test('[B1026] are asked for once and remembered for the school; nothing is kept of a file before', async () => {
    const { id: schoolId } = await newSchool();
    const asked = await upload([people('q')], { school_id: schoolId });
    expect(asked.import).toMatchObject({
      status: 'columns',
      message: 'Choose what the columns mean. Your choice is remembered for next time.',
      can_apply: false,
    });
    const [table] = asked.unknown;
    expect(table?.columns.map(({ title }) => title)).toEqual(['Nr', 'Vorname', 'Nachname', 'Mail']);
    const columns = { id: 'Nr', first: 'Vorname', last: 'Nachname', email: 'Mail' };
    const wrong = await upload([people('q')], { school_id: schoolId, mappings: { [table!.signature]: { kind: 'person', columns: { first: 'Vorname' } } } });
    expect([wrong.status, wrong.errors]).toEqual([422, { mappings: [`${table!.signature}: choose the column for “ID”.`] }]);
    const shown = await preview([people('q')], { school_id: schoolId, mappings: { [table!.signature]: { kind: 'person', role: 'student', columns } } });
    expect(shown).toMatchObject({ format: 'Custom columns', counts: { person: { new: 2 } } });
    await apply(shown.id);
    await app.server.jobs.runDue();
    const again = await preview([people('q')], { school_id: schoolId });
    expect(again.counts).toMatchObject({ person: { same: 2, new: 0 } });
  });

  test('[B1027] in Windows-1252 with semicolons, in UTF-16 with tabs: the names are right', async () => {
    const { id: schoolId } = await newSchool();
    const rows = [
      ['Nr', 'Vorname', 'Nachname', 'Mail'],
      ['1', 'Änne', 'Núñez', 'w1@roster.test'],
    ];
    const windows = { name: 'w.csv', bytes: Buffer.from(rows.map((row) => row.join(';')).join('\r\n'), 'latin1') };
    const utf16 = {
      name: 'u.txt',
      bytes: Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(
          rows
            .map((row) => row.join('\t'))
            .join('\r\n')
            .replace('w1', 'u1'),
          'utf16le',
        ),
      ]),
    };
    for (const file of [windows, utf16]) {
      const asked = await upload([file], { school_id: schoolId });
      const mapping = { kind: 'person', role: 'student', columns: { id: 'Nr', first: 'Vorname', last: 'Nachname', email: 'Mail' } };
      const shown = await preview([file], { school_id: schoolId, mappings: { [asked.unknown[0]!.signature]: mapping } });
      expect((await rowsOf(shown.id)).filter(({ kind }) => kind === 'person').map(({ name }) => name)).toEqual(['Änne Núñez']);
    }
  });

  test('a file that names no school asks for one where there are several', async () => {
    const reply = await upload([people('r')], { mappings: {} });
    const mapping = { kind: 'person', role: 'student', columns: { id: 'Nr', first: 'Vorname', last: 'Nachname', email: 'Mail' } };
    const shown = await preview([people('r')], { mappings: { [reply.unknown[0]?.signature ?? '0'.repeat(32)]: mapping } });
    expect((await rowsOf(shown.id))[0]?.said[0]?.code).toBe('schoolNeeded');
    expect((await upload([people('r')], { school_id: 999_999_999 })).errors).toEqual({
      school_id: ['This school does not exist, or you do not have access to it.'],
    });
  });
});

describe('who may', () => {
  test('[B1028] a school’s own administrator sees and does rosters of that school alone', async () => {
    const { id: schoolId, school } = await newSchool();
    const other = await newSchool();
    const keeper = await scenario.person('teachers', schoolId);
    await giveRights(app.db, keeper.accountId, ['rosters:view', 'rosters:edit', 'accounts:create']);
    const ofOther = await preview(oneRoster(own('p14', { school: other.school, students: ['s1'], classes: {} })));
    for (const [endpoint, body] of [[rosterGet], [rosterRows], [rosterErrors], [rosterApply, {}], [rosterCancel, {}], [rosterUndo, {}]] as const)
      expect((await keeper.call(endpoint, { params: { id: ofOther.id }, ...(body ? { body } : {}) })).status).toBe(404);
    expect((await keeper.call(rosterList)).body).toMatchObject({ data: [], schools: [{ id: schoolId, name: school }] });
    const stranger = await preview(oneRoster(own('p14', { school: other.school, students: ['s1'], classes: {} })), {}, keeper);
    expect(stranger.counts.school).toMatchObject({ new: 1, error: 0 }); // a roster of one school is for one's own, under any name
    const mine = await preview(oneRoster(own('p14', { school, teachers: ['t1'], students: ['s1'], classes: { a: ['t1', 's1'] } })), {}, keeper);
    expect(mine.schools).toEqual([{ id: schoolId, name: school }]);
    expect((await apply(mine.id, { create_accounts: true }, keeper)).status).toBe(200);
    await app.server.jobs.runDue();
    expect((await keeper.call(rosterList)).body.data.map(({ id }) => id)).toEqual([mine.id, stranger.id]);
  });

  test('without the right to make accounts nobody makes any with a roster; who may only look does nothing', async () => {
    const { id: schoolId, school } = await newSchool();
    const [looks, edits] = [await scenario.person('teachers', schoolId), await scenario.person('teachers', schoolId)];
    await giveRights(app.db, looks.accountId, ['rosters:view']);
    await giveRights(app.db, edits.accountId, ['rosters:view', 'rosters:edit']);
    const files = oneRoster(own('p15', { school, students: ['s1'], classes: {} }));
    const { id } = await preview(files, {}, edits);
    expect((await apply(id, { create_accounts: true }, edits)).status).toBe(403);
    expect([(await upload(files, {}, looks)).status, (await apply(id, {}, looks)).status, (await looks.call(rosterGet, { params: { id } })).status]).toEqual([
      403, 403, 200,
    ]);
    expect((await apply(id, {}, edits)).status).toBe(200);
    await app.server.jobs.runDue();
    const after = await stateOf(id);
    expect(after).toMatchObject({ status: 'partly', failed_rows: 1 });
    expect((await rowsOf(id, { state: 'failed' }))[0]?.note).toBe('No account was created, because creating accounts was turned off.');
  });

  test('[B1029] one roster of a school at a time; a preview is dropped, one under way is stopped, and both only once', async () => {
    const { school } = await newSchool();
    const files = oneRoster(own('p16', { school, students: ['s1'], classes: {} }));
    const [first, second] = [await preview(files), await preview(files)];
    await apply(first.id);
    expect((await apply(second.id)).error?.code).toBe('ROSTER_BUSY');
    expect((await admin.call(rosterCancel, { params: { id: first.id } })).body).toMatchObject({
      import: { status: 'cancelled', can_undo: false },
      message: 'Discarded. Nothing was changed.',
    });
    expect((await admin.call(rosterCancel, { params: { id: first.id } })).error?.code).toBe('ROSTER_OVER');
    await app.server.jobs.runDue();
    expect((await stateOf(first.id)).done_rows).toBe(0);
    expect((await admin.call(rosterUndo, { params: { id: first.id } })).error?.code).toBe('ROSTER_NOTHING_TO_UNDO');
    expect((await apply(second.id)).status).toBe(200);
    await app.server.jobs.runDue();
    expect((await stateOf(second.id)).status).toBe('finished');
    await app.clock.advanceMs(31 * 86_400_000);
    expect((await admin.call(rosterUndo, { params: { id: second.id } }, { token: await app.signIn(admin.accountId) })).error?.code).toBe('IMPORT_TOO_OLD');
  });
});
