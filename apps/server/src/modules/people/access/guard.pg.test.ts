import { accountLinkCreate, accountRoles, actions, levels, policies, type ReferenceList, resourcePolicies, resources, roles } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import {
  createListSamples,
  createScenario,
  giveRights,
  type ListSamples,
  type Scenario,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../testing/index.ts';
import { guardAccess, requireGrantableRoles } from './index.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let samples: ListSamples;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  samples = createListSamples(scenario, admin);
});
afterAll(() => app.close());

const idOf = async (table: string, key: string): Promise<number> =>
  (await sql<{ id: number }>`SELECT id FROM ${sql.table(table)} WHERE key = ${key}`.execute(app.db)).rows[0]!.id;
/** Finds the row that ties a role to a resource for an action. */
async function tieOf(role: string, resource: string, action: string): Promise<{ id: number; resource_id: number; policy_id: number }> {
  const { rows } = await sql<{ id: number; resource_id: number; policy_id: number }>`
    SELECT tie.id, tie.resource_id, tie.policy_id FROM resource_policies tie JOIN policies p ON p.id = tie.policy_id JOIN roles r ON r.id = p.role_id
      JOIN actions a ON a.id = p.action_id JOIN resources s ON s.id = tie.resource_id WHERE r.key = ${role} AND s.key = ${resource} AND a.key = ${action}`.execute(
    app.db,
  );
  return rows[0]!;
}
const edit = (list: ReferenceList, person: TestPerson, id: number, body: object) =>
  person.call(list.endpoints.update, { params: { id }, body: { ...body, updated_at: undefined } });
const rowOf = async (list: ReferenceList, id: number) => (await admin.call(list.endpoints.get, { params: { id } })).body.data;

describe('[L364] built-in rows', () => {
  test.each([
    [roles, 'student'],
    [actions, 'view'],
    [resources, 'levels'],
  ] as const)('of $name keep their key and cannot be deleted, though they can be renamed', async (list, key) => {
    const id = await idOf(list.table, key);
    const before = await rowOf(list, id);
    expect(await admin.call(list.endpoints.remove, { params: { id } })).toMatchObject({
      status: 409,
      error: { code: 'BUILT_IN', params: { name: before.name } },
    });
    const renamed = await edit(list, admin, id, { ...before, name: `${before.name} renamed`, key: 'forged' });
    expect(renamed).toMatchObject({ status: 200, body: { data: { key, name: `${before.name} renamed` } } });
    await edit(list, admin, id, before);
  });

  test('the address of a built-in screen stays; a resource of the school’s own may move', async () => {
    const id = await idOf('resources', 'levels');
    const before = await rowOf(resources, id);
    expect(await edit(resources, admin, id, { ...before, res_url: 'elsewhere' })).toMatchObject({
      status: 422,
      error: { errors: { res_url: [expect.any(String)] } },
    });
    const own = await samples.row(resources);
    expect((await edit(resources, admin, own.id, { ...own, res_url: 'elsewhere' })).status).toBe(200);
  });
});

describe('[L365] nobody grants what they lack', () => {
  const KEEPS = ['policies', 'resource-policies', 'account-roles'].flatMap((resource) =>
    ['view', 'create', 'edit', 'delete'].map((action) => `${resource}:${action}`),
  );
  let keeper: TestPerson;
  let keeperRole: number;
  let other: TestPerson;
  let levelsId: number;
  let groupsId: number;
  beforeAll(async () => {
    keeper = await scenario.person('teachers', null);
    keeperRole = await giveRights(app.db, keeper.accountId, [...KEEPS, 'levels:edit', 'levels:view', 'roles:view']);
    other = await scenario.person('student', await scenario.school());
    levelsId = await idOf('resources', 'levels');
    groupsId = await idOf('resources', 'groups');
  });
  const refused = {
    status: 403,
    error: { code: 'RIGHT_NOT_HELD', params: { rights: 'Groups (Edit)' }, message: 'You cannot grant rights that you do not have: Groups (Edit).' },
  };
  const editing = async (roleId: number) => samples.row(policies, { role_id: roleId, action_id: await idOf('actions', 'edit') });

  test('by a new tie, by moving one, or by switching one on', async () => {
    const policy = await editing((await samples.row(roles)).id);
    const tie = (resource_id: number, is_active = true) => ({ resource_id, policy_id: policy.id, is_active });
    expect(await keeper.call(resourcePolicies.endpoints.create, { body: tie(groupsId) })).toMatchObject(refused);
    const levelsTie = await keeper.call(resourcePolicies.endpoints.create, { body: tie(levelsId) });
    expect(levelsTie.status).toBe(201);
    expect(await edit(resourcePolicies, keeper, levelsTie.body.data.id, tie(groupsId))).toMatchObject(refused);
    const off = await keeper.call(resourcePolicies.endpoints.create, { body: tie(groupsId, false) });
    expect(off.status).toBe(201); // grants nothing yet
    expect(await edit(resourcePolicies, keeper, off.body.data.id, tie(groupsId))).toMatchObject(refused);
    expect(await rowOf(resourcePolicies, off.body.data.id)).toMatchObject({ is_active: false });
    expect((await edit(resourcePolicies, admin, off.body.data.id, tie(groupsId))).status).toBe(200);
  });

  test('[B1403] nobody takes anything from a role that grants more than their own; from others they take', async () => {
    const role = await samples.row(roles);
    const tieOf = async (action: string, resource_id: number) => {
      const policy = await samples.row(policies, { role_id: role.id, action_id: await idOf('actions', action) });
      return samples.row(resourcePolicies, { resource_id, policy_id: policy.id, is_active: true });
    };
    const [viewing, editingGroups] = [await tieOf('view', levelsId), await tieOf('edit', groupsId)];
    const off = ({ id, resource_id, policy_id }: typeof viewing) => edit(resourcePolicies, keeper, id, { resource_id, policy_id, is_active: false });
    const mighty = { status: 403, error: { code: 'ROLE_MAY_MORE', params: { name: role['name'] } } };
    for (const tie of [viewing, editingGroups]) {
      expect(await off(tie)).toMatchObject(mighty);
      expect(await keeper.call(resourcePolicies.endpoints.remove, { params: { id: tie.id } })).toMatchObject(mighty);
      expect(await keeper.call(resourcePolicies.endpoints.removeMany, { body: { ids: [tie.id] } })).toMatchObject(mighty);
    }
    await admin.call(resourcePolicies.endpoints.remove, { params: { id: editingGroups.id } });
    expect((await off(viewing)).status).toBe(200);
  });

  test('by handing a policy to another role, or making it one for another action', async () => {
    const policy = await editing((await samples.row(roles)).id);
    await samples.row(resourcePolicies, { resource_id: groupsId, policy_id: policy.id, is_active: true });
    expect(await edit(policies, keeper, policy.id, { ...policy, role_id: keeperRole })).toMatchObject(refused);
    const viewing = await samples.row(policies, { action_id: await idOf('actions', 'view') });
    await samples.row(resourcePolicies, { resource_id: levelsId, policy_id: viewing.id, is_active: true });
    expect((await edit(policies, keeper, viewing.id, { ...viewing, action_id: await idOf('actions', 'edit') })).status).toBe(200); // levels:edit is held
    expect(await edit(policies, keeper, viewing.id, { ...viewing, action_id: await idOf('actions', 'create') })).toMatchObject({
      status: 403,
      error: { code: 'RIGHT_NOT_HELD' },
    });
  });

  test.each([
    ['others', () => other.accountId],
    ['oneself', () => keeper.accountId],
  ])('by giving a role to %s, or switching one on', async (_whom, whom) => {
    const account_id = whom();
    const adminRole = await idOf('roles', 'admin');
    const plain = (await samples.row(roles)).id;
    expect(await keeper.call(accountRoles.endpoints.create, { body: { account_id, role_id: adminRole } })).toMatchObject({
      status: 403,
      error: { code: 'RIGHT_NOT_HELD' },
    });
    const mild = await keeper.call(accountRoles.endpoints.create, { body: { account_id, role_id: plain } });
    expect(mild.status).toBe(201);
    expect(await edit(accountRoles, keeper, mild.body.data.id, { account_id, role_id: adminRole })).toMatchObject({
      status: 403,
      error: { code: account_id === keeper.accountId ? 'RIGHT_NOT_HELD' : 'PERSON_MAY_MORE' },
    });
    const off = await admin.call(accountRoles.endpoints.create, { body: { account_id, role_id: adminRole, is_active: false } });
    expect(await edit(accountRoles, keeper, off.body.data.id, { account_id, role_id: adminRole, is_active: true })).toMatchObject({
      status: 403,
      error: { code: account_id === keeper.accountId ? 'RIGHT_NOT_HELD' : 'PERSON_MAY_MORE' },
    });
    expect((await other.call(levels.endpoints.create, { body: { name: 'x' } })).status).toBe(403);
    await admin.call(accountRoles.endpoints.remove, { params: { id: off.body.data.id } });
  });

  test('Admin, who may grant everything, gives students and teachers the roles that Admin has no use for', async () => {
    const account_id = (await scenario.person('teachers', null)).accountId;
    expect((await admin.call(accountRoles.endpoints.create, { body: { account_id, role_id: await idOf('roles', 'student') } })).status).toBe(201);
  });

  test('what was taken away while a call waited cannot be granted by it any more', async () => {
    const policy = await editing((await samples.row(roles)).id);
    const giver = await scenario.person('teachers', null);
    const role = await giveRights(app.db, giver.accountId, ['resource-policies:create', 'levels:edit']);
    const stale = { accountId: giver.accountId };
    const tie = () =>
      inTransaction(app.db, (tx) =>
        guardAccess(
          tx,
          stale,
          async () => void (await sql`INSERT INTO resource_policies (resource_id, policy_id) VALUES (${levelsId}, ${policy.id})`.execute(tx)),
        ),
      );
    await tie();
    await sql`DELETE FROM resource_policies WHERE policy_id = ${policy.id}`.execute(app.db);
    await sql`UPDATE account_roles SET is_active = false WHERE role_id = ${role}`.execute(app.db);
    await expect(tie()).rejects.toMatchObject({ code: 'RIGHT_NOT_HELD' });
    await expect(inTransaction(app.db, (tx) => requireGrantableRoles(tx, stale, [keeperRole]))).rejects.toMatchObject({ code: 'RIGHT_NOT_HELD' });
    await expect(inTransaction(app.db, (tx) => requireGrantableRoles(tx, 'server', [keeperRole]))).resolves.toBeUndefined();
  });
});

describe('[B048] account roles of a school', () => {
  const RIGHTS = ['view', 'create', 'edit', 'delete'].map((action) => `account-roles:${action}`);

  test('are kept by somebody of that school for its people alone; all others answer as missing', async () => {
    const [own, foreign] = [await scenario.school(), await scenario.school()];
    const keeper = await scenario.person('teachers', own);
    await giveRights(app.db, keeper.accountId, RIGHTS);
    const [near, far] = [await scenario.person('student', own), await scenario.person('student', foreign)];
    const role_id = (await samples.row(roles)).id;
    const give = (account_id: number) => keeper.call(accountRoles.endpoints.create, { body: { account_id, role_id } });
    const given = await give(near.accountId);
    expect(given).toMatchObject({ status: 201, body: { data: { account_name: `${near.firstName} ${near.lastName}`, email: expect.any(String) } } });
    expect(await give(far.accountId)).toMatchObject({
      status: 422,
      error: { errors: { account_id: ['Account is not valid. Choose it again from the list.'] } },
    });
    expect(await edit(accountRoles, keeper, given.body.data.id, { account_id: far.accountId, role_id })).toMatchObject({ status: 422 });
    const theirs = await samples.row(accountRoles, { account_id: far.accountId, role_id, is_active: false });
    for (const reply of [
      await keeper.call(accountRoles.endpoints.get, { params: { id: theirs.id } }),
      await edit(accountRoles, keeper, theirs.id, { account_id: near.accountId, role_id }),
      await keeper.call(accountRoles.endpoints.remove, { params: { id: theirs.id } }),
    ]) {
      expect(reply).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    }
    const listed = await keeper.call(accountRoles.endpoints.list, { query: { per_page: 0 } });
    const people = new Set(listed.body.data.map(({ account_id }) => account_id));
    expect([people.has(near.accountId), people.has(far.accountId), people.has(admin.accountId)]).toEqual([true, false, false]);
  });
});

test('[B1407] [B155] nobody takes a role from somebody who may do more than they, whoever made them keeper of roles', async () => {
  const school = await scenario.school();
  const keeper = await scenario.person('teachers', school);
  await giveRights(
    app.db,
    keeper.accountId,
    ['view', 'create', 'edit', 'delete'].map((action) => `account-roles:${action}`),
  );
  const principal = await scenario.person('admin', school);
  const { id, account_id, role_id } = (
    await sql<{
      id: number;
      account_id: number;
      role_id: number;
    }>`SELECT id, account_id, role_id FROM account_roles WHERE account_id = ${principal.accountId}`.execute(app.db)
  ).rows[0]!;
  const refused = { status: 403, error: { code: 'PERSON_MAY_MORE', message: expect.not.stringContaining(principal.lastName), params: {} } };
  expect(await keeper.call(accountRoles.endpoints.remove, { params: { id } })).toMatchObject(refused);
  expect(await edit(accountRoles, keeper, id, { account_id, role_id, is_active: false })).toMatchObject(refused);
  const pupil = await scenario.person('student', school);
  expect(await edit(accountRoles, keeper, id, { account_id: pupil.accountId, role_id })).toMatchObject(refused);
  expect((await admin.call(accountRoles.endpoints.remove, { params: { id } })).status).toBe(200);
});

describe('[L366] the last one who can repair access', () => {
  const LAST = { status: 409, error: { code: 'LAST_ADMIN' } };
  const held = async (accountId: number) =>
    (
      await sql<{
        id: number;
        account_id: number;
        role_id: number;
      }>`SELECT id, account_id, role_id FROM account_roles WHERE account_id = ${accountId} ORDER BY id`.execute(app.db)
    ).rows[0]!;

  test('cannot be shut out through any table, and what was refused is not saved', async () => {
    const mine = await held(admin.accountId);
    const body = { account_id: mine.account_id, role_id: mine.role_id, is_active: true };
    expect(await edit(accountRoles, admin, mine.id, { ...body, is_active: false })).toMatchObject(LAST);
    expect(await edit(accountRoles, admin, mine.id, { ...body, role_id: await idOf('roles', 'student') })).toMatchObject(LAST);
    const heir = { ...body, account_id: (await scenario.person('student', await scenario.school())).accountId };
    expect(await edit(accountRoles, admin, mine.id, heir)).toMatchObject(LAST); // a person without a password can repair nothing
    await sql`UPDATE accounts SET password_hash = 'of a password' WHERE id = ${heir.account_id}`.execute(app.db);
    expect((await edit(accountRoles, admin, mine.id, heir)).status).toBe(200); // the right is held by somebody still
    const moved = await held((await rowOfRole(mine.id)).account_id);
    await sql`UPDATE account_roles SET account_id = ${admin.accountId} WHERE id = ${moved.id}`.execute(app.db);
    expect(await admin.call(accountRoles.endpoints.remove, { params: { id: mine.id } })).toMatchObject(LAST);
    for (const [resource, action] of [
      ['access', 'grant'],
      ['account-roles', 'create'],
      ['policies', 'edit'],
      ['resource-policies', 'view'],
    ] as const) {
      const tie = await tieOf('admin', resource, action);
      expect(await edit(resourcePolicies, admin, tie.id, { ...tie, is_active: false })).toMatchObject(LAST);
      expect(await admin.call(resourcePolicies.endpoints.remove, { params: { id: tie.id } })).toMatchObject(LAST);
      const policy = await rowOf(policies, tie.policy_id);
      expect(await edit(policies, admin, policy.id, { ...policy, role_id: await idOf('roles', 'student') })).toMatchObject(LAST);
    }
    expect((await admin.call(roles.endpoints.list)).status).toBe(200);
  });
  const rowOfRole = async (id: number) => (await sql<{ account_id: number }>`SELECT account_id FROM account_roles WHERE id = ${id}`.execute(app.db)).rows[0]!;

  test('what is no part of repairing may be given up, and be given back', async () => {
    const tie = await tieOf('admin', 'levels', 'delete');
    expect((await edit(resourcePolicies, admin, tie.id, { ...tie, is_active: false })).status).toBe(200);
    expect((await admin.call(levels.endpoints.remove, { params: { id: 1 } })).status).toBe(403);
    expect((await edit(resourcePolicies, admin, tie.id, { ...tie, is_active: true })).status).toBe(200);
    expect((await admin.call(levels.endpoints.remove, { params: { id: 987_654 } })).status).toBe(404);
  });

  test('[B152] one who never signed in does not count, with a link or without; one who signs in with Google does', async () => {
    const second = await scenario.person('admin', null);
    await sql`UPDATE accounts SET password_hash = NULL WHERE id = ${second.accountId}`.execute(app.db);
    const mine = await held(admin.accountId);
    const remove = () => admin.call(accountRoles.endpoints.remove, { params: { id: mine.id } });
    expect(await remove()).toMatchObject(LAST);
    expect((await admin.call(accountLinkCreate, { params: { id: second.accountId } })).status).toBe(200);
    expect(await remove()).toMatchObject(LAST);
    expect((await edit(accountRoles, admin, mine.id, { account_id: mine.account_id, role_id: mine.role_id, is_active: false })).error?.code).toBe('LAST_ADMIN');
    await sql`INSERT INTO google_identities (account_id, issuer, subject) VALUES (${second.accountId}, 'https://id.example', '1')`.execute(app.db);
    expect((await remove()).status).toBe(200);
    await sql`INSERT INTO account_roles (account_id, role_id) VALUES (${admin.accountId}, ${mine.role_id})`.execute(app.db);
    await scenario.deactivate(second.accountId);
  });

  test('[B152] where nobody signed in yet, the last active one stays', async () => {
    const other = await startTestApp();
    try {
      const people = createScenario(other);
      const boss = await people.person('admin', null);
      await sql`UPDATE accounts SET password_hash = NULL`.execute(other.db);
      const role = (await sql<{ id: number }>`SELECT id FROM account_roles WHERE account_id = ${boss.accountId}`.execute(other.db)).rows[0]!;
      expect(await boss.call(accountRoles.endpoints.remove, { params: { id: role.id } })).toMatchObject(LAST);
      await people.person('admin', null);
      expect((await boss.call(accountRoles.endpoints.remove, { params: { id: role.id } })).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test('a second one makes the first dispensable; one who is deactivated does not count', async () => {
    const second = await scenario.person('admin', null);
    const mine = await held(admin.accountId);
    const body = { account_id: mine.account_id, role_id: mine.role_id };
    await scenario.deactivate(second.accountId);
    expect(await edit(accountRoles, admin, mine.id, { ...body, is_active: false })).toMatchObject(LAST);
    await sql`UPDATE accounts SET status = true WHERE id = ${second.accountId}`.execute(app.db);
    expect((await edit(accountRoles, admin, mine.id, { ...body, is_active: false })).status).toBe(200);
    expect((await admin.call(roles.endpoints.list)).status).toBe(403); // from the next call on
    await sql`UPDATE account_roles SET is_active = true WHERE id = ${mine.id}`.execute(app.db);
  });
});
