import {
  accountFactors,
  accountFactorsEnd,
  accountLinkCreate,
  authConfirm,
  authConfirmWays,
  authFactor,
  authLogin,
  authMe,
  authPasskeyBegin,
  factorCodeBegin,
  factorCodeFinish,
  factorCodeRemove,
  factorList,
  factorPasskeyBegin,
  factorPasskeyFinish,
  factorPasskeyRemove,
  factorRecoveryRenew,
  factorRules,
  factorRuleSave,
  homeGet,
  linkUse,
} from '@classwright/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../../../testing/authenticator.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../../testing/index.ts';
import { makeAdminLink } from '../links/admin-link.ts';
import { hashPassword } from '../password.ts';

const PASSWORD = 'four kettles and a moss';
let app: TestApp;
let other: TestApp;
let scenario: Scenario;
let schoolId: number;

beforeAll(async () => {
  app = await startTestApp();
  other = await app.another({ sharesFolder: true });
  scenario = createScenario(app);
  schoolId = await scenario.school();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

type Someone = TestPerson & { email: string };

async function someone(role: 'teachers' | 'admin' = 'teachers', school: number | null = schoolId): Promise<Someone> {
  const person = await scenario.person(role, school);
  const { email } = await app.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', person.accountId)
    .returning('email')
    .executeTakeFirstOrThrow();
  return { ...person, email };
}

/** The code of an app with this secret, some seconds from now by the database's clock. */
async function codeOf(secret: string, afterSeconds = 0): Promise<string> {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: (await app.clock.now()).getTime() + afterSeconds * 1000 });
}
const nextHalfMinute = () => app.clock.advanceMs(31_000);

/** Gives a person codes of an app. Returns the app's secret and the recovery codes. */
async function setUpApp(person: TestPerson): Promise<{ secret: string; recovery: string[] }> {
  const { ticket, secret } = (await person.call(factorCodeBegin)).body;
  const reply = await person.call(factorCodeFinish, { body: { ticket, code: await codeOf(secret) } });
  expect(reply.status).toBe(200);
  await nextHalfMinute();
  return { secret, recovery: reply.body.recovery_codes ?? [] };
}
async function setUpPasskey(person: TestPerson, authenticator = createAuthenticator()) {
  const { ticket, options } = (await person.call(factorPasskeyBegin)).body;
  const reply = await person.call(factorPasskeyFinish, { body: { ticket, passkey: authenticator.make(options), name: 'Phone' } });
  expect(reply.status).toBe(200);
  return { authenticator, recovery: reply.body.recovery_codes };
}
const logIn = (email: string, on = app) => on.call(authLogin, { body: { email, password: PASSWORD } });
const needed = async (email: string) => (await logIn(email)).error?.params as { ticket: string; ways: string[]; options: { challenge: string } | null };
const show = (body: object, on = app) => on.call(authFactor, { body });

describe('signing in with a second factor', () => {
  test('[B2603] asks for a code of the app after the password; the code signs in once, in every process', async () => {
    const person = await someone();
    const { secret } = await setUpApp(person);
    const refused = await logIn(person.email);
    expect([refused.status, refused.error?.code, refused.error?.params?.['ways']]).toEqual([401, 'FACTOR_NEEDED', ['code']]);
    expect(JSON.stringify(refused.body)).not.toMatch(/api_token|secret/);
    const [first, second] = [await needed(person.email), await needed(person.email)];
    const code = await codeOf(secret);
    const replies = await Promise.all([show({ ticket: first.ticket, code }), show({ ticket: second.ticket, code }, other)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    await nextHalfMinute();
    const ticket = (await needed(person.email)).ticket;
    const next = await codeOf(secret);
    const twice = await Promise.all([show({ ticket, code: next }), show({ ticket, code: next }, other)]);
    expect(twice.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await show({ ticket, code: await codeOf(secret, 30) })).error?.code).toBe('FACTOR_STEP_OVER');
    const signedIn = twice.find(({ status }) => status === 200);
    expect((await app.call(authMe, {}, { token: signedIn?.body.api_token })).body.user.account_id).toBe(person.accountId);
  });

  test('[B2604] a clock that is half a minute off is accepted, one that is 90 seconds off is not; neither are a wrong code and one of another person', async () => {
    const [person, stranger] = [await someone(), await someone()];
    const { secret } = await setUpApp(person);
    const { secret: theirs } = await setUpApp(stranger);
    const { ticket } = await needed(person.email);
    for (const code of [await codeOf(secret, 90), await codeOf(secret, -90), await codeOf(theirs), '000000', 'k7wm-29qd-hxtr'])
      expect([code, (await show({ ticket, code })).error?.code]).toEqual([code, 'FACTOR_REFUSED']);
    expect((await show({ ticket, code: await codeOf(secret, -30) })).status).toBe(200);
    expect((await show({ ticket: (await needed(person.email)).ticket, code: await codeOf(secret, 30) })).status).toBe(200);
    const later = await needed(person.email);
    expect((await show({ ticket: later.ticket, code: await codeOf(secret) })).error?.code).toBe('FACTOR_REFUSED'); // an older one than the last
  });

  test('[B2604] guesses at a code are slowed, and after ten the sign-in begins again', async () => {
    const person = await someone();
    const { secret } = await setUpApp(person);
    const { ticket } = await needed(person.email);
    const guess = async () => (await show({ ticket, code: '123456' })).error?.code;
    const lanes = async () => (await app.db.selectFrom('sign_in_lanes').selectAll().execute()).length;
    const before = await lanes();
    const codes: (string | undefined)[] = [];
    for (let tries = 0; tries < 12; tries += 1) codes.push(await guess());
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'FACTOR_REFUSED'), 'FACTOR_STEP_OVER', 'FACTOR_STEP_OVER']);
    expect(await lanes()).toBeGreaterThan(before); // the lanes of guessing count them, over all processes
    expect((await show({ ticket: (await needed(person.email)).ticket, code: await codeOf(secret) })).status).toBe(200);
  });

  test('[B2605] a passkey is a second factor, and signs in alone; not one of another address, another question or another person', async () => {
    const [person, stranger] = [await someone(), await someone()];
    const { authenticator, recovery } = await setUpPasskey(person);
    expect(recovery).toHaveLength(10);
    const theirs = (await setUpPasskey(stranger)).authenticator;
    const { ticket, ways, options } = await needed(person.email);
    expect(ways).toEqual(['passkey']);
    const ask = options as { challenge: string };
    expect((await show({ ticket, passkey: theirs.show(ask) })).error?.code).toBe('FACTOR_REFUSED');
    expect((await show({ ticket, passkey: authenticator.show({ challenge: 'AAAA' }) })).error?.code).toBe('FACTOR_REFUSED');
    expect((await show({ ticket, passkey: createAuthenticator().show(ask) })).error?.code).toBe('FACTOR_REFUSED');
    expect((await show({ ticket, passkey: { id: authenticator.id } })).error?.code).toBe('FACTOR_REFUSED');
    expect((await show({ ticket, passkey: authenticator.show(ask) })).status).toBe(200);

    const alone = (await app.call(authPasskeyBegin)).body;
    const reply = await show({ ticket: alone.ticket, passkey: authenticator.show(alone.options) });
    expect([reply.status, reply.body.user.account_id]).toEqual([200, person.accountId]);
    expect((await show({ ticket: alone.ticket, passkey: authenticator.show(alone.options) })).error?.code).toBe('FACTOR_STEP_OVER');
    const again = (await app.call(authPasskeyBegin)).body;
    expect((await show({ ticket: again.ticket, code: '123456' })).error?.code).toBe('FACTOR_REFUSED');
  });

  test('[B2605] a passkey of another address is refused when it is made and when it is shown; alone it has to know who holds it', async () => {
    const person = await someone();
    const foreign = createAuthenticator({ origin: 'https://evil.example' });
    const { ticket, options } = (await person.call(factorPasskeyBegin)).body;
    expect((await person.call(factorPasskeyFinish, { body: { ticket, passkey: foreign.make(options), name: 'x' } })).error?.code).toBe('FACTOR_REFUSED');
    const simple = createAuthenticator({ verifies: false });
    await setUpPasskey(person, simple);
    const asked = await needed(person.email);
    expect((await show({ ticket: asked.ticket, passkey: simple.show(asked.options as { challenge: string }) })).status).toBe(200);
    const alone = (await app.call(authPasskeyBegin)).body;
    expect((await show({ ticket: alone.ticket, passkey: simple.show(alone.options) })).error?.code).toBe('FACTOR_REFUSED');
  });

  test('[B2606] a recovery code signs in once; ten are kept as hashes, and new ones end the older', async () => {
    const person = await someone();
    const { recovery } = await setUpApp(person);
    expect(recovery).toHaveLength(10);
    const rows = await app.db.selectFrom('recovery_codes').selectAll().where('account_id', '=', person.accountId).execute();
    expect(rows).toHaveLength(10);
    for (const { code_hash } of rows) expect(code_hash).toMatch(/^\$argon2id\$/); // as slow to guess as a password
    const code = ` ${String(recovery[0]).toUpperCase().replaceAll('-', ' ')} `;
    const replies = [await show({ ticket: (await needed(person.email)).ticket, code }), await show({ ticket: (await needed(person.email)).ticket, code })];
    expect(replies.map(({ status }) => status)).toEqual([200, 403]);
    const token = replies[0]?.body.api_token;
    expect((await app.call(factorList, {}, { token })).body.factors.recovery_codes_left).toBe(9);
    const renewed = (await app.call(factorRecoveryRenew, {}, { token })).body.recovery_codes;
    expect((await show({ ticket: (await needed(person.email)).ticket, code: recovery[1] })).error?.code).toBe('FACTOR_REFUSED');
    expect((await show({ ticket: (await needed(person.email)).ticket, code: renewed[1] })).status).toBe(200);
  });

  test('[B2607] a sign-in that waits for a factor is refused once the factor has ended', async () => {
    const person = await someone();
    const admin = await someone('admin', null);
    const { secret } = await setUpApp(person);
    const { ticket } = await needed(person.email);
    expect((await admin.call(accountFactorsEnd, { params: { id: person.accountId } })).body.is_ended).toBe(true);
    expect((await show({ ticket, code: await codeOf(secret) })).error?.code).toBe('FACTOR_STEP_OVER');
    expect((await logIn(person.email)).status).toBe(200);
    expect((await person.call(authMe)).status).toBe(401);
  });

  test('a link for a new password does not open an account without its factor; a link of the server’s own machine ends the factors', async () => {
    const [admin, person] = [await someone('admin', null), await someone()];
    const { secret } = await setUpApp(person);
    const link = (await admin.call(accountLinkCreate, { params: { id: person.accountId } })).body.url as string;
    const reply = await app.call(linkUse, { body: { code: link.split('#code=')[1], password: 'another kettle and a moss' } });
    expect(reply.error?.code).toBe('FACTOR_NEEDED');
    expect((await show({ ticket: reply.error?.params?.['ticket'], code: await codeOf(secret) })).status).toBe(200);
    await setUpApp(admin);
    const made = await makeAdminLink(app.db, 'http://localhost', admin.email, 'test');
    const own = await app.call(linkUse, { body: { code: ('url' in made ? made.url : '').split('#code=')[1], password: 'another kettle and a moss' } });
    expect(own.status).toBe(200);
    expect((await app.call(factorList, {}, { token: own.body.api_token })).body.factors.has_code).toBe(false);
  });
});

describe('one’s own factors', () => {
  test('[B2608] a factor is set up with a fresh confirmation, named, and removed again; the secret of the app is sealed', async () => {
    const person = await someone();
    const { secret } = await setUpApp(person);
    await setUpPasskey(person);
    const { factors } = (await person.call(factorList)).body;
    expect(factors).toMatchObject({
      level: 'offered',
      required_from: null,
      has_code: true,
      can_passkey: true,
      passkeys: [{ name: 'Phone', last_used_at: null }],
    });
    const { secret_sealed } = await app.db.selectFrom('time_codes').selectAll().where('account_id', '=', person.accountId).executeTakeFirstOrThrow();
    expect(secret_sealed.toString('latin1')).not.toContain(secret);
    await app.db
      .updateTable('access_tokens')
      .set({ confirmed_at: new Date(0) })
      .where('account_id', '=', person.accountId)
      .execute();
    for (const call of [factorCodeBegin, factorPasskeyBegin, factorCodeRemove, factorRecoveryRenew])
      expect([call.name, (await person.call(call)).error?.code]).toEqual([call.name, 'CONFIRM_FIRST']);
    const ways = (await person.call(authConfirmWays)).body;
    expect(ways.ways.sort()).toEqual(['code', 'passkey']);
    expect((await person.call(authConfirm, { body: { password: PASSWORD } })).error?.code).toBe('FACTOR_STEP_OVER');
    expect((await person.call(authConfirm, { body: { ticket: ways.ticket, password: PASSWORD } })).error?.code).toBe('FACTOR_REFUSED');
    expect((await person.call(authConfirm, { body: { ticket: ways.ticket, code: await codeOf(secret) } })).status).toBe(200);
    expect((await person.call(factorCodeRemove)).status).toBe(200);
    expect((await person.call(factorCodeRemove)).status).toBe(404);
    expect((await person.call(factorPasskeyRemove, { params: { id: factors.passkeys[0]?.id } })).status).toBe(200);
    expect((await person.call(factorList)).body.factors).toMatchObject({ has_code: false, passkeys: [], recovery_codes_left: 0 });
    expect((await logIn(person.email)).status).toBe(200);
  });

  test('a wrong first code is named at its field; a ticket counts for its own person and once', async () => {
    const [person, stranger] = [await someone(), await someone()];
    const { ticket, secret } = (await person.call(factorCodeBegin)).body;
    const wrong = await person.call(factorCodeFinish, { body: { ticket, code: '000000' } });
    expect([wrong.status, Object.keys(wrong.body.errors as object)]).toEqual([422, ['code']]);
    const code = await codeOf(secret);
    expect((await stranger.call(factorCodeFinish, { body: { ticket, code } })).error?.code).toBe('FACTOR_STEP_OVER');
    expect((await person.call(factorCodeFinish, { body: { ticket, code } })).status).toBe(200);
    expect((await person.call(factorCodeFinish, { body: { ticket, code } })).error?.code).toBe('FACTOR_STEP_OVER');
  });
});

describe('what a school requires', () => {
  const day = async (days: number) => new Date((await app.clock.now()).getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const roleId = async (key: string) => (await app.db.selectFrom('roles').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;

  test('[B2609] from its day on nothing but the set-up opens to a person of the role without a factor, in every process; before it everything does', async () => {
    const school = await scenario.school();
    const [admin, person, student] = [await someone('admin', null), await someone('teachers', school), await scenario.person('student', school)];
    const save = async (body: object) => admin.call(factorRuleSave, { params: { id: school, role_id: await roleId('teachers') }, body });
    expect((await save({ level: 'required', required_from: await day(2) })).status).toBe(200);
    expect((await person.call(homeGet)).status).toBe(200);
    expect((await person.call(factorList)).body.factors).toMatchObject({ level: 'required', required_from: expect.stringMatching(/T/) });
    await app.clock.advanceMs(3 * 86_400_000);
    expect((await person.call(homeGet)).error?.code).toBe('FACTOR_FIRST');
    expect((await other.call(homeGet, {}, { token: person.token })).error?.code).toBe('FACTOR_FIRST');
    expect((await person.call(authMe)).body.user.needs_factor).toBe(true);
    expect((await student.call(homeGet)).status).toBe(200);
    const { secret } = await setUpApp(person);
    expect((await person.call(homeGet)).status).toBe(200);
    expect((await other.call(homeGet, {}, { token: person.token })).status).toBe(200);
    expect((await person.call(authMe)).body.user.needs_factor).toBeUndefined();
    expect((await person.call(factorCodeRemove)).error?.code).toBe('FACTOR_LAST');
    expect((await show({ ticket: (await needed(person.email)).ticket, code: await codeOf(secret) })).status).toBe(200);
    expect((await save({ level: 'offered' })).status).toBe(200);
    expect((await save({ level: 'none' })).body.rules).toContainEqual(expect.objectContaining({ level: 'none', with_factor: 1 }));
  });

  test('[B2609] a sign-in says that a factor is missing, and a rule in the past applies at once', async () => {
    const school = await scenario.school();
    const [admin, person] = [await someone('admin', null), await someone('teachers', school)];
    const params = { id: school, role_id: await roleId('teachers') };
    await admin.call(factorRuleSave, { params, body: { level: 'required', required_from: await day(-30) } });
    const signedIn = (await logIn(person.email)).body;
    expect(signedIn.user.needs_factor).toBe(true);
    expect((await app.call(homeGet, {}, { token: signedIn.api_token })).error?.code).toBe('FACTOR_FIRST');
  });

  test('a rule names its level and its day, is of a school within reach, and keeps what it had otherwise', async () => {
    const [admin, local] = [await someone('admin', null), await scenario.person('admin', await scenario.school())];
    const params = { id: schoolId, role_id: await roleId('teachers') };
    for (const body of [
      {},
      { level: 'always' },
      { level: 'required' },
      { level: 'required', required_from: 'soon' },
      { level: 'required', required_from: '2026-02-31x' },
    ])
      expect([body, (await admin.call(factorRuleSave, { params, body })).status]).toEqual([body, 422]);
    expect((await admin.call(factorRuleSave, { params: { ...params, role_id: 999_999 }, body: { level: 'none' } })).status).toBe(404);
    const teacher = await someone();
    expect((await teacher.call(factorRuleSave, { params, body: { level: 'none' } })).status).toBe(403);
    expect((await admin.call(factorRules, { params: { id: schoolId } })).body.rules.every(({ is_fixed }: { is_fixed: boolean }) => !is_fixed)).toBe(true);
    expect((await local.call(factorRules, { params: { id: schoolId } })).status).toBe(200);
  });

  test('students are offered none', async () => {
    const student = await scenario.person('student', schoolId);
    expect((await student.call(factorList)).body.factors.level).toBe('none');
    expect((await student.call(factorCodeBegin)).error?.code).toBe('FACTOR_NOT_OFFERED');
  });
});

test('[B2610] an administrator ends the factors of somebody who lost them; with three administrators a second one has to agree', async () => {
  const school = await scenario.school();
  await app.db.updateTable('accounts').set({ status: false }).where('school_id', 'is', null).execute();
  const [first, second, third] = [await someone('admin', school), await someone('admin', school), await someone('admin', school)];
  const person = await someone('teachers', school);
  await setUpPasskey(person);
  const end = (by: TestPerson) => by.call(accountFactorsEnd, { params: { id: person.accountId } });
  const look = async (by: TestPerson) => (await by.call(accountFactors, { params: { id: person.accountId } })).body;
  expect((await end(first)).body.is_ended).toBe(false);
  expect((await end(first)).body.is_ended).toBe(false); // the same one again is no second one
  expect(await look(first)).toMatchObject({ has_factor: true, asked_by_self: true });
  expect(await look(second)).toMatchObject({ asked_by: `${first.firstName} ${first.lastName}`, asked_by_self: false });
  expect((await end(second)).body.is_ended).toBe(true);
  expect(await look(second)).toMatchObject({ has_factor: false, asked_by: null });
  expect((await person.call(authMe)).status).toBe(401);
  expect((await end(second)).status).toBe(404);
  expect((await first.call(accountFactorsEnd, { params: { id: first.accountId } })).error?.code).toBe('OWN_ACCOUNT');
  await setUpApp(await Promise.resolve(third));
  await app.db.updateTable('accounts').set({ status: false }).where('id', '=', first.accountId).execute();
  expect((await second.call(accountFactorsEnd, { params: { id: third.accountId } })).body.is_ended).toBe(true); // two are left
});

test('[B2611] in production an administrator needs a factor from the first day', async () => {
  const production = await startTestApp({ adminsNeedFactor: true });
  const own = createScenario(production);
  const school = await own.school();
  const [spanning, local, teacher] = [await own.person('admin', null), await own.person('admin', school), await own.person('teachers', school)];
  expect((await spanning.call(homeGet)).error?.code).toBe('FACTOR_FIRST');
  expect((await local.call(homeGet)).error?.code).toBe('FACTOR_FIRST');
  expect((await local.call(factorList)).body.factors.level).toBe('required');
  expect((await teacher.call(homeGet)).status).toBe(200);
  await production.close();
});
