import { accountIds, accountList, accountUpdate, schools } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldTableChanges } from '../../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../../testing/index.ts';
import { giveRights } from '../../../../testing/rights.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schoolId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  admin = await scenario.person('admin', null);
  for (let number = 0; number < 5; number++) await scenario.person('student', schoolId);
});
afterAll(() => app.close());

const ids = async (query: object = {}, headers: Record<string, string> = {}, by = app, token?: string) =>
  by.call(accountIds, { query: query as never }, { token: token ?? (await app.signIn(admin.accountId)), headers });

test('the ids stand in the order of the list that the same search finds', async () => {
  for (const sort of ['full_name', 'school_name', 'email'] as const) {
    const { data } = (await admin.call(accountList, { query: { per_page: 200, sort, direction: 'desc' } })).body;
    const { accounts } = (await ids({ sort, direction: 'desc' })).body;
    expect(accounts.columns.id).toEqual(data.map(({ id }: { id: number }) => id));
    expect(accounts.rows).toBe(accounts.columns.id.length);
  }
});

test('nobody without the right sees them, and whoever is of a school sees its own', async () => {
  const keeper = await scenario.person('teachers', schoolId);
  expect(await keeper.call(accountIds, { query: {} })).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
  await giveRights(app.db, keeper.accountId, ['accounts:view']);
  const found = (await keeper.call(accountIds, { query: {} })).body.accounts.columns.id;
  expect(found).toContain(keeper.accountId);
  expect(found).not.toContain(admin.accountId);
  expect((await app.call(accountIds, {})).status).toBe(401);
});

describe('the ETag', () => {
  const tagOf = async (query: object = {}, by = app) => String((await ids(query, {}, by)).headers.etag);

  test('of two processes is one, and whoever has the answer is told so by both', async () => {
    const other = await app.another();
    const etag = await tagOf();
    expect(await tagOf({}, other)).toBe(etag);
    for (const process of [app, other]) expect((await ids({}, { 'if-none-match': etag }, process)).status).toBe(304);
    await other.close();
  });

  test.each([
    ['an account', () => sql`UPDATE accounts SET last_name = 'Other' WHERE id = ${admin.accountId}`.execute(app.db)],
    ['the name of a school', () => sql`UPDATE schools SET school_name = school_name || '!' WHERE id = ${schoolId}`.execute(app.db)],
    ['the name of a role', () => sql`UPDATE roles SET name = name || '!' WHERE key = 'student'`.execute(app.db)],
    ['a new account', () => scenario.person('student', schoolId)],
  ])('is another one after a change of %s', async (_what, change) => {
    const etag = await tagOf();
    await change();
    expect(await tagOf()).not.toBe(etag);
    expect((await ids({}, { 'if-none-match': etag })).status).toBe(200);
  });

  test('counts a change when its transaction is done, and none that failed', async () => {
    const etag = await tagOf();
    let meanwhile = '';
    const failing = app.db.transaction().execute(async (tx) => {
      await sql`UPDATE accounts SET last_name = 'Nobody' WHERE id = ${admin.accountId}`.execute(tx);
      meanwhile = await tagOf();
      throw new Error('given up');
    });
    await expect(failing).rejects.toThrow('given up');
    expect(meanwhile).toBe(etag);
    expect(await tagOf()).toBe(etag);
  });

  test('of the same tables does not come back when a change is taken back, and stays when the marks are folded', async () => {
    const etag = await tagOf();
    const account = (await admin.call(accountList, { query: { per_page: 1 } })).body.data[0]!;
    await admin.call(accountUpdate, { params: { id: account.id }, body: { ...account, phone_number: '1234' } as never });
    await admin.call(accountUpdate, { params: { id: account.id }, body: { ...account, updated_at: undefined } as never });
    const after = await tagOf();
    expect(after).not.toBe(etag);
    await Promise.all([foldTableChanges(app.db), foldTableChanges(app.db)]);
    expect(await tagOf()).toBe(after);
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM table_changes WHERE table_name = 'accounts'`.execute(app.db);
    expect(rows[0]?.count).toBeLessThanOrEqual(2);
  });

  test('is not there for the order of last sign-ins', async () => {
    expect(await tagOf({ sort: 'last_sign_in_at' })).toBe('undefined');
  });
});

test('a school that is made changes it too', async () => {
  const etag = (await ids()).headers.etag;
  const body = { school_name: 'New', city: 'c', state: 's', zip: 'z', district: 'd', contact_name: 'n', phone: '5550100', address: 'a' };
  expect((await admin.call(schools.endpoints.create, { body: body as never })).status).toBe(201);
  expect((await ids()).headers.etag).not.toBe(etag);
});

test('100,000 accounts come whole, well within the time that a statement has', { timeout: 60_000 }, async () => {
  await sql`INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key)
    SELECT ${schoolId}, 3, 'Many', 'Person ' || n, 'many' || n || '@many.test', 'many' || n || '@many.test' FROM generate_series(1, 100000) n`.execute(app.db);
  const startedAt = performance.now();
  const { accounts } = (await ids({ search_text: 'many.test', sort: 'email' })).body;
  expect(accounts.rows).toBe(100_000);
  expect(new Set(accounts.columns.id).size).toBe(100_000);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
