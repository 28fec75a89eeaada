import { accessExplore, accessRoleCopy, accessRoleRights } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { giveRights } from '../../../testing/rights.ts';

let app: TestApp;
let scenario: Scenario;
let schoolId: number;
let admin: TestPerson;
let made = 0;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  admin = await scenario.person('admin', schoolId);
});
afterAll(() => app.close());

const idOf = async (table: 'resources' | 'actions' | 'roles', key: string): Promise<number> =>
  (await sql<{ id: number }>`SELECT id FROM ${sql.table(table)} WHERE key = ${key}`.execute(app.db)).rows[0]!.id;
async function newRole(): Promise<number> {
  made += 1;
  return (await sql<{ id: number }>`INSERT INTO roles (name) VALUES (${`Role ${made}`}) RETURNING id`.execute(app.db)).rows[0]!.id;
}
const change = async (right: string, allowed = true) => {
  const [resource, action] = right.split(':') as [string, string];
  return { resource_id: await idOf('resources', resource), action_id: await idOf('actions', action), allowed };
};
const set = (id: number, changes: readonly object[], by = admin) => by.call(accessRoleRights, { params: { id }, body: { changes } });
const rightsOf = async (roleId: number): Promise<string[]> => {
  const { resources } = (await admin.call(accessExplore, { query: { role_id: roleId } })).body;
  return resources.flatMap(({ key, actions }) => actions.flatMap((action) => (action.allowed && key !== 'own-account' ? [`${key}:${action.key}`] : [])));
};
const entriesOf = (id: number) =>
  app.db.selectFrom('audit_entries').select(['action', 'after']).where('subject_type', '=', 'role').where('subject_id', '=', id).orderBy('id').execute();

describe('PUT /api/access/roles/:id/rights', () => {
  test('[B301] gives and takes in one go, answers what was not so before, and stands in the trail; taken back, all is as it was', async () => {
    const role = await newRole();
    const reply = await set(role, [await change('levels:view'), await change('levels:edit'), await change('students:view')]);
    expect(reply).toMatchObject({ status: 200, body: { message: `Role ${made}: 3 rights changed` } });
    expect((await rightsOf(role)).sort()).toEqual(['levels:edit', 'levels:view', 'students:view']);
    const next = await set(role, [await change('levels:edit', false), await change('students:view'), await change('levels:create')]);
    expect(next.body.changed).toEqual([await change('levels:create'), await change('levels:edit', false)]);
    expect((await rightsOf(role)).sort()).toEqual(['levels:create', 'levels:view', 'students:view']);
    expect((await entriesOf(role)).map(({ after }) => after)).toEqual([
      { name: `Role ${made}`, given: ['Levels (Edit)', 'Levels (View)', 'Students (View)'], taken: [] },
      { name: `Role ${made}`, given: ['Levels (Create)'], taken: ['Levels (Edit)'] },
    ]);
    const inverse = next.body.changed.map((right: { allowed: boolean }) => ({ ...right, allowed: !right.allowed }));
    await set(role, inverse);
    expect((await rightsOf(role)).sort()).toEqual(['levels:edit', 'levels:view', 'students:view']);
  });

  test('what is so already is no change; of one right said twice the last counts; several rows of one right are all switched off', async () => {
    const role = await newRole();
    await set(role, [await change('levels:view', false), await change('levels:view')]);
    expect(await rightsOf(role)).toEqual(['levels:view']);
    expect((await set(role, [await change('levels:view')])).body).toMatchObject({ message: `Role ${made}: nothing to change`, changed: [] });
    expect(await entriesOf(role)).toHaveLength(1);
    await sql`WITH p AS (INSERT INTO policies (name, role_id, action_id) SELECT 'twin', ${role}, id FROM actions WHERE key = 'view' RETURNING id)
      INSERT INTO resource_policies (resource_id, policy_id) SELECT resources.id, p.id FROM p, resources WHERE key = 'levels'`.execute(app.db);
    expect((await set(role, [await change('levels:view', false)])).body.changed).toHaveLength(1);
    expect(await rightsOf(role)).toEqual([]);
  });

  test('it counts from the next call on', async () => {
    const person = await scenario.person('student', schoolId);
    const role = await newRole();
    await sql`INSERT INTO account_roles (account_id, role_id) VALUES (${person.accountId}, ${role})`.execute(app.db);
    expect((await person.call(accessExplore, { query: { role_id: role } })).status).toBe(403);
    await set(role, [await change('access-explorer:view')]);
    expect((await person.call(accessExplore, { query: { role_id: role } })).status).toBe(200);
  });

  test('[B301] nobody gives what they lack, nobody takes what repairs access; all or none', async () => {
    const office = await scenario.person('teachers', null);
    await giveRights(app.db, office.accountId, ['resource-policies:edit', 'resource-policies:create', 'policies:create', 'levels:view']);
    const role = await newRole();
    const refused = await set(role, [await change('levels:view'), await change('accounts:delete')], office);
    expect(refused).toMatchObject({ status: 403, error: { code: 'RIGHT_NOT_HELD', params: { rights: 'Accounts (Delete)' } } });
    expect(await rightsOf(role)).toEqual([]);
    expect((await set(role, [await change('levels:view')], office)).status).toBe(200);
    const adminRole = await idOf('roles', 'admin');
    expect((await set(adminRole, [await change('access:grant', false)])).error?.code).toBe('LAST_ADMIN');
    expect(await rightsOf(adminRole)).toContain('access:grant');
  });

  test('who may edit ties alone takes and does not give; teachers and students neither', async () => {
    const clerk = await scenario.person('teachers', null);
    await giveRights(app.db, clerk.accountId, ['resource-policies:edit', 'levels:view']);
    const role = await newRole();
    await set(role, [await change('levels:view')]);
    expect((await set(role, [await change('levels:edit')], clerk)).error?.code).toBe('NOT_ALLOWED');
    expect((await set(role, [await change('levels:view', false)], clerk)).status).toBe(200);
    for (const kind of ['teachers', 'student'] as const) {
      const person = await scenario.person(kind, schoolId);
      expect((await set(role, [await change('levels:view')], person)).status).toBe(403);
      expect((await person.call(accessRoleCopy, { params: { id: role }, body: { name: 'Mine' } })).status).toBe(403);
    }
  });

  test('bad input is refused at its field', async () => {
    const role = await newRole();
    const good = await change('levels:view');
    expect((await set(999_999, [good])).status).toBe(404);
    for (const changes of [[], 'all', [{ ...good, allowed: 'perhaps' }], [{ ...good, resource_id: 'x' }], Array.from({ length: 1001 }, () => good)])
      expect((await set(role, changes as never)).status).toBe(422);
    expect((await set(role, [good, { ...good, resource_id: 999_999 }])).body.errors!.changes![0]).toContain('no longer exists');
    expect(await rightsOf(role)).toEqual([]);
  });
});

describe('POST /api/access/roles/:id/copy', () => {
  const copy = (id: number, name: unknown, by = admin) => by.call(accessRoleCopy, { params: { id }, body: { name } });

  test('the copy may do what the role may now, and goes its own way from then on', async () => {
    const teachers = await idOf('roles', 'teachers');
    const reply = await copy(teachers, '  <b>司書</b> ');
    expect(reply).toMatchObject({ status: 201, body: { message: '<b>司書</b> was created. Nobody has it yet.' } });
    const { id } = reply.body;
    expect((await rightsOf(id)).sort()).toEqual((await rightsOf(teachers)).sort());
    await set(id, [await change('students:view', false)]);
    expect(await rightsOf(teachers)).toContain('students:view');
    expect((await entriesOf(id))[0]).toMatchObject({ action: 'access.role.copy', after: { copy_of: 'Teachers' } });
  });

  test('a name that is there, empty or endless is refused; so is a role that may do more, and one that is not there', async () => {
    const teachers = await idOf('roles', 'teachers');
    for (const name of ['', '  ', 'x'.repeat(201), 'STUDENT', 7]) expect((await copy(teachers, name)).body.errors?.name).toHaveLength(1);
    expect((await copy(999_999, 'Nobody')).status).toBe(404);
    const office = await scenario.person('teachers', null);
    await giveRights(app.db, office.accountId, ['roles:create', 'policies:create', 'resource-policies:create']);
    expect((await copy(await idOf('roles', 'admin'), 'Chief', office)).error?.code).toBe('RIGHT_NOT_HELD');
    expect(await sql`SELECT FROM roles WHERE name = 'Chief'`.execute(app.db)).toMatchObject({ rows: [] });
    const half = await scenario.person('teachers', null);
    await giveRights(app.db, half.accountId, ['roles:create']);
    expect((await copy(teachers, 'Half', half)).error?.code).toBe('NOT_ALLOWED');
  });

  test('two copies of one name at once are one', async () => {
    const teachers = await idOf('roles', 'teachers');
    const replies = await Promise.all([1, 2, 3].map(() => copy(teachers, 'Right away')));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });
});
