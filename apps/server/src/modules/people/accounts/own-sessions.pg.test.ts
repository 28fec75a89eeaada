import { authConfirm, authLogin, authMe, authSessionEnd, authSessionEndOthers, authSessionList, notificationList } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { hashPassword } from './index.ts';

const PASSWORD = 'four kettles and a moss';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
let app: TestApp;
let scenario: Scenario;
let schoolId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  await sql`UPDATE schools SET settings = '{"several_devices_for_staff": true}'`.execute(app.db);
});
afterAll(() => app.close());

async function teacher(school = schoolId): Promise<TestPerson & { email: string }> {
  const person = await scenario.person('teachers', school);
  const { email } = await app.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', person.accountId)
    .returning('email')
    .executeTakeFirstOrThrow();
  await sql`UPDATE access_tokens SET ended_at = app_now(), end_reason = 'signed_out' WHERE account_id = ${person.accountId}`.execute(app.db);
  return { ...person, email };
}
const signIn = async (email: string, device: string, userAgent: string): Promise<string> =>
  (await app.call(authLogin, { body: { email, password: PASSWORD, device } }, { headers: { 'user-agent': userAgent } })).body.api_token;
const list = async (token: string) => (await app.call(authSessionList, {}, { token })).body.sessions;

test('one’s own are listed with browser and system, the latest first, the asking one marked; those of others and ended ones are not', async () => {
  const [{ email }, other] = [await teacher(), await teacher()];
  const first = await signIn(email, 'one', FIREFOX);
  await app.clock.advanceMs(10 * 60_000);
  const second = await signIn(email, 'two', SAFARI);
  await signIn(other.email, 'three', FIREFOX);
  const expected = [
    { browser: 'Safari', system: 'iPhone', is_current: true },
    { browser: 'Firefox', system: 'Linux', is_current: false },
  ];
  expect(await list(second)).toMatchObject(expected);
  expect(await list(first)).toMatchObject([{ is_current: true, browser: 'Firefox' }, { is_current: false }]); // used last now
  expect(JSON.stringify(await list(second))).not.toMatch(/token|hash/);
});

test('[B2140] [B2286] a new school lets its staff use several devices: each lists the others, and another device is no notification', async () => {
  const fresh = await scenario.school();
  const { settings } = await app.db.selectFrom('schools').select('settings').where('id', '=', fresh).executeTakeFirstOrThrow();
  expect(settings).toEqual({ several_devices_for_staff: true });
  const { email } = await teacher(fresh);
  const first = await signIn(email, 'one', FIREFOX);
  const second = await signIn(email, 'two', SAFARI);
  expect((await app.call(authMe, {}, { token: first })).status).toBe(200);
  for (const [token, other] of [
    [first, 'Safari'],
    [second, 'Firefox'],
  ] as const)
    expect((await list(token)).filter(({ is_current }) => !is_current)).toMatchObject([{ browser: other, is_wall: false }]);
  expect((await app.call(notificationList, { query: {} }, { token: first })).body.data).toEqual([]);
});

test('[B2140] where the setting is off, as in schools from before, a new device of staff ends the older ones', async () => {
  const older = await scenario.school();
  await app.db.updateTable('schools').set({ settings: '{}' }).where('id', '=', older).execute();
  const { email } = await teacher(older);
  const first = await signIn(email, 'one', FIREFOX);
  const second = await signIn(email, 'two', SAFARI);
  expect((await app.call(authMe, {}, { token: first })).error?.code).toBe('SIGNED_IN_ELSEWHERE');
  expect((await app.call(notificationList, { query: {} }, { token: second })).body.data).toEqual([]);
});

test('each can be ended, once, and all others at once; it stands in the trail, and ended is ended at once', async () => {
  const { accountId, email } = await teacher();
  const tokens = [await signIn(email, 'one', FIREFOX), await signIn(email, 'two', SAFARI), await signIn(email, 'three', '')] as const;
  const status = async (token: string) => (await app.call(authMe, {}, { token })).status;
  const [, safari] = [...(await list(tokens[0]))].sort((a, b) => a.id - b.id);
  expect((await app.call(authSessionEnd, { params: { id: safari!.id } }, { token: tokens[0] })).status).toBe(200);
  expect((await app.call(authSessionEnd, { params: { id: safari!.id } }, { token: tokens[0] })).status).toBe(404);
  expect(await app.call(authMe, {}, { token: tokens[1] })).toMatchObject({ status: 401, error: { code: 'NOT_SIGNED_IN' } });
  expect((await app.call(authSessionEndOthers, {}, { token: tokens[0] })).status).toBe(200);
  expect([await status(tokens[0]), await status(tokens[2])]).toEqual([200, 401]);
  const trail = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('account_id', '=', accountId)
    .where('action', 'like', 'auth.session.%')
    .orderBy('id')
    .execute();
  expect(trail).toEqual([
    { action: 'auth.session.end', after: null },
    { action: 'auth.session.endOthers', after: { count: 1 } },
  ]);
});

test('nobody ends somebody else’s, and a number that is none is no session', async () => {
  const [mine, theirs] = [await teacher(), await teacher()];
  const [token, other] = [await signIn(mine.email, 'one', FIREFOX), await signIn(theirs.email, 'one', FIREFOX)];
  const id = (await list(other))[0]!.id;
  expect((await app.call(authSessionEnd, { params: { id } }, { token })).status).toBe(404);
  expect((await app.call(authMe, {}, { token: other })).status).toBe(200);
  for (const wrong of ['x', -1, 0, 1.5]) expect((await app.call(authSessionEnd, { params: { id: wrong } }, { token })).status).toBe(422);
  expect((await app.call(authSessionList)).status).toBe(401);
});

test('the own sign-ins belong to being signed in: whatever the roles say, they are listed and ended; nobody else’s are', async () => {
  const { accountId, email } = await teacher();
  const token = await signIn(email, 'one', FIREFOX);
  await sql`UPDATE account_roles SET is_active = false WHERE account_id = ${accountId}`.execute(app.db);
  await giveRights(app.db, accountId, ['levels:view']);
  expect((await app.call(authSessionList, {}, { token })).body.sessions).toHaveLength(1);
  expect((await app.call(authSessionEnd, { params: { id: 1 } }, { token })).status).toBe(404);
  expect((await app.call(authSessionEndOthers, {}, { token })).status).toBe(200);
  expect((await app.call(authSessionList, {}, {})).status).toBe(401);
});

test.each([
  ['teachers', 12],
  ['student', 7 * 24],
] as const)('[B161] a sign-in of %s that nobody uses ends after %i hours, one that is used goes on', async (role, hours) => {
  const person = await scenario.person(role, schoolId);
  await app.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', person.accountId)
    .execute();
  const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', person.accountId).executeTakeFirstOrThrow();
  const token = await signIn(email, 'one', FIREFOX);
  const almost = hours * 3_600_000 - 60_000;
  for (let times = 0; times < 2; times += 1) {
    await app.clock.advanceMs(almost);
    expect((await app.call(authMe, {}, { token })).status).toBe(200);
  }
  await app.clock.advanceMs(almost + 120_000);
  expect(await app.call(authMe, {}, { token })).toMatchObject({ status: 401, error: { code: 'NOT_SIGNED_IN' } });
  const again = await signIn(email, 'one', FIREFOX);
  expect((await list(again)).filter(({ browser }) => browser === 'Firefox')).toHaveLength(1);
});

test('[B2840] ending a sign-in asks again who it is, once ten minutes have passed since the own one', async () => {
  const { email } = await teacher();
  const [own, other] = [await signIn(email, 'one', FIREFOX), await signIn(email, 'two', SAFARI)] as const;
  const [current] = (await list(own)).filter(({ is_current }) => !is_current);
  await app.clock.advanceMs(11 * 60_000);
  for (const reply of [
    await app.call(authSessionEnd, { params: { id: current!.id } }, { token: own }),
    await app.call(authSessionEndOthers, {}, { token: own }),
  ])
    expect(reply).toMatchObject({ status: 403, error: { code: 'CONFIRM_FIRST' } });
  expect((await app.call(authMe, {}, { token: other })).status).toBe(200);
  expect((await app.call(authConfirm, { body: { password: PASSWORD } }, { token: own })).status).toBe(200);
  expect((await app.call(authSessionEndOthers, {}, { token: own })).status).toBe(200);
  expect((await app.call(authMe, {}, { token: other })).status).toBe(401);
});
