import { accessCallers, accessExplore, accessOperations, accessWhy, contract, resourcePolicies } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../../testing/index.ts';
import { createAccessEngine } from '../index.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schoolId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

const idOf = async (table: string, key: string): Promise<number> =>
  (await sql<{ id: number }>`SELECT id FROM ${sql.table(table)} WHERE key = ${key}`.execute(app.db)).rows[0]!.id;
const why = async (query: object, person = admin) => (await person.call(accessWhy, { query: query as Record<string, unknown> })).body;
const guarded = contract.filter(({ access }) => typeof access === 'object');

describe('for a person or a role', () => {
  test('every resource and action with the rows that grant it, as the engine decides', async () => {
    const person = await scenario.person('teachers', schoolId);
    const roleId = await giveRights(app.db, person.accountId, ['levels:edit', 'groups:view']);
    const { body } = await admin.call(accessExplore, { query: { account_id: person.accountId } });
    expect(body).toMatchObject({ subject: { kind: 'account', id: person.accountId, name: `${person.firstName} ${person.lastName}`, is_active: true } });
    expect(body.roles.map(({ id }: { id: number }) => id)).toEqual([await idOf('roles', 'teachers'), roleId]);
    const allowed = body.resources.flatMap((resource) => resource.actions.filter((action) => action.allowed).map((action) => `${resource.key}:${action.key}`));
    const { rights } = await createAccessEngine().personOf(app.db, { accountId: person.accountId, schoolId: null });
    expect(allowed.sort()).toEqual([...rights].sort());
    const levels = body.resources.find(({ key }) => key === 'levels');
    const edit = levels!.actions.find(({ key }) => key === 'edit');
    expect(edit).toMatchObject({
      allowed: true,
      is_asked: true,
      grants: [{ role_id: roleId, is_active: true, account_role_id: expect.any(Number), policy_name: 'levels:edit' }],
    });
    expect(levels!.actions.find(({ key }) => key === 'answer')).toMatchObject({ allowed: false, is_asked: false, grants: [] });
  });

  test('a role by itself is looked at without anybody who holds it', async () => {
    const { body } = await admin.call(accessExplore, { query: { role_id: await idOf('roles', 'student') } });
    expect(body).toMatchObject({
      subject: { kind: 'role', name: 'Student', email: null },
      roles: [{ account_role_id: null, name: 'Student', is_active: true }],
    });
    const allowed = body.resources.filter(({ actions }: { actions: { allowed: boolean }[] }) => actions.some((action) => action.allowed)).map(({ key }) => key);
    const lessons = ['home', 'live', 'live-participation', 'own-account'];
    const bank = ['all-questions', 'draft-questions', 'files', 'question-templates', 'questions', 'topics'];
    const classes = [
      'announcements',
      'calendar',
      'classwork',
      'invitations',
      'reward-point',
      'std-classes',
      'std-classwork',
      'std-gradebook',
      'store',
      'submissions',
      'work-products',
    ];
    const own = ['dashboard', 'assignment-dashboard', 'live-instructions-dashboard', 'grade-book-dashboard', 'attendance-dashboard', 'question-dashboard'];
    expect(allowed.sort()).toEqual([...lessons, ...bank, ...classes, ...own].sort());
  });

  test('a deactivated account may do nothing, though its rows stand there', async () => {
    const person = await scenario.person('teachers', schoolId);
    await scenario.deactivate(person.accountId);
    const { body } = await admin.call(accessExplore, { query: { account_id: person.accountId } });
    const actions = body.resources.flatMap((resource: { actions: { allowed: boolean; grants: unknown[] }[] }) => resource.actions);
    expect(actions.some(({ allowed }: { allowed: boolean }) => allowed)).toBe(false);
    expect(actions.some(({ grants }: { grants: unknown[] }) => grants.length > 0)).toBe(true);
    expect(await why({ account_id: person.accountId, operation: 'auth.me' })).toMatchObject({
      allowed: false,
      sentence: `${person.firstName} ${person.lastName} cannot do anything: the account is not active.`,
    });
  });

  test.each([[{}], [{ account_id: 1, role_id: 1 }]])('one person or one role is asked about, not %o', async (query) => {
    expect(await admin.call(accessExplore, { query })).toMatchObject({
      status: 422,
      error: { errors: { account_id: ['Choose either an account or a role'] } },
    });
  });

  test('whoever is not there, or is of another school than one’s own, answers as missing', async () => {
    const keeper = await scenario.person('teachers', schoolId);
    await giveRights(app.db, keeper.accountId, ['access-explorer:view']);
    const [near, far] = [await scenario.person('student', schoolId), await scenario.person('student', await scenario.school())];
    expect((await keeper.call(accessExplore, { query: { account_id: near.accountId } })).status).toBe(200);
    for (const query of [{ account_id: far.accountId }, { account_id: 987_654 }, { role_id: 987_654 }]) {
      expect(await keeper.call(accessExplore, { query })).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
      expect(await keeper.call(accessWhy, { query: { ...query, operation: 'level.create' } })).toMatchObject({ status: 404 });
    }
    const callers = await keeper.call(accessCallers, { query: { operation: 'live.state', per_page: 200 } });
    const ids = callers.body.data.map(({ id }: { id: number }) => id);
    expect([ids.includes(near.accountId), ids.includes(far.accountId)]).toEqual([true, false]);
  });
});

describe('for a call', () => {
  test('every call of the product is listed with what it asks for', async () => {
    const { body } = await admin.call(accessOperations);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(contract.map(({ name }) => name));
    expect(body.data.find(({ name }: { name: string }) => name === 'level.create')).toMatchObject({
      method: 'POST',
      path: '/api/levels',
      access: { resource: 'levels', action: 'create' },
      resource_name: 'Levels',
      action_name: 'Create',
    });
    const found = await admin.call(accessOperations, { query: { search_text: 'Levels' } });
    expect(found.body.data.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['level.list', 'level.create']));
  });

  test('who can make each call is exactly who is let in', { timeout: 300_000 }, async () => {
    const office = await scenario.person('teachers', schoolId);
    await giveRights(app.db, office.accountId, ['levels:edit', 'periods:create', 'roles:delete', 'resources:edit']);
    const people = [admin, office, await scenario.person('teachers', schoolId), await scenario.person('student', schoolId)];
    for (const endpoint of guarded) {
      const { body } = await admin.call(accessCallers, { query: { operation: endpoint.name, per_page: 200 } });
      const callers = new Set(body.everybody === 'signed-in' ? people.map(({ accountId }) => accountId) : body.data.map(({ id }: { id: number }) => id));
      const told = people.map(async (person) => {
        const [reply, { allowed }] = await Promise.all([
          person.call(endpoint, { params: { id: 'none' }, body: endpoint.method === 'GET' ? undefined : {} }),
          why({ account_id: person.accountId, operation: endpoint.name }),
        ]);
        return { name: person.lastName, isLetIn: !['NOT_ALLOWED', 'SHARED_BY_SCHOOLS'].includes(reply.error?.code ?? ''), allowed };
      });
      const expected = people.map(({ accountId, lastName }) => ({ name: lastName, isLetIn: callers.has(accountId), allowed: callers.has(accountId) }));
      expect({ call: endpoint.name, people: await Promise.all(told) }).toEqual({ call: endpoint.name, people: expected });
    }
    const reply = await why({ account_id: office.accountId, operation: 'resource.update' });
    expect(reply.sentence).toBe(`This affects all schools. ${office.firstName} ${office.lastName} belongs to only one, so the role is not enough.`);
  });

  test('roles are counted, people found by name and shown by pages', async () => {
    const { body } = await admin.call(accessCallers, { query: { operation: 'level.create', per_page: 1 } });
    expect(body).toMatchObject({
      everybody: null,
      sentence: 'People with one of these roles can do this: a policy of the role allows “create” on “Levels”.',
      roles: [{ name: 'Admin', accounts: 1 }],
      data: [{ id: admin.accountId, roles: ['Admin'] }],
      pagination: { total: 1, per_page: 1 },
    });
    expect((await admin.call(accessCallers, { query: { operation: 'level.create', search_text: 'nobody of that name' } })).body).toMatchObject({
      data: [],
      pagination: { total: 0 },
    });
  });

  test.each([
    ['auth.me', 'signed-in', 'Everyone who is signed in can do this.'],
    ['config.get', 'public', 'Anyone can do this without signing in.'],
  ])('%s is open to all who are %s', async (operation, everybody, sentence) => {
    expect((await admin.call(accessCallers, { query: { operation } })).body).toMatchObject({ everybody, sentence, roles: [], data: [] });
    expect(await why({ role_id: await idOf('roles', 'student'), operation })).toMatchObject({ allowed: true, sentence });
  });

  test('a call that does not exist is refused at its field', async () => {
    for (const [endpoint, who] of [
      [accessCallers, {}],
      [accessWhy, { account_id: admin.accountId }],
    ] as const)
      expect(await admin.call(endpoint, { query: { operation: 'no.such', ...who } })).toMatchObject({
        status: 422,
        error: { errors: { operation: [expect.any(String)] } },
      });
  });
});

describe('why may somebody do something', () => {
  test('in one sentence, with the rows, whatever is missing', async () => {
    const person = await scenario.person('student', null, { firstName: 'Elif', lastName: 'Yilmaz' });
    const role_id = await giveRights(app.db, person.accountId, ['levels:edit']);
    const ask = () => why({ account_id: person.accountId, operation: 'level.update' });
    const name = (await sql<{ name: string }>`SELECT name FROM roles WHERE id = ${role_id}`.execute(app.db)).rows[0]!.name;
    expect(await ask()).toMatchObject({
      allowed: true,
      sentence: `Elif Yilmaz can edit “Levels”: the role ${name} has the policy levels:edit, which is active for Levels.`,
      grants: [{ role_id, is_active: true }],
    });

    await sql`UPDATE account_roles SET is_active = false WHERE role_id = ${role_id}`.execute(app.db);
    expect(await ask()).toMatchObject({
      allowed: false,
      sentence: `Elif Yilmaz cannot edit “Levels”: the role ${name} would allow it, but it is turned off for this account.`,
      grants: [{ is_active: false }],
    });
    await sql`UPDATE resource_policies SET is_active = false WHERE policy_id = (SELECT id FROM policies WHERE role_id = ${role_id})`.execute(app.db);
    expect((await ask()).sentence).toBe(
      `Elif Yilmaz cannot edit “Levels”: the role ${name} is turned off for this account, and its policy levels:edit is turned off for Levels.`,
    );
    await sql`UPDATE account_roles SET is_active = true WHERE role_id = ${role_id}`.execute(app.db);
    expect((await ask()).sentence).toBe(
      `Elif Yilmaz cannot edit “Levels”: the policy levels:edit of the role ${name} would allow it, but it is turned off for Levels.`,
    );
    expect((await why({ account_id: person.accountId, operation: 'group.update' })).sentence).toBe(
      'Elif Yilmaz cannot edit “Groups”: the role Student has the policy Student: Edit, but not for Groups.',
    );
    expect((await why({ account_id: person.accountId, operation: 'live.start' })).sentence).toBe(
      'Elif Yilmaz cannot run “Live Learning”: none of their roles has a policy for run.',
    );
    await sql`UPDATE account_roles SET is_active = false WHERE account_id = ${person.accountId}`.execute(app.db);
    expect((await why({ account_id: person.accountId, operation: 'audit.list' })).sentence).toBe('Elif Yilmaz cannot view “Audit”: there is no active role.');
  });

  test('of what an administrator added and nothing asks for; of a resource and an action; by several ways', async () => {
    const own = (await sql<{ id: number }>`INSERT INTO resources (name, res_url) VALUES ('Library', 'library') RETURNING id`.execute(app.db)).rows[0]!.id;
    const action_id = await idOf('actions', 'view');
    expect((await why({ account_id: admin.accountId, resource_id: own, action_id })).sentence).toBe(
      'Nothing uses view on “Library”: it was added here and is not part of the product.',
    );
    await giveRights(app.db, admin.accountId, ['levels:view']);
    const twice = await why({ account_id: admin.accountId, resource_id: await idOf('resources', 'levels'), action_id });
    expect(twice).toMatchObject({ allowed: true, sentence: expect.stringMatching(/Other ways: 1\.$/) });
    expect(twice.grants).toHaveLength(2);
  });

  test.each([
    [{ operation: 'level.list', resource_id: 1, action_id: 1 }, 'operation'],
    [{}, 'operation'],
    [{ resource_id: 987_654, action_id: 1 }, 'resource_id'],
    [{ resource_id: 1, action_id: 987_654 }, 'action_id'],
  ])('half a question is refused at its field: %o', async (query, field) => {
    expect(await admin.call(accessWhy, { query: { account_id: admin.accountId, ...query } })).toMatchObject({
      status: 422,
      error: { errors: { [field]: [expect.any(String)] } },
    });
  });
});

test('a change counts from the next call of everybody, on another process too', async () => {
  const elsewhere = await app.another();
  const person = await scenario.person('teachers', schoolId);
  const role_id = await giveRights(app.db, person.accountId, ['audit:view']);
  const explore = () => elsewhere.call(accessExplore, { query: { account_id: person.accountId } }, { token: person.token });
  expect((await explore()).status).toBe(403);
  const policy_id = (await sql<{ id: number }>`SELECT id FROM policies WHERE role_id = ${role_id}`.execute(app.db)).rows[0]!.id;
  const tie = await admin.call(resourcePolicies.endpoints.create, { body: { policy_id, resource_id: await idOf('resources', 'access-explorer') } });
  expect(tie.status).toBe(201);
  expect((await explore()).status).toBe(200);
  await admin.call(resourcePolicies.endpoints.remove, { params: { id: tie.body.data.id } });
  expect((await explore()).status).toBe(403);
  await elsewhere.close();
});
