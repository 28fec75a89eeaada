import { accountGet, accountRoles, accountStatus, accountUpdate } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schoolId: number;
/** The ids of four roles that grant nothing, and of the built-in student role. */
let roleIds: Record<'A' | 'B' | 'C' | 'D' | 'student', number>;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  schoolId = await scenario.school();
  const { rows } = await sql<{ name: string; id: number }>`
    WITH made AS (INSERT INTO roles (name) SELECT unnest(ARRAY['A', 'B', 'C', 'D']) RETURNING name, id)
    SELECT * FROM made UNION ALL SELECT key, id FROM roles WHERE key = 'student'`.execute(app.db);
  roleIds = Object.fromEntries(rows.map(({ name, id }) => [name, id])) as typeof roleIds;
});
afterAll(() => app.close());

interface Held {
  id: number;
  role_id: number;
  is_active: boolean;
}
const rowsOf = async (accountId: number): Promise<Held[]> =>
  (await sql<Held>`SELECT id, role_id, is_active FROM account_roles WHERE account_id = ${accountId} ORDER BY id`.execute(app.db)).rows;
const primaryOf = async (accountId: number): Promise<number | null> =>
  (await sql<{ role_id: number | null }>`SELECT role_id FROM accounts WHERE id = ${accountId}`.execute(app.db)).rows[0]!.role_id;

/** Creates a person with the roles A (primary), B and C. */
async function bring(): Promise<{ accountId: number; rows: Held[] }> {
  const { accountId } = await scenario.person('student', schoolId);
  await sql`DELETE FROM account_roles WHERE account_id = ${accountId}`.execute(app.db);
  for (const role of ['A', 'B', 'C'] as const)
    await sql`INSERT INTO account_roles (account_id, role_id) VALUES (${accountId}, ${roleIds[role]})`.execute(app.db);
  return { accountId, rows: await rowsOf(accountId) };
}

const { create, update, remove } = accountRoles.endpoints;
const edit = (id: number, body: object) => admin.call(update, { params: { id }, body: { is_active: true, ...body } as never });

describe('the primary role of an account', () => {
  type Step = (who: { accountId: number; rows: Held[] }, somebodyElse: number) => Promise<{ status: number }>;
  const STEPS: Record<string, Step> = {
    'A is taken away': ({ rows }) => admin.call(remove, { params: { id: rows[0]!.id } }),
    'A becomes D': ({ accountId, rows }) => edit(rows[0]!.id, { account_id: accountId, role_id: roleIds.D }),
    'B is switched off': ({ accountId, rows }) => edit(rows[1]!.id, { account_id: accountId, role_id: roleIds.B, is_active: false }),
    'B is switched on': ({ accountId, rows }) => edit(rows[1]!.id, { account_id: accountId, role_id: roleIds.B }),
    'C goes to somebody else': ({ rows }, other) => edit(rows[2]!.id, { account_id: other, role_id: roleIds.C }),
  };
  const orders = (names: readonly string[]): string[][] =>
    names.length === 0 ? [[]] : names.flatMap((name) => orders(names.filter((other) => other !== name)).map((rest) => [name, ...rest]));

  test('[L367] is one that the account holds, after every order of edits of its roles; none when none is left', { timeout: 240_000 }, async () => {
    for (const order of orders(Object.keys(STEPS))) {
      const who = await bring();
      const { accountId: other } = await scenario.person('student', schoolId);
      await sql`DELETE FROM account_roles WHERE account_id = ${other}`.execute(app.db);
      expect(await primaryOf(other)).toBeNull();
      for (const name of order) {
        const before = await primaryOf(who.accountId);
        expect([200, 404]).toContain((await STEPS[name]!(who, other)).status); // 404: A is gone already
        const active = (await rowsOf(who.accountId)).filter(({ is_active }) => is_active).map(({ role_id }) => role_id);
        const primary = await primaryOf(who.accountId);
        const expected = active.length === 0 ? [null] : before !== null && active.includes(before) ? [before] : active;
        expect(expected, order.join(', ')).toContain(primary);
      }
      expect(await primaryOf(other)).toBe(roleIds.C);
    }
  });

  test('becomes what its row is changed to, rather than another one that is held', async () => {
    const { accountId, rows } = await bring();
    await edit(rows[0]!.id, { account_id: accountId, role_id: roleIds.D });
    expect(await primaryOf(accountId)).toBe(roleIds.D);
  });

  test('goes without a role, and the first one given is the primary one again', async () => {
    const { accountId, rows } = await bring();
    for (const { id } of rows) await admin.call(remove, { params: { id } });
    expect(await primaryOf(accountId)).toBeNull();
    await admin.call(create, { body: { account_id: accountId, role_id: roleIds.B } as never });
    expect(await primaryOf(accountId)).toBe(roleIds.B);
  });

  test('who has no role can still be switched off and on, and be given one in the accounts screen', async () => {
    const { accountId, rows } = await bring();
    for (const { id } of rows) await admin.call(remove, { params: { id } });
    for (const status of [false, true])
      expect(await admin.call(accountStatus, { params: { id: accountId }, body: { status } })).toMatchObject({
        status: 200,
        body: { account: { status, role_id: null } },
      });
    const { account } = (await admin.call(accountGet, { params: { id: accountId } })).body;
    const body = { ...account, phone_number: '555 0100', role_id: roleIds.student };
    expect((await admin.call(accountUpdate, { params: { id: accountId }, body: body as never })).status).toBe(200);
    expect(await primaryOf(accountId)).toBe(roleIds.student);
    expect((await rowsOf(accountId)).map(({ role_id }) => role_id)).toEqual([roleIds.student]);
  });

  test('exchanged in the accounts screen, it is the chosen one and the other roles stay', async () => {
    const { accountId } = await bring();
    const { account } = (await admin.call(accountGet, { params: { id: accountId } })).body;
    expect(
      (await admin.call(accountUpdate, { params: { id: accountId }, body: { ...account, phone_number: '555 0100', role_id: roleIds.D } as never })).status,
    ).toBe(200);
    expect(await primaryOf(accountId)).toBe(roleIds.D);
    expect((await rowsOf(accountId)).map(({ role_id }) => role_id)).toEqual([roleIds.B, roleIds.C, roleIds.D]);
  });

  test('[L366] the last Admin’s row stays, and with it the primary role', async () => {
    const [row] = await rowsOf(admin.accountId);
    expect(await admin.call(remove, { params: { id: row!.id } })).toMatchObject({ status: 409, error: { code: 'LAST_ADMIN' } });
    expect(await primaryOf(admin.accountId)).toBe(row!.role_id);
  });
});
