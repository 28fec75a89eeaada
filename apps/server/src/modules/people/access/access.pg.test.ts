import { en } from '@classwright/contract';
import { SIGNED_IN_RIGHTS } from '@classwright/rules/access/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createAccessEngine, getAccessVersions, giveRole } from './index.ts';
import { listMenuResources } from './queries.ts';

/** The rights that everyone who is signed in holds. */
const own = SIGNED_IN_RIGHTS.map(({ resource, action }) => `${resource}:${action}`);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A small seeded generator of random numbers, good enough to shuffle tables. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Tables {
  accountRoles: { account: number; role: number; active: boolean }[];
  policies: { id: number; role: number; action: number }[];
  resourcePolicies: { resource: number; policy: number; active: boolean }[];
}

/**
 * Applies the definition literally, table by table. It shares no code with the engine, so it checks the engine
 * independently.
 */
function evaluate(
  { accountRoles, policies, resourcePolicies }: Tables,
  account: number,
  keys: { action: Map<number, string | null>; resource: Map<number, string | null> },
): Set<string> {
  const granted = new Set<string>();
  for (const held of accountRoles) {
    if (held.account !== account || !held.active) continue;
    for (const policy of policies) {
      if (policy.role !== held.role) continue;
      for (const tie of resourcePolicies) {
        if (tie.policy !== policy.id || !tie.active) continue;
        const resource = keys.resource.get(tie.resource);
        const action = keys.action.get(policy.action);
        if (resource && action) granted.add(`${resource}:${action}`);
      }
    }
  }
  return granted;
}

const SIZE = { accounts: 12, roles: 6, actions: 6, resources: 8, policies: 25, ties: 50, held: 25 };

test.each([1, 2, 3, 4, 5])('[K009] [L357] on random tables (seed %i) the engine grants exactly what the definition grants', async (seed) => {
  const random = randomFrom(seed);
  const make = async (statement: ReturnType<typeof sql<{ id: number }>>): Promise<number> => (await statement.execute(app.db)).rows[0]!.id;
  const many = async (count: number, one: (index: number) => Promise<number>): Promise<number[]> => {
    const ids: number[] = [];
    for (let index = 0; index < count; index++) ids.push(await one(index));
    return ids;
  };
  const keys = { action: new Map<number, string | null>(), resource: new Map<number, string | null>() };
  const accounts = await many(SIZE.accounts, (i) =>
    make(sql`INSERT INTO accounts (account_type_id, email, email_key) VALUES (3, ${`s${seed}a${i}`}, ${`s${seed}a${i}`}) RETURNING id`),
  );
  const roles = await many(SIZE.roles, (i) => make(sql`INSERT INTO roles (name) VALUES (${`s${seed} role ${i}`}) RETURNING id`));
  const actions = await many(SIZE.actions, async (i) => {
    const key = i % 5 === 4 ? null : `s${seed}-action${i}`; // one in five was made by an administrator: no endpoint asks for it
    const id = await make(sql`INSERT INTO actions (name, key) VALUES (${`s${seed} action ${i}`}, ${key}) RETURNING id`);
    keys.action.set(id, key);
    return id;
  });
  const resources = await many(SIZE.resources, async (i) => {
    const key = i % 5 === 4 ? null : `s${seed}-resource${i}`;
    const id = await make(sql`INSERT INTO resources (name, key) VALUES (${`s${seed} resource ${i}`}, ${key}) RETURNING id`);
    keys.resource.set(id, key);
    return id;
  });
  const pick = (from: number[]): number => from[random(from.length)]!;
  const tables: Tables = { accountRoles: [], policies: [], resourcePolicies: [] };
  for (let i = 0; i < SIZE.policies; i++) {
    const [role, action] = [pick(roles), pick(actions)];
    tables.policies.push({ id: await make(sql`INSERT INTO policies (name, role_id, action_id) VALUES ('p', ${role}, ${action}) RETURNING id`), role, action });
  }
  for (let i = 0; i < SIZE.ties; i++) {
    const [resource, policy, active] = [pick(resources), tables.policies[random(tables.policies.length)]!.id, random(3) > 0];
    if (tables.resourcePolicies.some((tie) => tie.resource === resource && tie.policy === policy)) continue; // a policy is tied to a resource once
    await sql`INSERT INTO resource_policies (resource_id, policy_id, is_active) VALUES (${resource}, ${policy}, ${active})`.execute(app.db);
    tables.resourcePolicies.push({ resource, policy, active });
  }
  for (let i = 0; i < SIZE.held; i++) {
    const [account, role, active] = [pick(accounts), pick(roles), random(3) > 0];
    if (tables.accountRoles.some((held) => held.account === account && held.role === role)) continue; // an account has a role once
    await sql`INSERT INTO account_roles (account_id, role_id, is_active) VALUES (${account}, ${role}, ${active})`.execute(app.db);
    tables.accountRoles.push({ account, role, active });
  }

  const engine = createAccessEngine();
  const versions = (account: number) => getAccessVersions(app.db, account);
  const before = await versions(accounts[0]!);
  let granted = 0;
  for (const account of accounts) {
    const expected = evaluate(tables, account, keys);
    granted += expected.size;
    expect([...(await engine.grantsOf(app.db, { accountId: account, schoolId: null }, await versions(account))).rights].sort()).toEqual(
      [...own, ...expected].sort(),
    );
  }
  expect(granted).toBeGreaterThan(0);

  // switching off any single row takes effect from the next version on, even where rights were cached
  const flipped = tables.resourcePolicies.findIndex(({ active }) => active);
  tables.resourcePolicies[flipped]!.active = false;
  await sql`UPDATE resource_policies SET is_active = false WHERE resource_id = ${tables.resourcePolicies[flipped]!.resource} AND policy_id = ${tables.resourcePolicies[flipped]!.policy}`.execute(
    app.db,
  );
  for (const tie of tables.resourcePolicies)
    if (tie.resource === tables.resourcePolicies[flipped]!.resource && tie.policy === tables.resourcePolicies[flipped]!.policy) tie.active = false;
  expect((await versions(accounts[0]!)).roles).toBeGreaterThan(before.roles);
  for (const account of accounts)
    expect([...(await engine.grantsOf(app.db, { accountId: account, schoolId: null }, await versions(account))).rights].sort()).toEqual(
      [...own, ...evaluate(tables, account, keys)].sort(),
    );
});

test('[K001] [K002] [L001] [L219] [L361] [Q001] an account type alone grants nothing beyond being signed in', async () => {
  const { id } = await app.db
    .insertInto('accounts')
    .values({ account_type_id: 1, email: 'admin-by-type', email_key: 'admin-by-type' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect([...(await createAccessEngine().personOf(app.db, { accountId: id, schoolId: null })).rights]).toEqual(own);
});

test('[K073] [K351] [L068] [L363] menus hold what may be viewed, in their groups, and nothing else', async () => {
  const { id } = await app.db.insertInto('accounts').values({ account_type_id: 3, email: 'menu', email_key: 'menu' }).returning('id').executeTakeFirstOrThrow();
  await inTransaction(app.db, (tx) => giveRole(tx, id, 'student'));
  const engine = createAccessEngine();
  const menus = await engine.menusOf(app.db, (await engine.personOf(app.db, { accountId: id, schoolId: null })).rights);
  expect(menus.home).toEqual([
    { name: 'Home', res_url: 'home' },
    { name: 'Calendar', res_url: 'calendar' },
  ]);
  expect(menus.student).toEqual([
    { name: 'Classes', res_url: 'std-classes' },
    { name: 'Live Learning', res_url: 'student-live-learning' },
    { name: 'Paths', res_url: 'std-classwork' },
    { name: 'Gradebook', res_url: 'std-gradebook' },
  ]);
  expect(menus.teacher).toEqual([]);
  expect(menus.assessments).toEqual([]);
});

test('every page that stands in a menu from the start has a name in each language', async () => {
  const nameless = (await listMenuResources(app.db)).filter(({ name, res_url }) => (en as Record<string, string>)[`menu.page.${res_url}`] !== name);
  expect(nameless.map(({ res_url }) => res_url)).toEqual([]);
});
