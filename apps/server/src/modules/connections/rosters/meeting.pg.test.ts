import { rosterApply, rosterChoose, rosterGet, rosterRows, rosterUndo } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { giveRights } from '../../../testing/rights.ts';
import { oneRoster } from './testing/roster-files.ts';
import { createNamedSchool } from './testing/named-school.ts';
import { uploadRoster } from './testing/upload-roster.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

type Files = { name: string; bytes: Buffer }[];
let made = 0;
/** Creates a school from a roster: a teacher and two students in a class. */
async function broughtSchool(): Promise<{ id: number; prefix: string; files: Files }> {
  made += 1;
  const [id, prefix] = [await createNamedSchool({ app, scenario }, `Meeting ${made}`), `m${made}`];
  const people = ['t1', 's1', 's2'];
  const emails = Object.fromEntries(people.map((one) => [one, `${prefix}${one}@roster.test`]));
  const files = oneRoster({ school: `Meeting ${made}`, teachers: ['t1'], students: ['s1', 's2'], classes: { a: people }, emails });
  await doIt(await preview(files), { create_accounts: true });
  return { id, prefix, files };
}
async function preview(files: Files) {
  const { import: uploaded } = await uploadRoster(app, admin, files);
  expect(uploaded?.status).toBe('preview');
  return uploaded!;
}
async function doIt({ id }: { id: number }, body: Record<string, unknown> = {}) {
  expect((await admin.call(rosterApply, { params: { id }, body })).error).toBeNull();
  await app.server.jobs.runDue();
  return (await admin.call(rosterGet, { params: { id } })).body.import;
}
const rowsOf = async ({ id }: { id: number }) => (await admin.call(rosterRows, { params: { id }, query: { per_page: 200 } })).body.data;
const choose = (id: number, body: Record<string, unknown>, by = admin) => by.call(rosterChoose, { params: { id }, body });
/** Returns the same files with cells replaced that equal a key. */
const withCells = (files: Files, cells: Readonly<Record<string, string>>): Files =>
  files.map(({ name, bytes }) => ({
    name,
    bytes: Buffer.from(
      bytes
        .toString()
        .split('\r\n')
        .map((line) =>
          line
            .split(',')
            .map((cell) => cells[cell] ?? cell)
            .join(','),
        )
        .join('\r\n'),
    ),
  }));
const peopleOf = async (schoolId: number) => {
  const { rows } = await sql<{ name: string; email: string }>`
    SELECT trim(first_name || ' ' || last_name) AS name, email FROM accounts WHERE school_id = ${schoolId} ORDER BY id`.execute(app.db);
  return rows.map(({ name, email }) => `${name} ${email}`);
};
const placesOf = async (schoolId: number) => {
  const { rows } = await sql<{ place: string }>`
    SELECT courses.name || ' ' || accounts.first_name || coalesce(' left' || left(left_at::text, 0), '') AS place
      FROM course_members JOIN courses ON courses.id = course_id JOIN accounts ON accounts.id = account_id WHERE courses.school_id = ${schoolId} ORDER BY 1`.execute(
    app.db,
  );
  return rows.map(({ place }) => place);
};

describe('corrected names and addresses', () => {
  test('[B1624] come in where somebody chooses them, for one row or for all, and go back with the roster', async () => {
    const { id, prefix, files } = await broughtSchool();
    const before = await peopleOf(id);
    const corrected = withCells(files, {
      'First s1': 'Sofía',
      'First s2': 'Bao',
      'Last s2': 'Nguyễn',
      [`${prefix}s1@roster.test`]: `${prefix}new1@roster.test`,
      [`${prefix}s2@roster.test`]: `${prefix}new2@roster.test`,
    });
    const shown = await preview(corrected);
    expect([shown.total_rows, shown.can_apply, shown.offers]).toEqual([
      0,
      false,
      { name: { offered: 2, chosen: 0 }, email: { offered: 2, chosen: 0 }, same: { offered: 0, chosen: 0 } },
    ]);
    const rows = await rowsOf(shown);
    expect(rows.map(({ outcome, choices }) => [outcome, choices.map(({ choice }) => choice)])).toEqual([
      ['not_taken', ['name', 'email']],
      ['not_taken', ['name', 'email']],
    ]);
    expect((await choose(shown.id, { choice: 'name', chosen: true })).body).toMatchObject({
      import: { can_apply: true, offers: { name: { offered: 2, chosen: 2 } } },
      message: 'The roster’s names will be used.',
    });
    const second = rows.find(({ external_id }) => external_id === 's2')!.number;
    expect((await choose(shown.id, { choice: 'email', chosen: true, rows: [second] })).body.import.offers?.email).toEqual({ offered: 2, chosen: 1 });
    expect(await doIt(shown)).toMatchObject({ status: 'finished', done_rows: 2, failed_rows: 0 });
    expect(await peopleOf(id)).toEqual([before[0], `Sofía Last s1 ${prefix}s1@roster.test`, `Bao Nguyễn ${prefix}new2@roster.test`]);
    expect((await choose(shown.id, { choice: 'name', chosen: false })).error?.code).toBe('ROSTER_NOT_PREVIEW');
    const { rows: told } = await sql`SELECT 1 FROM audit_entries WHERE action = 'roster.corrected' AND request_id IS NOT NULL`.execute(app.db);
    expect(told.length).toBeGreaterThanOrEqual(2);
    // the same roster again: the names match now, and only the address still differs
    expect((await preview(corrected)).offers).toMatchObject({ name: { offered: 0 }, email: { offered: 1 } });
    expect((await admin.call(rosterUndo, { params: { id: shown.id } })).error).toBeNull();
    await app.server.jobs.runDue();
    expect(await peopleOf(id)).toEqual(before);
  });

  test('[B1624] an address that somebody else has by then, and a name that was changed since, stay with their reasons', async () => {
    const { id, prefix, files } = await broughtSchool();
    const shown = await preview(withCells(files, { 'First s2': 'Bao', [`${prefix}s1@roster.test`]: `${prefix}taken@roster.test` }));
    await choose(shown.id, { choice: 'name', chosen: true });
    await choose(shown.id, { choice: 'email', chosen: true });
    const other = await scenario.person('student', id);
    await sql`UPDATE accounts SET email = ${`${prefix}taken@roster.test`}, email_key = ${`${prefix}taken@roster.test`} WHERE id = ${other.accountId}`.execute(
      app.db,
    );
    await sql`UPDATE accounts SET first_name = 'By hand' WHERE email = ${`${prefix}s2@roster.test`}`.execute(app.db);
    expect(await doIt(shown)).toMatchObject({ status: 'partly', failed_rows: 2 });
    expect((await rowsOf(shown)).map(({ note }) => note)).toEqual([
      'Someone else now has this address. Check under Accounts.',
      'Someone has changed it since, so it was kept.',
    ]);
  });

  test('[B1624] take the right to change accounts, and a row that offers them; a roster of another school is out of reach', async () => {
    const { id, files } = await broughtSchool();
    const shown = await preview(withCells(files, { 'First s2': 'Bao' }));
    expect((await choose(shown.id, { choice: 'email', chosen: true })).error?.errors).toEqual({ rows: [expect.stringMatching(/^No row of this preview/)] });
    expect((await choose(shown.id, { choice: 'colour', chosen: true })).status).toBe(422);
    const clerk = await scenario.person('teachers', id);
    expect((await choose(shown.id, { choice: 'name', chosen: true }, clerk)).status).toBe(403);
    await giveRights(app.db, clerk.accountId, ['rosters:edit', 'rosters:view']);
    const { import: own } = await uploadRoster(app, clerk, withCells(files, { 'First s2': 'Bao' }));
    expect((await choose(own!.id, { choice: 'name', chosen: true }, clerk)).error?.code).toBe('NOT_ALLOWED');
    const { import: elsewhere } = await uploadRoster(app, admin, files);
    expect((await choose(elsewhere!.id, { choice: 'name', chosen: true }, clerk)).status).toBe(404);
  });
});

describe('new ids of people who are here', () => {
  test('[B1625] are the same people: nobody is made twice, nobody leaves a class, and it is undone', async () => {
    const { id, files } = await broughtSchool();
    const [people, places] = [await peopleOf(id), await placesOf(id)];
    const renumbered = withCells(files, { t1: 'T-100', s1: 'S-1', s2: 'S-2' });
    const shown = await preview(renumbered);
    expect(shown.counts).toMatchObject({ person: { changed: 3, new: 0, error: 0, ends: 0 }, member: { same: 3, ends: 0, new: 0 }, class: { same: 1 } });
    expect(shown.offers?.same).toEqual({ offered: 3, chosen: 3 });
    expect((await rowsOf(shown))[0]?.said[0]?.message).toBe(
      'First t1 Last t1 already has an account with this email address. The ID in the roster was t1; it becomes this one.',
    );
    expect(await doIt(shown)).toMatchObject({ status: 'finished', failed_rows: 0 });
    expect([await peopleOf(id), await placesOf(id)]).toEqual([people, places]);
    expect((await preview(renumbered)).total_rows).toBe(0);
    expect((await admin.call(rosterUndo, { params: { id: shown.id } })).error).toBeNull();
    await app.server.jobs.runDue();
    expect((await admin.call(rosterGet, { params: { id: shown.id } })).body.import.undo).toMatchObject({ status: 'finished', stays: 0 });
    expect((await rowsOf(await preview(files))).map(({ external_id, outcome, said }) => [external_id, outcome, said[0]?.message])).toEqual([]);
    expect([await peopleOf(id), await placesOf(id)]).toEqual([people, places]);
  });

  test('[B1625] another name under a known address is nobody here until somebody says so', async () => {
    const { id, files } = await broughtSchool();
    const other = withCells(files, { s2: 'S-2', 'First s2': 'Recycled' });
    const shown = await preview(other);
    expect(shown.offers?.same).toEqual({ offered: 1, chosen: 0 });
    expect(await doIt(shown)).toMatchObject({ status: 'partly', failed_rows: 1 });
    expect((await rowsOf(shown))[0]?.note).toBe('Nobody confirmed that this is the same person, so the row was skipped.');
    const again = await preview(other);
    await choose(again.id, { choice: 'same', chosen: true });
    expect(await doIt(again)).toMatchObject({ status: 'finished', failed_rows: 0 });
    expect((await preview(other)).total_rows).toBe(0);
    expect(await placesOf(id)).toEqual(['Class a First s1', 'Class a First s2', 'Class a First t1']);
  });

  test('[B1625] an address that the roster gives to two people, one of them under a known id, is an error that names both', async () => {
    const { prefix, files } = await broughtSchool();
    const users = files.find(({ name }) => name === 'users.csv')!;
    const moved = withCells(files, { [`${prefix}s2@roster.test`]: `${prefix}moved@roster.test` }).map((file) =>
      file === users || file.name !== 'users.csv'
        ? file
        : { ...file, bytes: Buffer.from(`${file.bytes.toString()}\r\nS-9,,,true,org-1,student,S-9,,Nina,New,,,${prefix}s2@roster.test,,,,,`) },
    );
    const row = (await rowsOf(await preview(moved))).find(({ external_id }) => external_id === 'S-9');
    expect([row?.outcome, row?.said[0]?.message]).toEqual([
      'error',
      'The account with this address belongs to First s2 Last s2, who is s2 in this roster. Give each person their own address.',
    ]);
  });
});
