import { authLogin, linkUse } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp } from '../../../../testing/index.ts';
import { type AdminLink, makeAdminLink } from './admin-link.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const make = (email: string | null = null): Promise<AdminLink> => makeAdminLink(app.db, 'https://school.example', email, 'on the machine');
const PASSWORD = 'four kettles and a moss';

test('without an administrator there is nobody to make a link for; others’ addresses are none', async () => {
  const teacher = await scenario.person('teachers', await scenario.school());
  const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', teacher.accountId).executeTakeFirstOrThrow();
  expect(await make()).toEqual({ emails: [] });
  expect(await make(email)).toEqual({ emails: [] });
});

test('[B153] the only one gets a link that counts once and for an hour, takes a password and signs in; the trail says that the machine made it', async () => {
  const admin = await scenario.person('admin', null);
  const link = (await make()) as { url: string; email: string };
  expect(link).toMatchObject({ url: expect.stringMatching(/^https:\/\/school\.example\/choose-password#code=/), name: `${admin.firstName} ${admin.lastName}` });
  const code = link.url.split('#code=')[1] as string;
  const use = () => app.call(linkUse, { body: { code, password: PASSWORD } });
  expect((await use()).body.user.account_id).toBe(admin.accountId);
  expect((await use()).error?.code).toBe('LINK_REFUSED');
  expect((await app.call(authLogin, { body: { email: link.email, password: PASSWORD } })).status).toBe(200);
  const entries = await app.db.selectFrom('audit_entries').select(['account_id', 'subject_id']).where('action', '=', 'admin.link').execute();
  expect(entries).toEqual([{ account_id: null, subject_id: admin.accountId }]);
  const late = ((await make()) as { url: string }).url.split('#code=')[1];
  await app.clock.advanceMs(61 * 60_000);
  expect((await app.call(linkUse, { body: { code: late, password: PASSWORD } })).error?.code).toBe('LINK_REFUSED');
});

test('of several one is named, in any case; deactivated ones are not offered', async () => {
  const [second, gone] = [await scenario.person('admin', null), await scenario.person('admin', null)];
  await scenario.deactivate(gone.accountId);
  const { emails } = (await make()) as { emails: string[] };
  expect(emails).toHaveLength(2);
  expect(await make('nobody@school.test')).toEqual({ emails });
  expect(await make(` ${emails[1]!.toUpperCase()} `)).toMatchObject({ name: `${second.firstName} ${second.lastName}` });
});
