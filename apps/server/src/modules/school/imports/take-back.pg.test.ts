import {
  accountList,
  auditList,
  importAccount,
  importApply,
  importGet,
  importList,
  importResolve,
  importRows,
  importUndo,
  importUndoPreview,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { enrol } from '../../class/classes/index.ts';
import { manyStudents, peopleBook } from './testing/people-book.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schoolId: number;
let school: string;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  school = await nameOf(schoolId);
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

const nameOf = async (id: number): Promise<string> =>
  (await app.db.selectFrom('schools').select('school_name').where('id', '=', id).executeTakeFirstOrThrow()).school_name;
const person = (first: string, email: string, ...rest: string[]) => [first, 'Ek', email, '', rest[0] ?? school, 'Student', ...rest.slice(1)];

async function bring(rows: readonly (readonly string[])[], by = admin): Promise<{ id: number; ids: Map<string, number> }> {
  const { body } = await by.call(importAccount, { file: { name: 'wrong people.xlsx', bytes: await peopleBook(rows) }, body: {} });
  await app.server.jobs.runDue();
  expect((await by.call(importGet, { params: { id: body.import.id } })).body.import.status).toBe('finished');
  const made = await app.db.selectFrom('accounts').select(['id', 'first_name']).where('email', 'like', '%@back.test').execute();
  return { id: body.import.id, ids: new Map(made.map(({ first_name, id }) => [first_name, id])) };
}
const look = (id: number, by = admin) => by.call(importUndoPreview, { params: { id } });
const takeBack = (id: number, by = admin) => by.call(importUndo, { params: { id } });
async function done(id: number, by = admin) {
  await app.server.jobs.runDue();
  return (await by.call(importGet, { params: { id } })).body.import;
}
const exists = async (id: number | undefined): Promise<boolean> =>
  (await app.db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id ?? 0)
    .executeTakeFirst()) !== undefined;

describe('taking an import of accounts back', () => {
  test('says before what goes, what stays and why by name; does exactly that; what was there before is not touched', async () => {
    await bring([person('Before', 'before@back.test')]);
    const { id, ids } = await bring([
      person('Before', 'before@back.test'),
      person('نور', 'nour@back.test'),
      person('李小龍', 'lee@back.test'),
      person('Signs', 'signs@back.test'),
      person('Learns', 'learns@back.test'),
      person('Edited', 'edited@back.test'),
      person('Off', 'off@back.test'),
    ]);
    const { courseId } = await scenario.class({ students: 0, schoolId });
    await inTransaction(app.db, (tx) => enrol(tx, courseId, [ids.get('Learns')!], 'STUDENT'));
    await app.signIn(ids.get('Signs')!);
    await app.db.updateTable('accounts').set({ phone_number: '555' }).where('id', '=', ids.get('Edited')!).execute();
    await app.db.updateTable('accounts').set({ status: false }).where('id', '=', ids.get('Off')!).execute(); // as somebody does in a fright

    const { body: before } = await look(id);
    expect(before.import).toMatchObject({ can_take_back: true, take_back: null });
    expect(before.plan).toMatchObject({
      total: 6,
      goes: 3,
      stays: 3,
      remarks: [expect.stringContaining('no longer work'), expect.stringContaining('are not changed')],
    });
    expect(Object.fromEntries(before.plan.reasons.map(({ reason, names }: { reason: string; names: string[] }) => [reason, names]))).toEqual({
      signedIn: ['Signs Ek'],
      inUse: ['Learns Ek'],
      changed: ['Edited Ek'],
    });

    expect(await takeBack(id)).toMatchObject({
      status: 200,
      body: { message: 'Undoing wrong people.xlsx has started.', import: { can_take_back: false, take_back: { status: 'waiting', total: 6 } } },
    });
    expect(await done(id)).toMatchObject({
      status: 'finished',
      can_take_back: false,
      take_back: { status: 'finished', total: 6, done: 6, gone: 3, message: 'Undone: accounts removed: 3, kept: 3.' },
    });
    for (const name of ['نور', '李小龍', 'Off']) expect([name, await exists(ids.get(name))]).toEqual([name, false]);
    for (const name of ['Before', 'Signs', 'Learns', 'Edited']) expect([name, await exists(ids.get(name))]).toEqual([name, true]);
    expect((await look(id)).body.plan).toMatchObject({ total: 6, goes: 3, stays: 3, remarks: [] });
    const { data } = (await admin.call(importRows, { params: { id }, query: { outcome: 'create' } })).body;
    expect(data.map(({ cells, stays }) => [cells['first_name'], stays])).toEqual([
      ['Signs', 'They have signed in or chosen a password.'],
      ['Learns', 'They are in a class or own something.'],
      ['Edited', 'Someone has changed them since.'],
    ]);

    // the addresses are free again
    const again = await bring([person('نور', 'nour@back.test')]);
    expect((await admin.call(importGet, { params: { id: again.id } })).body.import.created_count).toBe(1);
  });

  test('is one line of the audit trail, that opens to everybody who went', async () => {
    const { id, ids } = await bring([person('Aud', 'aud@back.test'), person('Ited', 'ited@back.test')]);
    await takeBack(id);
    await done(id);
    const { data } = (await admin.call(auditList, { query: { action: 'import.takeBack', folded: '1' } })).body;
    expect(data[0]).toMatchObject({
      sentence: expect.stringMatching(/ undid the import wrong people\.xlsx, and 2 more at the same time$/),
      account_id: admin.accountId,
      after: { name: 'wrong people.xlsx', removed: 2, kept: 0 },
    });
    const { data: parts } = (await admin.call(auditList, { query: { batch: data[0]!.request_id } })).body;
    expect(parts.filter(({ subject_type }: { subject_type: string }) => subject_type === 'account')).toMatchObject([
      { subject_id: ids.get('Ited'), before: { email: 'ited@back.test' } },
      { subject_id: ids.get('Aud'), before: { email: 'aud@back.test' } },
    ]);
  });

  test('a school that it made goes too, one that somebody uses stays', async () => {
    const names = ['Made and left', 'Made and used'];
    const rows = names.map((name, index) => person(`Made${index}`, `made${index}@back.test`, name));
    const { body } = await admin.call(importAccount, { file: { name: 'p.xlsx', bytes: await peopleBook(rows) }, body: { mode: 'preview' } });
    const { id } = body.import;
    await admin.call(importResolve, { params: { id }, body: { resolutions: names.map((value) => ({ column: 'school', value, to: 'create' })) } });
    await admin.call(importApply, { params: { id }, body: {} });
    const made = await app.db.selectFrom('schools').select(['id', 'school_name']).where('school_name', 'in', names).orderBy('school_name').execute();
    await scenario.person('teachers', made[1]!.id);
    expect((await look(id)).body.plan.remarks).toContain(
      'Schools that it created are removed too, unless something is left in them: Made and left, Made and used.',
    );
    await takeBack(id);
    await done(id);
    const now = await app.db.selectFrom('schools').select(['school_name', 'archived_at']).where('school_name', 'in', names).orderBy('school_name').execute();
    expect(now).toMatchObject([
      { school_name: 'Made and left', archived_at: expect.any(Date) },
      { school_name: 'Made and used', archived_at: null },
    ]);
  });

  test('of an import of before, which noted no schools, that is said', async () => {
    const { id } = await bring([person('Old', 'old@back.test')]);
    const options = JSON.stringify({ resolutions: [{ column: 'school', value: 'X', to: 'create' }] });
    await app.db.updateTable('imports').set({ made_school_ids: null, options }).where('id', '=', id).execute();
    expect((await look(id)).body.plan.remarks).toContain('It is not known which schools this import created. They are kept.');
  });

  test('counts once: a second time is refused in words, and so is what made nobody, was only looked at, or is too old', async () => {
    const { id } = await bring([person('Twice', 'twice@back.test')]);
    expect((await takeBack(id)).status).toBe(200);
    const refused = await takeBack(id);
    expect(refused).toMatchObject({ status: 409, error: { code: 'IMPORT_TAKEN_BACK' } });
    expect(refused.body.message).toContain('was already undone');
    await done(id);
    expect((await takeBack(id)).error?.code).toBe('IMPORT_TAKEN_BACK');

    const nobody = await bring([person('Before', 'before@back.test')]);
    expect((await look(nobody.id)).body).toMatchObject({ import: { can_take_back: false }, plan: { total: 0, goes: 0 } });
    expect(await takeBack(nobody.id)).toMatchObject({ status: 409, error: { code: 'IMPORT_MADE_NOTHING' } });
    const bytes = await peopleBook([person('P', 'p@back.test')]);
    const { body } = await admin.call(importAccount, { file: { name: 'p.xlsx', bytes }, body: { mode: 'preview' } });
    expect(body.import.can_take_back).toBe(false);
    expect((await takeBack(body.import.id)).error?.code).toBe('IMPORT_MADE_NOTHING');

    const old = await bring([person('Ages', 'ages@back.test')]);
    await sql`UPDATE imports SET created_at = created_at - interval '30 days 1 second' WHERE id = ${old.id}`.execute(app.db);
    expect((await admin.call(importGet, { params: { id: old.id } })).body.import.can_take_back).toBe(false);
    expect(await takeBack(old.id)).toMatchObject({ status: 409, error: { code: 'IMPORT_TOO_OLD' } });
    expect(await exists(old.ids.get('Ages'))).toBe(true);
  });

  test('[ACCESS] is for whoever imported: another administrator’s, another school’s, a questions’ import and no import are 404; without the right 403', async () => {
    const { id, ids } = await bring([person('Mine', 'mine@back.test')]);
    const other = await scenario.person('admin', null);
    const elsewhere = await scenario.person('teachers', await scenario.school());
    await giveRights(app.db, elsewhere.accountId, ['accounts:create']);
    for (const by of [other, elsewhere])
      for (const call of [look, takeBack]) expect(await call(id, by)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    for (const call of [look, takeBack]) expect((await call(999_999)).status).toBe(404);
    for (const role of ['teachers', 'student'] as const) {
      const by = await scenario.person(role, schoolId);
      for (const call of [look, takeBack]) expect((await call(id, by)).status).toBe(403);
      expect((await by.call(importList, { query: {} })).status).toBe(403);
    }
    expect(await exists(ids.get('Mine'))).toBe(true);
    const { data } = (await other.call(importList, { query: {} })).body;
    expect(data).toEqual([]);
    expect((await admin.call(importList, { query: { per_page: 1 } })).body.data).toMatchObject([{ id, file_name: 'wrong people.xlsx', can_take_back: true }]);
  });

  test('who may do more by now, or is of another school, stays; whoever lost the right takes nobody back', async () => {
    const office = await scenario.person('teachers', schoolId);
    const roleId = await giveRights(app.db, office.accountId, ['accounts:create', 'accounts:view']);
    const own = await sql<{ right: string }>`
      SELECT DISTINCT resources.key || ':' || actions.key AS "right" FROM policies JOIN roles ON roles.id = policies.role_id AND roles.key = 'student'
        JOIN actions ON actions.id = policies.action_id JOIN resource_policies tie ON tie.policy_id = policies.id JOIN resources ON resources.id = tie.resource_id`.execute(
      app.db,
    );
    await giveRights(
      app.db,
      office.accountId,
      own.rows.map(({ right }) => right),
    );
    const { id, ids } = await bring([person('Plain', 'plain@back.test'), person('Mighty', 'mighty@back.test'), person('Moved', 'moved@back.test')], office);
    await giveRights(app.db, ids.get('Mighty')!, ['roles:edit']);
    await app.db
      .updateTable('accounts')
      .set({ school_id: await scenario.school() })
      .where('id', '=', ids.get('Moved')!)
      .execute();
    const { plan } = (await look(id, office)).body;
    expect(plan).toMatchObject({ total: 3, goes: 1 });
    expect(plan.reasons.map(({ reason }: { reason: string }) => reason).sort()).toEqual(['elsewhere', 'mightier']);
    await takeBack(id, office);
    await sql`UPDATE account_roles SET is_active = false WHERE role_id = ${roleId}`.execute(app.db);
    await app.server.jobs.runDue();
    const stopped = await app.db.selectFrom('imports').select(['take_back_status', 'take_back_failure']).where('id', '=', id).executeTakeFirst();
    expect(stopped).toEqual({ take_back_status: 'failed', take_back_failure: 'error.NOT_ALLOWED' });
    expect(await exists(ids.get('Plain'))).toBe(true);
    await sql`UPDATE account_roles SET is_active = true WHERE role_id = ${roleId}`.execute(app.db);
    expect((await takeBack(id, office)).status).toBe(200); // after a failure it can be asked for again
    expect(await done(id, office)).toMatchObject({ take_back: { status: 'finished', gone: 1 } });
    expect([await exists(ids.get('Plain')), await exists(ids.get('Mighty')), await exists(ids.get('Moved'))]).toEqual([false, true, true]);
  });

  test('whoever is used between the look and the deed stays', async () => {
    const { id, ids } = await bring([person('Quick', 'quick@back.test')]);
    expect((await look(id)).body.plan.goes).toBe(1);
    await takeBack(id);
    await app.signIn(ids.get('Quick')!);
    expect(await done(id)).toMatchObject({ take_back: { status: 'finished', gone: 0, done: 1 } });
    expect(await exists(ids.get('Quick'))).toBe(true);
  });
});

describe('many people', () => {
  test('a process that dies in the middle has kept whole batches; another one goes on, and nothing is done twice', async () => {
    const { id } = await bring([...manyStudents(700, school)]);
    await takeBack(id);
    // dies in its second batch
    await sql`CREATE FUNCTION die_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the process is gone'; END $$`.execute(app.db);
    await sql`CREATE TRIGGER die_once BEFORE DELETE ON accounts FOR EACH ROW WHEN (OLD.email = 'student400@many.test') EXECUTE FUNCTION die_once()`.execute(
      app.db,
    );
    await app.server.jobs.runDue();
    const half = (await admin.call(importGet, { params: { id } })).body.import;
    expect(half.take_back).toMatchObject({ status: 'running', total: 700, done: 250, gone: 250 });
    expect((await admin.call(accountList, { query: { email: '@many.test' } })).body.pagination.total).toBe(450);
    expect((await takeBack(id)).error?.code).toBe('IMPORT_TAKEN_BACK');
    expect((await look(id)).body.plan).toMatchObject({ total: 700, goes: 700, stays: 0 });
    await sql`DROP TRIGGER die_once ON accounts`.execute(app.db);
    await app.clock.advanceMs(60_000);
    expect((await done(id)).take_back).toMatchObject({ status: 'finished', done: 700, gone: 700 });
    const entries = await app.db.selectFrom('audit_entries').select('subject_id').where('action', '=', 'import.takeBack.account').execute();
    expect(new Set(entries.map(({ subject_id }) => subject_id)).size).toBe(entries.length);
    await app.server.jobs.runDue();
    expect((await admin.call(accountList, { query: { email: '@many.test' } })).body.pagination.total).toBe(0);
  });

  test('5,000 of them hold up nobody: no statement takes more than a batch, and what they take grows with the batches alone', {
    timeout: 240_000,
  }, async () => {
    const { id } = await bring([...manyStudents(5_000, school, 100_000)]);
    expect((await look(id)).body.plan).toMatchObject({ total: 5_000, goes: 5_000 });
    await takeBack(id);
    const statements = await app.recordStatements(() => app.server.jobs.runDue());
    const batches = 5_000 / 250;
    expect(Math.max(...statements.flatMap(({ values }) => values.map((value) => (Array.isArray(value) ? value.length : 1))))).toBe(250);
    expect(Math.max(...statements.map(({ values }) => values.length))).toBeLessThanOrEqual(250);
    expect(statements.length / batches).toBeLessThan(130); // at most one for each table that names accounts, and a few
    expect((await admin.call(importGet, { params: { id } })).body.import.take_back).toMatchObject({ status: 'finished', gone: 5_000 });
    expect((await admin.call(accountList, { query: { email: '@many.test' } })).body.pagination.total).toBe(0);
  });
});
