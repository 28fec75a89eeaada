import { ACCOUNT_BULK_ACTS, accountBulk, accountIds, accountList, authMe } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../../testing/index.ts';
import { giveRights } from '../../../../testing/rights.ts';
import { insertAccounts } from './queries.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schoolId: number;
const roles = new Map<string, number>();

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  admin = await scenario.person('admin', null);
  await scenario.person('admin', null); // someone who can always repair access
  for (const { key, id } of await app.db.selectFrom('roles').select(['key', 'id']).execute()) if (key) roles.set(key, id);
});
afterAll(() => app.close());

let made = 0;
async function people(count: number, school = schoolId): Promise<number[]> {
  const first = made;
  made += count;
  const rows = Array.from({ length: count }, (_, index) => {
    const email = `bulk${first + index}@school.test`;
    return {
      first_name: 'Bulk',
      last_name: `Person ${first + index}`,
      email,
      email_key: email,
      phone_number: '',
      school_id: school,
      account_type_id: 3,
      role_id: roles.get('student') as number,
    };
  });
  return [...(await app.db.transaction().execute((tx) => insertAccounts(tx as never, rows))).values()];
}
const bulk = (body: Record<string, unknown>, by = admin) => by.call(accountBulk, { body });
const find = (ids: readonly number[]) =>
  app.db
    .selectFrom('accounts')
    .select(['id', 'status', 'role_id', 'school_id'])
    .where('id', 'in', [...ids])
    .execute();

test('[B222] 300 found people are deactivated in three calls, each with one entry in the trail, and can be taken back', async () => {
  const ids = await people(300);
  const found = (await admin.call(accountIds, { query: { search_text: 'bulk person', school_id: schoolId } })).body.accounts.columns.id;
  expect(found.toSorted((a: number, b: number) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  const token = await app.signIn(ids[0] as number);
  const before = await app.db.selectFrom('audit_entries').select('id').where('action', '=', 'account.bulk').execute();
  const changed: number[] = [];
  for (let at = 0; at < found.length; at += 100) {
    const reply = await bulk({ act: 'deactivate', account_ids: found.slice(at, at + 100) });
    expect(reply).toMatchObject({ status: 200, body: { refused: [] } });
    changed.push(...reply.body.changed.map(({ account_id }: { account_id: number }) => account_id));
  }
  expect(changed).toHaveLength(300);
  expect((await find(ids)).every(({ status }) => !status)).toBe(true);
  expect((await app.call(authMe, {}, { token })).status).toBe(401);
  const entries = await app.db.selectFrom('audit_entries').selectAll().where('action', '=', 'account.bulk').orderBy('id').execute();
  expect(entries.length - before.length).toBe(3);
  expect(entries.at(-1)?.after).toMatchObject({ act: 'deactivate', account_ids: found.slice(200) });
  for (let at = 0; at < changed.length; at += 100) await bulk({ act: 'activate', account_ids: changed.slice(at, at + 100) });
  expect((await find(ids)).every(({ status }) => status)).toBe(true);
});

test('2,000 people move to another school in twenty calls; each answer says where they were', async () => {
  const ids = await people(2000);
  const elsewhere = await scenario.school();
  for (let at = 0; at < ids.length; at += 100) {
    const { body } = await bulk({ act: 'school', school_id: elsewhere, account_ids: ids.slice(at, at + 100) });
    expect(new Set(body.changed.map(({ school_id }) => school_id))).toEqual(new Set([schoolId]));
  }
  expect((await admin.call(accountList, { query: { school_id: elsewhere } })).body.pagination.total).toBe(2000);
});

test('101 at once are refused: no call holds others up', async () => {
  expect((await bulk({ act: 'activate', account_ids: Array.from({ length: 101 }, (_, index) => index + 1) })).status).toBe(422);
});

describe('each is done or refused by itself', () => {
  test('[B222] one’s own account, somebody in a class elsewhere and somebody who is not there are refused with a reason, the others are done', async () => {
    const [one] = await people(1);
    const { teacher } = await scenario.class();
    const reply = await bulk({ act: 'school', school_id: schoolId, account_ids: [admin.accountId, teacher.accountId, one, 999_999_999] });
    expect(reply.status).toBe(200);
    const reasons = Object.fromEntries(reply.body.refused.map(({ account_id, message }: { account_id: number; message: string }) => [account_id, message]));
    expect(reasons[admin.accountId]).toContain('your own account');
    expect(reasons[teacher.accountId]).toContain('classes of another school');
    expect(reasons[999_999_999]).toContain('does not exist');
    expect(reply.body.changed).toEqual([]); // the one was of that school already
  });

  test('students do not become administrators', async () => {
    const [one] = (await people(1)) as [number];
    const reply = await bulk({ act: 'role', role_id: roles.get('admin'), account_ids: [one] });
    expect(reply.body.changed).toEqual([]);
    expect(reply.body.refused[0]!.message).toContain('A student cannot be an administrator');
  });

  test('[L367] another role: the old one goes, the new one is held from the next call on', async () => {
    const [one] = (await people(1)) as [number];
    const token = await app.signIn(one);
    const reply = await bulk({ act: 'role', role_id: roles.get('teachers'), account_ids: [one] });
    expect(reply.body.changed).toEqual([{ account_id: one, status: true, role_id: roles.get('student'), school_id: schoolId }]);
    expect((await app.call(authMe, {}, { token })).body.user.rights).toContain('live-lessons:run');
    expect((await app.db.selectFrom('account_roles').select('role_id').where('account_id', '=', one).execute()).map(({ role_id }) => role_id)).toEqual([
      roles.get('teachers'),
    ]);
  });

  test('signed out: the tokens end, the accounts stay as they are', async () => {
    const [one] = (await people(1)) as [number];
    const token = await app.signIn(one);
    expect((await bulk({ act: 'sign_out', account_ids: [one] })).body.changed).toHaveLength(1);
    expect((await app.call(authMe, {}, { token })).status).toBe(401);
    expect((await find([one]))[0]?.status).toBe(true);
  });
});

describe('what is wrong with the whole is said before anything happens', () => {
  test('an unknown role, an unknown school, mail where none is set up', async () => {
    const account_ids = await people(1);
    expect((await bulk({ act: 'role', role_id: 999_999, account_ids })).body.errors).toHaveProperty('role_id');
    expect((await bulk({ act: 'role', account_ids })).body.errors).toHaveProperty('role_id');
    expect((await bulk({ act: 'school', account_ids })).body.errors).toHaveProperty('school_id');
    expect((await bulk({ act: 'mail_link', account_ids })).error?.code).toBe('MAIL_NOT_SET_UP');
  });

  test('the last who could repair access cannot be taken away among others', async () => {
    const fresh = await startTestApp();
    try {
      const alone = createScenario(fresh);
      const school = await alone.school();
      const only = await alone.person('admin', school);
      const clerk = await alone.person('teachers', school);
      await giveRights(fresh.db, clerk.accountId, ['accounts:view', 'accounts:edit', 'access:grant']);
      const reply = await clerk.call(accountBulk, { body: { act: 'deactivate', account_ids: [only.accountId] } });
      expect(reply.error?.code).toBe('LAST_ADMIN');
      const row = await fresh.db.selectFrom('accounts').select('status').where('id', '=', only.accountId).executeTakeFirstOrThrow();
      expect(row.status).toBe(true);
    } finally {
      await fresh.close();
    }
  });
});

describe('[ACCESS] somebody with accounts of one school in hand', () => {
  test('acts on those alone, on nobody who may do more, and grants nothing they lack', async () => {
    const clerk = await scenario.person('teachers', schoolId);
    await giveRights(app.db, clerk.accountId, ['accounts:view', 'accounts:edit']);
    const [own] = (await people(1)) as [number];
    const elsewhere = await scenario.school();
    const [stranger] = (await people(1, elsewhere)) as [number];
    const reply = await bulk({ act: 'deactivate', account_ids: [own, stranger] }, clerk);
    expect(reply.body.refused.map(({ account_id }: { account_id: number }) => account_id)).toContain(stranger);
    expect((await find([stranger]))[0]?.status).toBe(true);
    expect((await bulk({ act: 'role', role_id: roles.get('admin'), account_ids: [own] }, clerk)).error?.code).toBe('RIGHT_NOT_HELD');
    expect((await bulk({ act: 'school', school_id: elsewhere, account_ids: [own] }, clerk)).body.errors).toHaveProperty('school_id');
    expect((await clerk.call(accountIds, { query: {} })).body.accounts.columns.id).not.toContain(stranger);
  });

  test.each(ACCOUNT_BULK_ACTS)('nobody without the right may %s', async (act) => {
    const teacher = await scenario.person('teachers', schoolId);
    expect((await bulk({ act, account_ids: [teacher.accountId] }, teacher)).error?.code).toBe('NOT_ALLOWED');
    expect((await teacher.call(accountIds, { query: {} })).error?.code).toBe('NOT_ALLOWED');
  });
});

test('[B223] [L512] one box finds by words of the name and of the address; status, password and last sign-in narrow and sort', async () => {
  const [one, two] = (await people(2)) as [number, number];
  await bulk({ act: 'deactivate', account_ids: [two] });
  await app.signIn(one);
  const names = async (query: Record<string, unknown>) =>
    (await admin.call(accountList, { query: { per_page: 200, ...query } })).body.data.map(({ id }: { id: number }) => id);
  const last = `Person ${made - 2}`;
  expect(await names({ search_text: `${last} BULK` })).toEqual([one]);
  expect(await names({ search_text: `bulk${made - 2}@school` })).toEqual([one]);
  expect(await names({ search_text: 'bulk person', status: 'false' })).toContain(two);
  expect(await names({ search_text: 'bulk person', status: 'false' })).not.toContain(one);
  expect(await names({ search_text: last, has_password: 'true' })).toEqual([]);
  const bySignIn = await names({ search_text: 'bulk person', sort: 'last_sign_in_at', direction: 'desc' });
  expect(bySignIn[0]).toBe(one);
  expect(await names({ search_text: 'bulk person', sort: 'last_sign_in_at', direction: 'asc', page: 1 })).not.toContain(one);
});
