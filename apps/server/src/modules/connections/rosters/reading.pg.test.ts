import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { rosterApply, rosterCancel, rosterColumns, rosterGet, rosterImport, rosterUndo } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
});
afterAll(() => app.close());
// the limit of open imports is counted per person
beforeEach(async () => {
  admin = await scenario.person('admin', null);
});

let made = 0;
async function newSchool(): Promise<{ id: number; school: string; prefix: string }> {
  made += 1;
  const school = `Reading School ${made}`;
  return { id: await createNamedSchool({ app, scenario }, school), school, prefix: `r${made}` };
}
const rosterOf = ({ school, prefix }: { school: string; prefix: string }): SmallRoster => ({
  ...{ school, teachers: ['t1'], students: ['s1', 's2'], classes: { a: ['t1', 's1', 's2'] } },
  emails: Object.fromEntries(['t1', 's1', 's2'].map((id) => [id, `${prefix}${id}@reading.test`])),
});
const send = async (files = oneRoster(rosterOf({ school: 'x', prefix: 'x' })), by = admin) =>
  (await by.call(rosterImport, { files, body: {} })).body.import.id as number;
const stateOf = async (id: number, by = admin) => (await by.call(rosterGet, { params: { id } })).body.import;
const rowsIn = async (id: number) =>
  Number((await sql<{ count: number }>`SELECT count(*) AS count FROM roster_rows WHERE import_id = ${id}`.execute(app.db)).rows[0]?.count);
const kept = async () => {
  const names = await readdir(path.join(app.dataDir), { recursive: true, withFileTypes: true }).catch(() => []);
  return names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
};
const takeRight = (person: TestPerson, right: string) =>
  sql`
    DELETE FROM resource_policies USING policies
     WHERE policies.id = policy_id AND policies.name = ${right} AND policies.role_id IN (SELECT role_id FROM account_roles WHERE account_id = ${person.accountId})`.execute(
    app.db,
  );

describe('reading', () => {
  test('[B1260] an upload is answered before it is read; a job makes the preview, and of the files nothing is left', async () => {
    const place = await newSchool();
    const before = await kept();
    const reply = await admin.call(rosterImport, { files: oneRoster(rosterOf(place)), body: {} });
    expect([reply.status, reply.body.message]).toEqual([201, 'Reading the files. Nothing changes yet. You can leave this page.']);
    const { id } = reply.body.import;
    expect(reply.body.import).toMatchObject({
      ...{ status: 'reading', reading: { done: 0, total: 0 }, format: '', schools: [], total_rows: 0 },
      ...{ can_apply: false, can_cancel: true, can_undo: false },
    });
    expect((await kept()).length).toBeGreaterThan(before.length);
    expect((await admin.call(rosterApply, { params: { id }, body: {} })).error?.code).toBe('ROSTER_NOT_PREVIEW');
    await app.server.jobs.runDue();
    expect(await stateOf(id)).toMatchObject({ status: 'preview', reading: null, format: 'OneRoster 1.1', total_rows: 9, can_apply: true });
    expect(await kept()).toEqual(before);
  });

  test('[B1261] a process that dies while it reads is followed by another, which begins again and makes one preview', async () => {
    const id = await send(oneRoster(rosterOf(await newSchool())));
    // simulates a process that was killed while running the job: its lease remains, and nothing of its transaction
    await sql`UPDATE jobs SET state = 'running', attempts = 1, lease = lease + 1, run_at = app_now() + interval '2 minutes' WHERE kind = 'roster.read'`.execute(
      app.db,
    );
    await app.server.jobs.runDue();
    expect((await stateOf(id)).status).toBe('reading');
    await app.clock.advanceMs(121_000);
    await app.server.jobs.runDue();
    const shown = await stateOf(id);
    expect([shown.status, await rowsIn(id)]).toEqual(['preview', shown.total_rows]);
  });

  test('[B1261] files that are gone, and those that nobody went on with for a day, say so', async () => {
    const id = await send();
    await sql`UPDATE roster_imports SET files = jsonb_set(files, '{0,key}', '"00/gone"') WHERE id = ${id}`.execute(app.db);
    await app.server.jobs.runDue();
    expect(await stateOf(id)).toMatchObject({
      status: 'failed',
      message: 'These files were not used for a day, so they were deleted. Choose them again.',
    });
    const lost = await send();
    await app.server.jobs.runSchedules();
    await app.server.jobs.runDue();
    await sql`UPDATE roster_imports SET status = 'reading', format = NULL WHERE id = ${lost}`.execute(app.db); // as a process leaves it that dies each time
    await app.clock.advanceMs(25 * 3_600_000);
    admin = await scenario.person('admin', null);
    await app.server.jobs.runSchedules();
    await app.server.jobs.runDue();
    expect(await stateOf(lost)).toMatchObject({ status: 'failed', message: 'The server could not read these files. Choose them again.', can_cancel: false });
    expect((await sql`SELECT 1 FROM roster_imports WHERE files <> '[]' AND status NOT IN ('reading', 'columns')`.execute(app.db)).rows).toEqual([]);
  });

  test('[B1262] reading is stopped before it begins and while it goes on, once; nothing of it stays', async () => {
    const place = await newSchool();
    const before = await kept();
    const id = await send(oneRoster(rosterOf(place)));
    expect((await admin.call(rosterCancel, { params: { id } })).body).toMatchObject({
      import: { status: 'cancelled', can_cancel: false, can_undo: false },
      message: 'Discarded. Nothing was changed.',
    });
    expect((await admin.call(rosterCancel, { params: { id } })).error?.code).toBe('ROSTER_OVER');
    await app.server.jobs.runDue();
    expect([(await stateOf(id)).status, await rowsIn(id)]).toEqual(['cancelled', 0]);
    await expect.poll(kept).toEqual(before);

    const students = Array.from({ length: 4_000 }, (_, at) => `s${at}`);
    const large = await send(
      oneRoster({ ...rosterOf(place), students, emails: Object.fromEntries(students.map((one) => [one, `${place.prefix}${one}@reading.test`])) }),
    );
    const reading = app.server.jobs.runDue();
    await expect
      .poll(async () => (await sql`SELECT 1 FROM jobs WHERE kind = 'roster.read' AND state = 'running'`.execute(app.db)).rows.length, { interval: 1 })
      .toBe(1);
    expect((await admin.call(rosterCancel, { params: { id: large } })).status).toBe(200);
    await reading;
    expect([(await stateOf(large)).status, await rowsIn(large)]).toEqual(['cancelled', 0]);
    await expect.poll(kept).toEqual(before);
  });

  test('[B1263] a row of a megabyte, another kind of file and an archive that is damaged are refused in words, at their own roster', async () => {
    const said = async (bytes: Buffer, name = 'users.csv') => (await uploadRoster(app, admin, [{ name, bytes }])).import;
    const long = toCsv([
      ['sourcedId', 'role', 'givenName', 'familyName', 'email'],
      ['u1', 'student', 'x'.repeat(1_000_000), 'Last', 'u1@x.org'],
    ]);
    expect(await said(long)).toMatchObject({ status: 'failed', message: expect.stringContaining('of users.csv is too long'), total_rows: 0 });
    expect(await said(Buffer.from('%PDF-1.7\n\u0000\u0000'))).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('users.csv is not a text table'),
    });
    expect(await said(Buffer.from('PK\u0003\u0004broken'), 'roster.zip')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('The archive is damaged'),
    });
    const short = toCsv([['sourcedId', 'role', 'givenName', 'familyName', 'email'], ...Array.from({ length: 200_000 }, () => ['u'])]);
    expect(await said(short)).toMatchObject({ status: 'failed', message: expect.stringContaining('at most 100,000') });
  });

  test('[B1268] columns are said at the roster that asks, without sending the files again; only where it asks, and by who may', async () => {
    const place = await newSchool();
    const file = {
      name: `own-${place.prefix}.csv`,
      bytes: toCsv([
        ['Nr', 'Vorname', 'Nachname', 'Mail'],
        ['1', 'Änne', 'Öz', `${place.prefix}1@reading.test`],
      ]),
    };
    const asked = await uploadRoster(app, admin, [file], { school_id: place.id });
    const { id } = asked.import!;
    const mappings = {
      [asked.unknown[0]!.signature]: { kind: 'person', role: 'student', columns: { id: 'Nr', first: 'Vorname', last: 'Nachname', email: 'Mail' } },
    };
    const stranger = await scenario.person('teachers', (await newSchool()).id);
    await giveRights(app.db, stranger.accountId, ['rosters:view', 'rosters:edit']);
    expect((await stranger.call(rosterColumns, { params: { id }, body: { mappings } })).status).toBe(404);
    const told = await admin.call(rosterColumns, { params: { id }, body: { mappings } });
    expect(told.body).toMatchObject({ import: { id, status: 'reading' } });
    await app.server.jobs.runDue();
    expect(await stateOf(id)).toMatchObject({ status: 'preview', format: 'Custom columns', schools: [{ id: place.id }], counts: { person: { new: 1 } } });
    expect((await admin.call(rosterColumns, { params: { id }, body: { mappings } })).error?.code).toBe('ROSTER_OVER');
  });
});

describe('what columns mean', () => {
  const people = (prefix: string, name = 'pupils') => ({
    name: `${name}-${prefix}.csv`,
    bytes: toCsv([
      ['Nr', 'Vorname', 'Nachname', 'Mail', 'Passwort'],
      ['1', 'Änne', 'Öz', `${prefix}1@reading.test`, 'geheim'],
    ]),
  });
  const columns = { id: 'Nr', first: 'Vorname', last: 'Nachname', email: 'Mail' };

  test('[B1331] said without a column that is needed, or with one that the table does not have, it is refused by that column’s name, and the files wait on', async () => {
    const place = await newSchool();
    const asked = await uploadRoster(app, admin, [people(place.prefix)], { school_id: place.id });
    const { id } = asked.import!;
    const { signature, file } = asked.unknown[0]!;
    const say = (mapping: object, of = signature) => admin.call(rosterColumns, { params: { id }, body: { mappings: { [of]: mapping } } });
    for (const mapping of [
      { kind: 'person', columns: { first: 'Vorname' } },
      { kind: 'person', columns: { ...columns, id: 'Nummer' } },
      { kind: 'person', columns: { ...columns, id: 'Passwort' } }, // nobody is shown this one
    ]) {
      const reply = await say(mapping);
      expect([reply.status, reply.error?.errors]).toEqual([422, { mappings: [`${file}: choose the column for “ID”.`] }]);
    }
    expect((await say({ kind: 'member', columns: { class: 'Nr' } })).error?.errors).toEqual({
      mappings: [`${file}: choose the column for “Person ID”.`],
    });
    expect((await stateOf(id)).status).toBe('columns');
    expect((await say({ kind: 'person', role: 'student', columns })).status).toBe(200);
    await app.server.jobs.runDue();
    expect(await stateOf(id)).toMatchObject({ status: 'preview', counts: { person: { new: 1 } } });
    const { rows } = await sql<{ account_id: number; after: object }>`
      SELECT account_id, after FROM audit_entries WHERE action = 'roster.columns' AND subject_id = ${String(id)}`.execute(app.db);
    expect(rows).toEqual([{ account_id: admin.accountId, after: { name: file, said: { [file]: { kind: 'person', role: 'student', columns } } } }]);
  });

  test('[B1332] what was remembered and does not fit the table is asked for anew', async () => {
    const place = await newSchool();
    const keeper = await scenario.person('teachers', place.id);
    await giveRights(app.db, keeper.accountId, ['rosters:view', 'rosters:edit']);
    const asked = await uploadRoster(app, keeper, [people(place.prefix, 'kids')], {});
    const { signature } = asked.unknown[0]!;
    const wrong = { kind: 'person', role: 'student', columns: { ...columns, id: 'Nummer' } };
    const again = await uploadRoster(app, keeper, [people(place.prefix, 'kids')], { mappings: { [signature]: wrong } });
    expect([again.import?.status, again.unknown.map((table) => table.signature)]).toEqual(['columns', [signature]]);
    const { id } = again.import!;
    expect((await keeper.call(rosterColumns, { params: { id }, body: { mappings: { [signature]: { ...wrong, columns } } } })).status).toBe(200);
    await app.server.jobs.runDue();
    expect((await stateOf(id)).status).toBe('preview');
  });
});

describe('who has it done', () => {
  async function keeper(schoolId: number): Promise<TestPerson> {
    const person = await scenario.person('teachers', schoolId);
    await giveRights(app.db, person.accountId, ['rosters:view', 'rosters:edit', 'accounts:create']);
    return person;
  }

  test('[B1264] whoever loses the right between sending and reading, or between asking and doing, has nothing done', async () => {
    const place = await newSchool();
    const person = await keeper(place.id);
    const unread = await send(oneRoster(rosterOf(place)), person);
    await takeRight(person, 'rosters:edit');
    await app.server.jobs.runDue();
    expect(await stateOf(unread)).toMatchObject({ status: 'failed', message: 'Your role does not allow this. Ask an administrator if you need it.' });

    const other = await keeper(place.id);
    const { id } = (await uploadRoster(app, other, oneRoster(rosterOf(place)))).import!;
    expect((await other.call(rosterApply, { params: { id }, body: { create_accounts: true } })).status).toBe(200);
    await takeRight(other, 'accounts:create');
    await app.server.jobs.runDue();
    expect(await stateOf(id)).toMatchObject({ status: 'failed', done_rows: 0 });
    const { rows } = await sql`SELECT 1 FROM accounts WHERE email LIKE ${`${place.prefix}%@reading.test`}`.execute(app.db);
    expect(rows).toEqual([]);
  });

  test('[B1340] who may not grant what new people get is told which rights those are', async () => {
    const place = await newSchool();
    const person = await keeper(place.id);
    const { id } = (await uploadRoster(app, person, oneRoster(rosterOf(place)))).import!;
    expect((await person.call(rosterApply, { params: { id }, body: { create_accounts: true } })).status).toBe(200);
    await app.server.jobs.runDue();
    const { status, message } = await stateOf(id);
    expect([status, message]).toEqual([
      'failed',
      expect.stringMatching(/You cannot grant rights that you do not have: [^{}]+\. Changes already made are kept/),
    ]);
    expect(message).toContain('Import the roster again to continue.');
  });

  test('[B1264] it is done by whoever pressed, whatever has become of whoever uploaded it', async () => {
    const place = await newSchool();
    const person = await keeper(place.id);
    const { id } = (await uploadRoster(app, person, oneRoster(rosterOf(place)))).import!;
    await takeRight(person, 'rosters:edit');
    expect((await admin.call(rosterApply, { params: { id }, body: { create_accounts: true } })).status).toBe(200);
    await app.server.jobs.runDue();
    expect((await stateOf(id)).status).toBe('finished');
    const { rows } = await sql<{
      account_id: number;
    }>`SELECT DISTINCT account_id FROM audit_entries WHERE action = 'roster.account' AND after ->> 'import_id' = ${String(id)}`.execute(app.db);
    expect(rows.map(({ account_id }) => account_id)).toEqual([admin.accountId]);
    expect((await admin.call(rosterUndo, { params: { id } })).status).toBe(200);
    await app.server.jobs.runDue();
    expect((await stateOf(id)).undo).toMatchObject({ status: 'finished', stays: 0 });
  });

  test('[B1265] two administrators have two rosters of a school done at once: one is told to wait, and the same file twice makes nobody twice', async () => {
    const place = await newSchool();
    const second = await scenario.person('admin', null);
    const files = oneRoster(rosterOf(place));
    const sent = await Promise.all([send(files, admin), send(files, second)]);
    await app.server.jobs.runDue();
    const replies = await Promise.all([admin, second].map((by, at) => by.call(rosterApply, { params: { id: sent[at] }, body: { create_accounts: true } })));
    expect(replies.map(({ status, error }) => error?.code ?? status).sort()).toEqual([200, 'ROSTER_BUSY']);
    await app.server.jobs.runDue();
    const late = replies[0]!.status === 200 ? 1 : 0;
    expect((await [admin, second][late]!.call(rosterApply, { params: { id: sent[late] }, body: { create_accounts: true } })).status).toBe(200);
    await app.server.jobs.runDue();
    expect(await stateOf(sent[late]!)).toMatchObject({ status: 'finished', failed_rows: 0 });
    const counted = async (table: string) => (await sql`SELECT 1 FROM ${sql.table(table)} WHERE school_id = ${place.id}`.execute(app.db)).rows.length;
    expect([await counted('accounts'), await counted('courses'), await counted('academic_sessions')]).toEqual([3, 1, 1]);
  });

  test('[B1266] so many wait to be read, and so many for somebody to do or drop them; the next is refused in words and stores nothing', async () => {
    const before = await kept();
    const insert = (status: string, count: number) =>
      sql`INSERT INTO roster_imports (account_id, file_name, status, counts, format)
          SELECT ${admin.accountId}, 'many', ${status}, counts, format FROM (SELECT counts, format FROM roster_imports WHERE format IS NOT NULL LIMIT 1) one, generate_series(1, ${count}::int)`.execute(
        app.db,
      );
    await insert('reading', 10);
    const many = await Promise.all(Array.from({ length: 5 }, () => admin.call(rosterImport, { files: oneRoster({ school: 'x', classes: {} }), body: {} })));
    expect(new Set(many.map(({ error }) => error?.code))).toEqual(new Set(['TOO_MANY_REQUESTS']));
    await sql`UPDATE roster_imports SET status = 'preview' WHERE account_id = ${admin.accountId}`.execute(app.db);
    await insert('preview', 40);
    const words = 'There are already 50 rosters that were neither applied nor discarded. Apply or discard some first.';
    expect((await admin.call(rosterImport, { files: oneRoster({ school: 'x', classes: {} }), body: {} })).error?.errors).toEqual({ files: [words] });
    expect(await kept()).toEqual(before);
    const { rows } = await sql<{ id: number }>`SELECT id FROM roster_imports WHERE account_id = ${admin.accountId} LIMIT 1`.execute(app.db);
    expect((await admin.call(rosterCancel, { params: { id: rows[0]!.id } })).status).toBe(200);
    expect((await admin.call(rosterImport, { files: oneRoster({ school: 'x', classes: {} }), body: {} })).status).toBe(201);
    await app.server.jobs.runDue();
  });
});

test('[B1269] taken back, terms that were made are gone and those that were changed are as before; what a later file changed, or what holds another term, stays', async () => {
  const place = await newSchool();
  const titles = ['sourcedId', 'status', 'dateLastModified', 'title', 'type', 'startDate', 'endDate', 'parentSourcedId', 'schoolYear'];
  const files = (terms: string[][]) => [
    ...oneRoster(rosterOf(place)).filter(({ name }) => name !== 'academicSessions.csv'),
    { name: 'academicSessions.csv', bytes: toCsv([titles, ...terms]) },
  ];
  const autumn = ['term-1', '', '', 'Autumn', 'semester', '2026-08-24', '2026-12-18', '', '2027'];
  const done = async (terms: string[][]) => {
    const { id } = (await uploadRoster(app, admin, files(terms))).import!;
    expect((await admin.call(rosterApply, { params: { id }, body: { create_accounts: true } })).status).toBe(200);
    await app.server.jobs.runDue();
    return id;
  };
  const undo = async (id: number) => {
    expect((await admin.call(rosterUndo, { params: { id } })).status).toBe(200);
    await app.server.jobs.runDue();
    return (await stateOf(id)).undo;
  };
  const terms = async () => {
    const { rows } = await sql<{ title: string; start: string; of: string | null }>`
      SELECT session.title, session.start_date::text AS start, parent.title AS of FROM academic_sessions session LEFT JOIN academic_sessions parent ON parent.id = session.parent_id
       WHERE session.school_id = ${place.id} ORDER BY session.id`.execute(app.db);
    return rows.map(({ title, start, of }) => `${title} ${start} ${of ?? '-'}`);
  };
  const first = await done([autumn]);
  const year = ['year', '', '', 'Year 27', 'schoolYear', '2026-08-01', '2027-07-31', '', '2027'];
  const half = ['half', '', '', 'Half', 'term', '2026-09-01', '2026-10-01', 'year', '2027'];
  const moved = autumn.with(3, 'Fall').with(5, '2026-09-01').with(7, 'year');
  const second = await done([half, year, moved]);
  expect(await terms()).toEqual(['Fall 2026-09-01 Year 27', 'Half 2026-09-01 Year 27', 'Year 27 2026-08-01 -']);
  expect(await undo(second)).toMatchObject({ status: 'finished', stays: 0 });
  expect(await terms()).toEqual(['Autumn 2026-08-24 -']);
  // the same file again changes the same again: the agreed values were restored too
  const third = await done([half, year, moved]);
  const fourth = await done([half, year, moved.with(3, 'Autumn 2026')]);
  expect(await undo(third)).toMatchObject({ stays: 2 });
  expect(await terms()).toEqual(['Autumn 2026 2026-09-01 Year 27', 'Year 27 2026-08-01 -']);
  expect(await undo(fourth)).toMatchObject({ stays: 0 });
  expect(await terms()).toEqual(['Fall 2026-09-01 Year 27', 'Year 27 2026-08-01 -']);
  expect((await undo(first))?.status).toBe('finished');
});
