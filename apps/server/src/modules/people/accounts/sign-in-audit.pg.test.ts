import { auditList, authLogin, authLogout, passwordChange } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson, until } from '../../../testing/index.ts';
import { hashPassword } from './index.ts';

const PASSWORD = 'four kettles and a moss';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schoolId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  schoolId = await scenario.school();
});
afterAll(() => app.close());

async function bring() {
  const person = await scenario.person('student', schoolId);
  const { email } = await app.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', person.accountId)
    .returning('email')
    .executeTakeFirstOrThrow();
  return { ...person, email };
}
const attempt = async (email: string, { password = PASSWORD, address = '192.0.2.10', userAgent = FIREFOX, device = 'one' } = {}) =>
  (
    await app.server.app.inject({
      method: 'POST',
      url: `/api${authLogin.path}`,
      payload: { email, password, device },
      remoteAddress: address,
      headers: { 'user-agent': userAgent },
    })
  ).json();
const trailOf = (accountId: number) =>
  app.db
    .selectFrom('audit_entries')
    .select(['action', 'account_id', 'school_id', 'after'])
    .where('subject_type', '=', 'account')
    .where('subject_id', '=', accountId)
    .where('action', 'like', 'auth.log%')
    .orderBy('id')
    .execute();

test('[B159] a sign-in stands in the trail with account, way, device and a hash of the neighbourhood; the same again the same day does not', async () => {
  const { accountId, email } = await bring();
  for (let times = 0; times < 5; times += 1) await attempt(email);
  const place = expect.stringMatching(/^[0-9a-f]{12}$/);
  expect(await trailOf(accountId)).toEqual([
    { action: 'auth.login', account_id: accountId, school_id: schoolId, after: { way: 'password', device: 'Firefox, Linux', place } },
  ]);
  await attempt(email, { address: '192.0.2.200' }); // the same /24
  expect(await trailOf(accountId)).toHaveLength(1);
  await attempt(email, { address: '198.51.100.10' });
  await attempt(email, { userAgent: 'curl/8.5.0' });
  const [first, elsewhere, other] = (await trailOf(accountId)).map(({ after }) => after as { place: string; device: string });
  expect([elsewhere!.place === first!.place, other!.place === first!.place, other!.device]).toEqual([false, true, '']);
  await app.clock.advanceMs(24 * 3_600_000);
  await attempt(email);
  expect(await trailOf(accountId)).toHaveLength(4);
  expect(JSON.stringify(await app.db.selectFrom('audit_entries').selectAll().execute())).not.toMatch(/192\.0\.2|198\.51/);
});

test('[B159] failures are counted, not listed: the 1st, 10th and 100th, by nobody that is known, for the school to see', async () => {
  const { accountId, email } = await bring();
  await attempt(email);
  for (let guess = 0; guess < 100; guess += 1) await attempt(email, { password: `guess ${guess}`, address: '192.0.2.99' });
  const failures = async () => (await trailOf(accountId)).filter(({ action }) => action === 'auth.login.refused');
  await until(async () => (await failures()).length === 3, 'three entries');
  expect(await failures()).toMatchObject(
    [1, 10, 100].map((count) => ({ account_id: null, school_id: schoolId, after: { failures: count, device: 'Firefox, Linux' } })),
  );
  const shown = (await admin.call(auditList, { query: { action: 'auth.login.refused', subject_id: accountId } })).body.data;
  expect(shown).toHaveLength(3);
  expect(shown[0]).toMatchObject({
    account_name: null,
    subject_label: expect.any(String),
    changes: expect.arrayContaining([{ field: 'failures', from: null, to: 100 }]),
  });
});

test('guessing at accounts that do not exist leaves an entry for the place, and none for each try', async () => {
  const count = async () =>
    (await app.db.selectFrom('audit_entries').select('after').where('action', '=', 'auth.login.guessing').execute()).filter(
      ({ after }) => (after as { failures: number }).failures === 100,
    ).length;
  const before = await count();
  for (let guess = 0; guess < 105; guess += 1) await attempt(`nobody${guess}@nowhere.test`, { address: '203.0.113.50' });
  await until(async () => (await count()) > before, 'an entry');
  expect(await count()).toBe(before + 1);
});

test('[B159] a sign-out that was chosen stands there, too', async () => {
  const { accountId, email } = await bring();
  const { api_token: token } = await attempt(email);
  await app.call(authLogout, {}, { token, headers: { 'user-agent': FIREFOX } });
  expect((await trailOf(accountId)).map(({ action }) => action)).toEqual(['auth.login', 'auth.logout']);
});

test('nothing that was typed as a password stands in the trail', async () => {
  const { email } = await bring();
  await attempt(email, { password: 'a password typed wrong' });
  const { api_token: token } = await attempt(email);
  await app.call(passwordChange, { body: { current_password: PASSWORD, password: 'five kettles and a moss' } }, { token });
  const trail = JSON.stringify(await app.db.selectFrom('audit_entries').selectAll().execute());
  for (const secret of ['typed wrong', PASSWORD, 'five kettles', token]) expect(trail).not.toContain(secret);
});
