import {
  accessCallers,
  accessExplore,
  accessWhy,
  actions,
  authMe,
  policies,
  profileGet,
  profileUpdate,
  resourcePolicies,
  resources,
  roles,
  settingsPreferencesGet,
  settingsPreferencesUpdate,
  settingsSchoolGet,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let admin: TestPerson;
/** A person whose only role was created by hand and allows looking at levels. */
let librarian: TestPerson;
let roleId: number;

const idOf = async (list: typeof resources | typeof actions, key: string): Promise<number> =>
  (await admin.call(list.endpoints.list, { query: { per_page: 0 } })).body.data.find((row: { key: string | null }) => row.key === key)!.id;

beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  roleId = (await admin.call(roles.endpoints.create, { body: { name: 'Librarian' } })).body.data.id;
  const policy = { name: 'Librarian: View', role_id: roleId, action_id: await idOf(actions, 'view'), description: '' };
  const policy_id = (await admin.call(policies.endpoints.create, { body: policy })).body.data.id;
  await admin.call(resourcePolicies.endpoints.create, { body: { resource_id: await idOf(resources, 'levels'), policy_id, is_active: true } });
  librarian = await scenario.person('teachers', await scenario.school());
  await app.db.updateTable('account_roles').set({ role_id: roleId }).where('account_id', '=', librarian.accountId).execute();
});
afterAll(() => app.close());

describe('whoever has only a role that was made by hand', () => {
  test('is signed in, with own account and the page of the role', async () => {
    const { user } = (await librarian.call(authMe)).body;
    expect(user.rights).toEqual(['levels:view', 'own-account:edit', 'own-account:view']);
    expect(Object.values(user.menus).flat()).toMatchObject([{ res_url: 'levels' }]);
  });

  test('[B291] reads and changes own profile, choices of the screen and sees the launcher', async () => {
    expect((await librarian.call(settingsPreferencesGet)).status).toBe(200);
    expect((await librarian.call(settingsPreferencesUpdate, { body: { sidebar_color: 'blue' } })).status).toBe(200);
    expect((await librarian.call(settingsSchoolGet)).status).toBe(200);
    expect((await librarian.call(profileGet)).status).toBe(200);
    expect((await librarian.call(profileUpdate, { body: {} as never })).status).not.toBe(403);
  });

  test('keeps that without any role at all', async () => {
    await app.db.updateTable('account_roles').set({ is_active: false }).where('account_id', '=', librarian.accountId).execute();
    expect((await librarian.call(authMe)).body.user.rights).toEqual(['own-account:edit', 'own-account:view']);
    await app.db.updateTable('account_roles').set({ is_active: true }).where('account_id', '=', librarian.accountId).execute();
  });
});

test('[B291] the explorer says that own account belongs to being signed in', async () => {
  const why = await admin.call(accessWhy, { query: { role_id: roleId, operation: settingsPreferencesUpdate.name } });
  expect(why.body).toMatchObject({ allowed: true, sentence: 'Everyone who is signed in can do this.' });
  const callers = await admin.call(accessCallers, { query: { operation: settingsPreferencesUpdate.name } });
  expect(callers.body).toMatchObject({ everybody: 'signed-in', roles: [], data: [] });
  const { body } = await admin.call(accessExplore, { query: { role_id: roleId } });
  const own = body.resources.find(({ key }) => key === 'own-account')!.actions;
  expect(own.filter(({ allowed }: { allowed: boolean }) => allowed).map(({ key }) => key)).toEqual(['view', 'edit']);
});
