import {
  auditList,
  channels,
  childList,
  guardianAdd,
  guardianEnd,
  guardianList,
  rosterApply,
  rosterChoose,
  rosterGet,
  rosterImport,
  type RosterImportView,
  rosterRows,
  rosterUndo,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, giveRights, hear, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { createNamedSchool } from './testing/named-school.ts';
import { oneRoster, type SmallRoster, toCsv } from './testing/roster-files.ts';
import { uploadRoster } from './testing/upload-roster.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  await scenario.school();
  admin = await scenario.person('admin', null);
}, 60_000);
afterAll(() => app.close());

type Files = { name: string; bytes: Buffer }[];
const BRING = { bring_guardians: true };

async function preview(files: Files, options: object = BRING, by = admin): Promise<RosterImportView> {
  const reply = await uploadRoster(app, by, files, { ...options });
  expect([reply.status, reply.errors, reply.import?.message && reply.import.status]).toEqual([201, undefined, 'preview']);
  return reply.import!;
}
const stateOf = async (id: number) => (await admin.call(rosterGet, { params: { id } })).body.import;
async function apply(id: number, body: object = {}): Promise<RosterImportView> {
  expect((await admin.call(rosterApply, { params: { id }, body: { create_accounts: true, ...body } })).error).toBeNull();
  await app.server.jobs.runDue();
  return stateOf(id);
}
const bring = async (files: Files, body: object = {}) => apply((await preview(files)).id, body);
async function undo(id: number): Promise<RosterImportView> {
  expect((await admin.call(rosterUndo, { params: { id } })).error).toBeNull();
  await app.server.jobs.runDue();
  return stateOf(id);
}
const rowsOf = async (id: number, kind: 'guardian' | 'tie') =>
  (await admin.call(rosterRows, { params: { id }, query: { kind, per_page: 200 } })).body.data.map(
    ({ outcome, name, detail, said }) => `${outcome}: ${name} / ${detail}${said.length > 0 ? ` / ${said.map(({ code }) => code).join(' ')}` : ''}`,
  );
const tiesOf = async (schoolId: number): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    SELECT guardian.email || ' ' || tie.relation || ' of ' || child.email || CASE WHEN tie.ended_at IS NULL THEN '' ELSE ' (ended)' END AS line
      FROM guardian_ties tie JOIN accounts child ON child.id = child_id JOIN accounts guardian ON guardian.id = guardian_id
     WHERE child.school_id = ${schoolId} ORDER BY tie.id`.execute(app.db);
  return rows.map(({ line }) => line);
};
const accountOf = async (email: string): Promise<number> =>
  (await app.db.selectFrom('accounts').select('id').where('email_key', '=', email).executeTakeFirstOrThrow()).id;
const as = async (email: string) => {
  const token = await app.signIn(await accountOf(email));
  return { call: ((endpoint: never, args: never) => app.call(endpoint, args ?? {}, { token })) as unknown as TestPerson['call'] };
};

let made = 0;
/** A school with two students in one class, and its roster with these guardians. */
async function newSchool(guardians: SmallRoster['guardians'] = { g1: { children: ['s1', 's2'] }, g2: { children: ['s2'], role: 'relative' } }) {
  made += 1;
  const prefix = `gr${made}-`;
  const school = `Family School ${made}`;
  const id = await createNamedSchool({ app, scenario }, school);
  const files = (changes: Partial<SmallRoster> = {}): Files => {
    const roster = { school, teachers: ['t1'], students: ['s1', 's2'], classes: { a: ['t1', 's1', 's2'] }, guardians, ...changes };
    const ids = [...roster.teachers, ...roster.students, ...Object.keys(roster.guardians)];
    return oneRoster({ ...roster, emails: { ...Object.fromEntries(ids.map((one) => [one, `${prefix}${one}@roster.test`])), ...changes.emails } });
  };
  return { id, school, files, emailOf: (one: string) => `${prefix}${one}@roster.test` };
}

describe('[B2751] a roster brings guardians where somebody turns it on', () => {
  test('they get accounts and see their own children alone, with their relation; the same roster again changes nothing', async () => {
    const { id, files, emailOf } = await newSchool();
    const shown = await preview(files());
    expect(shown.counts).toMatchObject({ person: { new: 3 }, guardian: { new: 2 }, tie: { new: 3 } });
    expect(await rowsOf(shown.id, 'tie')).toEqual([
      'new: First g1 Last g1 / Parent of First s1 Last s1',
      'new: First g1 Last g1 / Parent of First s2 Last s2',
      'new: First g2 Last g2 / Relative of First s2 Last s2',
    ]);
    expect(await tiesOf(id)).toEqual([]);
    expect(await apply(shown.id)).toMatchObject({ status: 'finished', failed_rows: 0 });
    expect(await tiesOf(id)).toEqual([
      `${emailOf('g1')} Parent of ${emailOf('s1')}`,
      `${emailOf('g1')} Parent of ${emailOf('s2')}`,
      `${emailOf('g2')} Relative of ${emailOf('s2')}`,
    ]);
    const second = await as(emailOf('g2'));
    expect((await second.call(childList, {})).body.children.map(({ name }: { name: string }) => name)).toEqual(['First s2 Last s2']);
    const child = await as(emailOf('s2'));
    expect((await child.call(guardianList, {})).body.ties.map(({ name, relation }: { name: string; relation: string }) => `${name}: ${relation}`)).toEqual([
      'First g1 Last g1: Parent',
      'First g2 Last g2: Relative',
    ]);
    const { data } = (await admin.call(auditList, { query: { subject_type: 'account', subject_id: await accountOf(emailOf('s1')) } })).body;
    expect(data.map(({ action }) => action)).toContain('roster.tie');
    const again = await preview(files());
    expect(again).toMatchObject({ total_rows: 0, counts: { guardian: { same: 2, new: 0 }, tie: { same: 3, new: 0, ends: 0 } } });
  });

  test('without it nothing of them is read, and their rights are asked of the person who turns it on', async () => {
    const { id, files } = await newSchool();
    const shown = await preview(files(), {});
    expect(shown.counts).toMatchObject({ guardian: { new: 0 }, tie: { new: 0 }, person: { not_taken: 2 } });
    await apply(shown.id);
    expect(await tiesOf(id)).toEqual([]);
    const clerk = await scenario.person('teachers', id);
    await giveRights(app.db, clerk.accountId, ['rosters:view', 'rosters:edit', 'accounts:create', 'guardians:create']);
    expect((await clerk.call(rosterImport, { files: files(), body: BRING })).error?.code).toBe('NOT_ALLOWED');
    expect((await clerk.call(rosterImport, { files: files(), body: {} })).status).toBe(201);
  });

  test('guardians without an address, staff, students, people of another school, and guardians of nobody get no account, each with the reason', async () => {
    const elsewhere = await scenario.person('teachers', await scenario.school());
    const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', elsewhere.accountId).executeTakeFirstOrThrow();
    const { id, files, emailOf } = await newSchool({
      g1: { children: ['s1'] },
      g2: { children: ['s1'] },
      g3: { children: ['s1'] },
      g4: { children: ['nobody'] },
      g5: { children: ['s2'], name: ['Ana\u200bMaria', 'Ruiz\u202e'] },
    });
    const keeper = await scenario.person('teachers', id);
    await giveRights(app.db, keeper.accountId, ['rosters:view', 'rosters:edit', 'accounts:create', 'guardians:create', 'guardians:delete', 'guardians:view']);
    await bring(files({ guardians: {} }));
    const emails = { g1: '', g2: emailOf('t1'), g3: email, g5: emailOf('g5') };
    const { import: shown } = await uploadRoster(app, keeper, files({ emails }), BRING);
    expect(
      (await keeper.call(rosterRows, { params: { id: shown!.id }, query: { kind: 'guardian' } })).body.data.map(({ outcome, name, said }) => [
        outcome,
        name,
        said[0]?.code,
      ]),
    ).toEqual([
      ['error', 'First g2 Last g2', 'guardianSharesAddress'],
      ['not_taken', 'First g1 Last g1', 'guardianNoEmail'],
      ['not_taken', 'First g3 Last g3', 'guardianElsewhere'],
      ['not_taken', 'First g4 Last g4', 'guardianNoChild'],
      ['new', 'AnaMaria Ruiz', 'cleaned'],
    ]);
    // the teacher is not in the file now: the account here decides
    const alone = files({ teachers: [], classes: {}, mode: 'delta', guardians: { g2: { children: ['s1'] } }, emails: { g2: emailOf('t1') } });
    expect(await rowsOf((await preview(alone)).id, 'guardian')).toEqual([`not_taken: First g2 Last g2 / ${emailOf('t1')} / guardianIsStaff`]);
    const { role } = (await sql<{ role: number }>`SELECT id AS role FROM roles WHERE key = 'guardian'`.execute(app.db)).rows[0]!;
    await sql`INSERT INTO account_roles (account_id, role_id) VALUES (${await accountOf(emailOf('t1'))}, ${role})`.execute(app.db);
    await bring(alone);
    expect(await tiesOf(id)).toEqual([`${emailOf('t1')} Parent of ${emailOf('s1')}`]);
    expect(
      (
        await sql<{
          name: string;
        }>`SELECT account_types.name FROM accounts JOIN account_types ON account_types.id = account_type_id WHERE email_key = ${emailOf('t1')}`.execute(app.db)
      ).rows[0]!.name,
    ).not.toBe('Guardian');
  });

  test('one guardian who is listed once for each child is one account', async () => {
    const { id, files, emailOf } = await newSchool({ g1: { children: ['s1'], name: ['Eva', 'Lund'] }, g2: { children: ['s2'], name: ['Eva', 'Lund'] } });
    const emails = { g2: emailOf('g1') };
    const shown = await preview(files({ emails }));
    expect(shown.counts).toMatchObject({ guardian: { new: 1 }, tie: { new: 2 } });
    await apply(shown.id);
    expect(await tiesOf(id)).toEqual([`${emailOf('g1')} Parent of ${emailOf('s1')}`, `${emailOf('g1')} Parent of ${emailOf('s2')}`]);
    expect(await preview(files({ emails }))).toMatchObject({ total_rows: 0 });
  });
});

describe('[B2752] a roster ends only the ties that it made', () => {
  test('a tie that it no longer names ends at once; one by hand stays, and one that somebody ended is not made again', async () => {
    const { id, files, emailOf } = await newSchool();
    await bring(files());
    const [first, second] = [await accountOf(emailOf('s1')), await accountOf(emailOf('s2'))];
    // the same tie by hand belongs to the school from now on
    expect((await admin.call(guardianAdd, { body: { account_id: second, email: emailOf('g1'), relation: 'Mother' } })).status).toBe(200);
    const guardian = await as(emailOf('g1'));
    const fewer = files({ guardians: { g2: { children: ['s2'], role: 'relative' } } });
    const shown = await preview(fewer);
    expect(await rowsOf(shown.id, 'tie')).toEqual(['ends: First g1 Last g1 / Of First s1 Last s1 / tieMissing']);
    expect(await rowsOf(shown.id, 'guardian')).toEqual([`ends: First g1 Last g1 / ${emailOf('g1')} / guardianMissing`]);
    await apply(shown.id);
    expect((await guardian.call(childList, {})).body.children.map(({ account_id }: { account_id: number }) => account_id)).toEqual([second]);
    expect(await tiesOf(id)).toContain(`${emailOf('g1')} Parent of ${emailOf('s1')} (ended)`);
    // it comes back with the roster
    await bring(files());
    expect((await guardian.call(childList, {})).body.children).toHaveLength(2);
    const tie = (await admin.call(guardianList, { query: { account_id: first } })).body.ties[0]!;
    expect((await admin.call(guardianEnd, { params: { id: tie.id } })).status).toBe(200);
    const after = await preview(files());
    expect(await rowsOf(after.id, 'tie')).toEqual(['not_taken: First g1 Last g1 / Parent of First s1 Last s1 / tieEndedByHand']);
    expect(after.total_rows).toBe(0);
  });

  test('files of changes, files that name no guardian, and faulty rows end nothing', async () => {
    const { id, files, emailOf } = await newSchool();
    await bring(files());
    const all = await tiesOf(id);
    const none = await preview(files({ guardians: {} }));
    expect([none.total_rows, none.remarks]).toEqual([0, expect.arrayContaining(['No guardian of a student was found, so no guardian was changed.'])]);
    expect(await preview(files({ mode: 'delta', guardians: { g2: { children: ['s2'], role: 'relative' } } }))).toMatchObject({ counts: { tie: { ends: 0 } } });
    expect(await preview(files({ emails: { g1: 'no address' } }))).toMatchObject({ counts: { guardian: { error: 1 }, tie: { ends: 0 } } });
    const ended = await preview(files({ mode: 'delta', statuses: { g2: 'tobedeleted' } }));
    expect(await rowsOf(ended.id, 'tie')).toEqual(['ends: First g2 Last g2 / Relative of First s2 Last s2 / tieEnds']);
    await apply(ended.id);
    expect((await tiesOf(id)).filter((line) => !all.includes(line))).toEqual([`${emailOf('g2')} Relative of ${emailOf('s2')} (ended)`]);
  });

  test('many ends wait for consent', async () => {
    const students = Array.from({ length: 12 }, (_, at) => `s${at + 1}`);
    const { id, school, files } = await newSchool(Object.fromEntries(students.map((child) => [`g${child}`, { children: [child] }])));
    const whole = { students, classes: { a: ['t1', ...students] } };
    await bring(files(whole));
    const shown = await preview(files({ ...whole, guardians: { gs1: { children: ['s1'] } } }));
    expect(shown.many_ends).toEqual([{ name: `${school}, guardians`, ending: 11, current: 12 }]);
    expect((await admin.call(rosterApply, { params: { id: shown.id }, body: {} })).error?.code).toBe('ROSTER_ENDS_MANY');
    await apply(shown.id, { confirm_many_ends: true });
    expect((await tiesOf(id)).filter((line) => !line.endsWith('(ended)'))).toHaveLength(1);
  });
});

describe('[B2753] a roster with guardians can be undone', () => {
  test('accounts and ties that it made go, ties that it ended come back; what somebody changed since stays', async () => {
    const { id, files, emailOf } = await newSchool();
    const first = await bring(files());
    const fewer = await bring(files({ guardians: { g2: { children: ['s2'], role: 'relative' } } }));
    expect((await tiesOf(id)).filter((line) => line.endsWith('(ended)'))).toHaveLength(2);
    expect((await undo(fewer.id)).undo).toMatchObject({ status: 'finished', stays: 0 });
    expect((await tiesOf(id)).filter((line) => line.endsWith('(ended)'))).toEqual([]);
    expect(await preview(files())).toMatchObject({ total_rows: 0 });
    // a tie made by hand since stays
    await admin.call(guardianAdd, { body: { account_id: await accountOf(emailOf('s1')), email: emailOf('g1'), relation: 'Mother' } });
    for (const one of ['g1', 's1']) await as(emailOf(one)); // signed in, so the accounts stay
    const undone = (await undo(first.id)).undo;
    expect([undone?.status, undone?.stays]).toEqual(['finished', expect.any(Number)]);
    expect((await tiesOf(id)).filter((line) => !line.endsWith('(ended)'))).toEqual([`${emailOf('g1')} Parent of ${emailOf('s1')}`]);
    expect(await app.db.selectFrom('accounts').select('id').where('email_key', '=', emailOf('g2')).execute()).toEqual([]);
    expect(await accountOf(emailOf('g1'))).toEqual(expect.any(Number));
  });
});

describe('[B2812] the relation and the address of a guardian follow the roster', () => {
  const step = { children: ['s1', 's2'], role: 'guardian' };
  const parent = { children: ['s1', 's2'] };

  test('a changed relation is shown and applied; undoing the run restores it, unless somebody has changed it since', async () => {
    const { id, files, emailOf } = await newSchool({ g1: parent });
    await bring(files());
    const shown = await preview(files({ guardians: { g1: step } }));
    expect(shown.counts).toMatchObject({ guardian: { same: 1 }, tie: { changed: 2, same: 0, new: 0, ends: 0 } });
    const { data } = (await admin.call(rosterRows, { params: { id: shown.id }, query: { kind: 'tie' } })).body;
    expect(data.map(({ outcome, changes }) => [outcome, changes])).toEqual(
      Array.from({ length: 2 }, () => ['changed', [{ field: 'Relation', before: 'Parent', after: 'Guardian' }]]),
    );
    const lines = (relation: string) => ['s1', 's2'].map((child) => `${emailOf('g1')} ${relation} of ${emailOf(child)}`);
    expect(await tiesOf(id)).toEqual(lines('Parent'));
    expect(await apply(shown.id)).toMatchObject({ status: 'finished', failed_rows: 0 });
    expect(await tiesOf(id)).toEqual(lines('Guardian'));
    expect(await preview(files({ guardians: { g1: step } }))).toMatchObject({ total_rows: 0 });
    const trail = (await admin.call(auditList, { query: { subject_type: 'account', subject_id: await accountOf(emailOf('s1')) } })).body.data;
    expect(trail.map(({ action }) => action)).toContain('roster.tieRelation');
    expect((await undo(shown.id)).undo).toMatchObject({ status: 'finished', stays: 0 });
    expect(await tiesOf(id)).toEqual(lines('Parent'));
    const again = await bring(files({ guardians: { g1: step } }));
    await sql`UPDATE guardian_ties SET relation = 'Aunt' WHERE child_id = ${await accountOf(emailOf('s1'))}`.execute(app.db);
    expect((await undo(again.id)).undo).toMatchObject({ status: 'finished', stays: 1 });
    expect((await tiesOf(id)).map((line) => line.split(' ')[1])).toEqual(['Aunt', 'Parent']);
  });

  test('a tie that somebody also made by hand keeps its relation, as does one that was changed since the preview', async () => {
    const { id, files, emailOf } = await newSchool({ g1: parent });
    await bring(files());
    const first = await accountOf(emailOf('s1'));
    expect((await admin.call(guardianAdd, { body: { account_id: first, email: emailOf('g1'), relation: 'Mother' } })).status).toBe(200);
    const shown = await preview(files({ guardians: { g1: step } }));
    expect(shown.counts).toMatchObject({ tie: { changed: 1, same: 1 } });
    await admin.call(guardianAdd, { body: { account_id: await accountOf(emailOf('s2')), email: emailOf('g1'), relation: 'Mother' } });
    expect(await apply(shown.id)).toMatchObject({ status: 'partly', failed_rows: 1 });
    expect((await tiesOf(id)).map((line) => line.split(' ')[1])).toEqual(['Parent', 'Parent']);
  });

  test('a changed address is offered and used where somebody chose it, as those of students are; undoing the run restores it', async () => {
    const { id, files, emailOf } = await newSchool({ g1: parent });
    await bring(files());
    const account = await accountOf(emailOf('g1'));
    const emailNow = async () => (await app.db.selectFrom('accounts').select('email').where('id', '=', account).executeTakeFirstOrThrow()).email;
    const changed = files({ emails: { g1: emailOf('new') } });
    const shown = await preview(changed);
    expect(await rowsOf(shown.id, 'guardian')).toEqual([`not_taken: First g1 Last g1 / ${emailOf('g1')} / emailDiffers`]);
    expect([shown.total_rows, shown.counts.tie.same, shown.offers?.email]).toEqual([0, 2, { offered: 1, chosen: 0 }]);
    // nobody chose it, so it stays, and is offered again
    expect((await preview(changed)).offers?.email).toEqual({ offered: 1, chosen: 0 });
    const clerk = await scenario.person('teachers', id);
    await giveRights(app.db, clerk.accountId, ['rosters:view', 'rosters:edit', 'accounts:create', 'guardians:create', 'guardians:delete']);
    const choose = (by: TestPerson, importId: number) => by.call(rosterChoose, { params: { id: importId }, body: { choice: 'email', chosen: true } });
    expect((await choose(clerk, (await uploadRoster(app, clerk, changed, BRING)).import!.id)).error?.code).toBe('NOT_ALLOWED');
    expect((await choose(admin, shown.id)).body.import).toMatchObject({ can_apply: true, offers: { email: { chosen: 1 } } });
    expect(await apply(shown.id)).toMatchObject({ status: 'finished', failed_rows: 0 });
    expect(await emailNow()).toBe(emailOf('new'));
    expect(await preview(changed)).toMatchObject({ total_rows: 0, counts: { guardian: { same: 1 }, tie: { same: 2 } } });
    expect((await undo(shown.id)).undo).toMatchObject({ status: 'finished', stays: 0 });
    expect(await emailNow()).toBe(emailOf('g1'));
    // still linked, and tied
    expect((await preview(files())).counts).toMatchObject({ guardian: { same: 1, changed: 0 }, tie: { same: 2 } });
  });

  test('an address that the guardian changed here stays; one that somebody else has is never used', async () => {
    const { files, emailOf } = await newSchool({ g1: parent });
    await bring(files());
    const account = await accountOf(emailOf('g1'));
    const other = await scenario.person('teachers', await scenario.school());
    const { email: taken } = await app.db.selectFrom('accounts').select('email').where('id', '=', other.accountId).executeTakeFirstOrThrow();
    for (const email of [emailOf('t1'), taken]) {
      const shown = await preview(files({ teachers: [], classes: {}, mode: 'delta', emails: { g1: email } }));
      expect(await rowsOf(shown.id, 'guardian')).toEqual([`not_taken: First g1 Last g1 / ${emailOf('g1')} / guardianEmailStays`]);
      expect((await admin.call(rosterChoose, { params: { id: shown.id }, body: { choice: 'email', chosen: true } })).error?.code).toBe('VALIDATION_FAILED');
    }
    // taken between the preview and its use
    const late = await preview(files({ emails: { g1: emailOf('late') } }));
    await admin.call(rosterChoose, { params: { id: late.id }, body: { choice: 'email', chosen: true } });
    await sql`UPDATE accounts SET email = ${emailOf('late')}, email_key = ${emailOf('late')} WHERE id = ${other.accountId}`.execute(app.db);
    expect(await apply(late.id)).toMatchObject({ status: 'partly', failed_rows: 1 });
    expect(await accountOf(emailOf('g1'))).toBe(account);
    await sql`UPDATE accounts SET email = ${emailOf('own')}, email_key = ${emailOf('own')} WHERE id = ${account}`.execute(app.db);
    expect(await preview(files())).toMatchObject({ total_rows: 0, counts: { guardian: { same: 1 } } });
  });
});

describe('[B2813] open pages of guardians hear what a roster does', () => {
  test('once for each guardian whose ties a run makes, changes, or ends, and once when it is undone; nobody else hears anything', async () => {
    const whole = { g1: { children: ['s1', 's2'] }, g2: { children: ['s2'], role: 'relative' } };
    const { id, files, emailOf } = await newSchool(whole);
    await bring(files());
    // a process that does no jobs, so that they run when the test says so
    const web = await app.another({ role: 'web' });
    const listen = async (one: string) => {
      const accountId = await accountOf(emailOf(one));
      return hear(web, (await as(emailOf(one))) as unknown as TestPerson, channels.account(accountId));
    };
    const [first, second] = [await listen('g1'), await listen('g2')];
    const heard = () => [first, second].map((ear) => ear.events.filter(({ name }) => name === 'own-children.changed').length);
    const fewer = await bring(files({ guardians: { g2: whole.g2 } }));
    await first.first('own-children.changed');
    expect((await tiesOf(id)).filter((line) => line.endsWith('(ended)'))).toHaveLength(2);
    expect(heard()).toEqual([1, 0]);
    await undo(fewer.id);
    await expect.poll(heard).toEqual([2, 0]);
    await bring(files({ guardians: { ...whole, g2: { children: ['s1', 's2'], role: 'guardian' } } }));
    await expect.poll(heard).toEqual([2, 1]);
    first.close();
    second.close();
    await web.close();
  });
});

describe('[B2754] School Data Sync brings guardians', () => {
  const school = async (prefix: string) => {
    const name = `Sync School ${prefix}`;
    return { name, id: await createNamedSchool({ app, scenario }, name) };
  };
  const file = (name: string, rows: string[][]) => ({ name, bytes: toCsv(rows) });

  test('version 2.1: relationships of users without a role; doctors are none', async () => {
    const { name, id } = await school('two');
    const shown = await preview([
      file('orgs.csv', [
        ['sourcedId', 'name', 'type'],
        ['o1', name, 'school'],
      ]),
      file('users.csv', [
        ['sourcedId', 'username', 'givenName', 'familyName', 'activeDirectoryMatchId', 'email'],
        ['s1', 's1', 'Ann', 'Lund', '', 'sds2-s1@roster.test'],
        ['g1', 'g1', 'Eva', 'Lund', '', 'sds2-g1@roster.test'],
        ['d1', 'd1', 'Doc', 'Tor', '', 'sds2-d1@roster.test'],
      ]),
      file('roles.csv', [
        ['userSourcedId', 'orgSourcedId', 'role', 'isPrimary'],
        ['s1', 'o1', 'student', 'true'],
      ]),
      file('relationships.csv', [
        ['userSourcedId', 'relationshipUserSourcedId', 'relationshipRole'],
        ['s1', 'g1', 'guardian'],
        ['s1', 'd1', 'doctor'],
      ]),
    ]);
    expect(shown.format).toBe('School Data Sync 2.1');
    expect(await rowsOf(shown.id, 'guardian')).toEqual(['new: Eva Lund / sds2-g1@roster.test']);
    expect(await rowsOf(shown.id, 'tie')).toEqual(['not_taken: d1 /  / relationNotTaken', 'new: Eva Lund / Guardian of Ann Lund']);
    await apply(shown.id, { mode: 'partial' });
    expect(await tiesOf(id)).toEqual(['sds2-g1@roster.test Guardian of sds2-s1@roster.test']);
  });

  test('version 1: guardians by their address', async () => {
    const { name, id } = await school('one');
    const shown = await preview([
      file('School.csv', [
        ['SIS ID', 'Name'],
        ['o1', name],
      ]),
      file('Student.csv', [
        ['SIS ID', 'School SIS ID', 'First Name', 'Last Name', 'Username', 'Secondary Email'],
        ['7', 'o1', 'Ann', 'Lund', 'ann', 'sds1-s1@roster.test'],
      ]),
      file('User.csv', [
        ['Email', 'First Name', 'Last Name', 'Phone', 'SIS ID'],
        ['SDS1-g1@roster.test', 'Eva', 'Lund', '', ''],
      ]),
      file('Guardianrelationship.csv', [
        ['SIS ID', 'Email', 'Role'],
        ['7', 'sds1-g1@roster.test', 'Parent'],
      ]),
    ]);
    expect(shown.counts).toMatchObject({ guardian: { new: 1 }, tie: { new: 1 } });
    await apply(shown.id);
    expect(await tiesOf(id)).toEqual(['SDS1-g1@roster.test Parent of sds1-s1@roster.test']);
  });
});

test('[B2756] many guardians take a few statements, as many people do', { timeout: 60_000 }, async () => {
  const students = Array.from({ length: 400 }, (_, at) => `s${at + 1}`);
  const { id, files } = await newSchool(Object.fromEntries(students.map((child) => [`g${child}`, { children: [child] }])));
  const all = files({ students, classes: { a: ['t1', ...students] } });
  let shown: RosterImportView | null = null;
  const reading = await app.recordStatements(async () => {
    shown = await preview(all);
  });
  expect(reading.length).toBeLessThan(120);
  const applying = await app.recordStatements(async () => {
    await apply(shown!.id);
  });
  expect(applying.length).toBeLessThan(200);
  expect(await tiesOf(id)).toHaveLength(400);
});

test('[B2755] two schools keep to themselves: ids of one mean nobody in the other', async () => {
  const [one, other] = [await newSchool(), await newSchool({ g1: { children: ['s1'] } })];
  await bring(one.files());
  await bring(other.files());
  const before = await tiesOf(one.id);
  await bring(other.files({ guardians: { g9: { children: ['s2'] } } }));
  expect(await tiesOf(one.id)).toEqual(before);
  expect((await tiesOf(other.id)).filter((line) => !line.endsWith('(ended)'))).toEqual([`${other.emailOf('g9')} Parent of ${other.emailOf('s2')}`]);
});
