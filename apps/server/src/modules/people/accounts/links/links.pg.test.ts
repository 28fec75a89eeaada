import {
  accountCreate,
  accountLinkCreate,
  accountLinkRevoke,
  accountStatus,
  authLogin,
  authMe,
  linkCheck,
  linkUse,
  passwordChange,
  passwordForgot,
} from '@classwright/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMailbox, createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../../testing/index.ts';
import { giveRights } from '../../../../testing/rights.ts';

const mailbox = createMailbox();
const { sent } = mailbox;
let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schoolId: number;

beforeAll(async () => {
  app = await startTestApp({ publicUrl: new URL('https://school.example'), mailer: mailbox.mailer });
  scenario = createScenario(app);
  schoolId = await scenario.school();
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.server.jobs.runDue(); // mails about changes in the test before
  mailbox.empty();
});

const STAFF_PASSWORD = 'four kettles and a moss';
const codeOf = (url: string): string => /#code=(.+)$/.exec(url)?.[1] as string;
const linkFor = async (accountId: number): Promise<string> => codeOf((await admin.call(accountLinkCreate, { params: { id: accountId } })).body.url!);
const use = (code: string, password?: string, device = '') => app.call(linkUse, { body: { code, ...(password === undefined ? {} : { password }), device } });
const refused = { status: 403, error: { code: 'LINK_REFUSED' } };

describe('a one-time link', () => {
  test('tells whom it is for, takes a password, signs in, and counts once', async () => {
    const person = await scenario.person('teachers', schoolId, { firstName: 'Ada', lastName: 'King' });
    const code = await linkFor(person.accountId);
    const check = { purpose: 'password', first_name: 'Ada', last_name: 'King', min_characters: 15 };
    for (let times = 0; times < 2; times += 1) expect((await app.call(linkCheck, { body: { code } })).body.link).toMatchObject(check);
    const reply = await use(code, STAFF_PASSWORD);
    expect(reply).toMatchObject({ status: 200, body: { user: { account_id: person.accountId }, new_account: false } });
    expect((await app.call(authMe, {}, { token: reply.body.api_token })).status).toBe(200);
    expect(await use(code, 'another fine password')).toMatchObject(refused);
    expect(await app.call(linkCheck, { body: { code } })).toMatchObject(refused);
    expect((await app.call(authLogin, { body: { email: check ? reply.body.user.email : '', password: STAFF_PASSWORD } })).status).toBe(200);
  });

  test('signs every other device out, also for what a newer device would still let through', async () => {
    const person = await scenario.person('student', schoolId);
    await use(await linkFor(person.accountId), 'moss-145-kettle');
    expect(await person.call(authMe)).toMatchObject({ status: 401, error: { code: 'NOT_SIGNED_IN' } });
  });

  test('used by two at once, one of them is in', async () => {
    const person = await scenario.person('teachers', schoolId);
    const code = await linkFor(person.accountId);
    const replies = await Promise.all(Array.from({ length: 5 }, (_, index) => use(code, `${STAFF_PASSWORD} ${index}`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
  });

  test('a newer one, revoking, a week, and deactivating end it', async () => {
    const person = await scenario.person('teachers', schoolId);
    const codes = [await linkFor(person.accountId), await linkFor(person.accountId)];
    expect(await use(codes[0]!, STAFF_PASSWORD)).toMatchObject(refused);
    expect((await admin.call(accountLinkRevoke, { params: { id: person.accountId } })).status).toBe(200);
    expect(await use(codes[1]!, STAFF_PASSWORD)).toMatchObject(refused);
    const third = await linkFor(person.accountId);
    await admin.call(accountStatus, { params: { id: person.accountId }, body: { status: false } });
    expect(await use(third, STAFF_PASSWORD)).toMatchObject(refused);
    expect((await admin.call(accountLinkCreate, { params: { id: person.accountId } })).error?.code).toBe('ACCOUNT_DEACTIVATED');
    await admin.call(accountStatus, { params: { id: person.accountId }, body: { status: true } });
    const fourth = await linkFor(person.accountId);
    await app.clock.advanceMs(7 * 24 * 3_600_000 + 1000);
    expect(await use(fourth, STAFF_PASSWORD)).toMatchObject(refused);
    await app.clock.advanceMs(-7 * 24 * 3_600_000 - 1000);
  });

  test.each(['', ' ', 'x', '../../etc/passwd', "' OR 1=1 --", 'a'.repeat(200), '\u0000', { $ne: 1 }])('%j opens nothing', async (code) => {
    const reply = await app.call(linkCheck, { body: { code } });
    expect([403, 422]).toContain(reply.status);
  });

  test('its code is nowhere in the database, and the audit trail says that it was used', async () => {
    const person = await scenario.person('teachers', schoolId);
    const code = await linkFor(person.accountId);
    await use(code, STAFF_PASSWORD);
    const [links, audits] = [await app.db.selectFrom('one_time_links').selectAll().execute(), await app.db.selectFrom('audit_entries').selectAll().execute()];
    expect(JSON.stringify([links.map((link) => link.code_hash.toString('latin1')), audits])).not.toContain(code);
    expect(audits.filter(({ subject_id }) => subject_id === person.accountId).map(({ action }) => action)).toEqual([
      'account.link.create',
      'link.use',
      'auth.login',
    ]);
  });

  test('nobody makes one for an account that may do more than they, or of another school', async () => {
    const clerk = await scenario.person('teachers', schoolId);
    await giveRights(app.db, clerk.accountId, ['accounts:edit']);
    const principal = await scenario.person('admin', schoolId);
    const stranger = await scenario.person('student', await scenario.school());
    expect((await clerk.call(accountLinkCreate, { params: { id: principal.accountId } })).error?.code).toBe('PERSON_MAY_MORE');
    expect((await clerk.call(accountLinkCreate, { params: { id: stranger.accountId } })).status).toBe(404);
    expect((await clerk.call(accountLinkRevoke, { params: { id: stranger.accountId } })).status).toBe(404);
  });
});

describe('passwords', () => {
  test.each([['short of fifteen', 'kettle and moss', 'kettle-and-mos', 'Choose at least 15 characters']])('staff: %s', async (_what, fine, short, words) => {
    const person = await scenario.person('teachers', schoolId);
    const code = await linkFor(person.accountId);
    expect((await use(code, short)).body.errors!.password![0]).toContain(words);
    expect((await use(code)).body.errors!.password).toEqual(['Password is required']);
    expect((await use(code, fine)).status).toBe(200);
  });

  test('students: eight, and what everybody guesses is refused', async () => {
    const person = await scenario.person('student', schoolId, { firstName: 'Marguerite', lastName: 'Ostrowski' });
    const code = await linkFor(person.accountId);
    for (const password of ['moss-14', 'password1', '12345678', 'marguerite1', 'Ostrowski2'])
      expect([password, (await use(code, password)).status]).toEqual([password, 422]);
    expect((await use(code, 'moss-145')).status).toBe(200);
  });

  test('changing one’s own needs the current one, keeps this device and signs the others out', async () => {
    const person = await scenario.person('teachers', schoolId);
    const { api_token: token, user } = (await use(await linkFor(person.accountId), STAFF_PASSWORD)).body;
    const other = await app.signIn(person.accountId);
    const change = (current_password: string, password: string) => app.call(passwordChange, { body: { current_password, password } }, { token });
    expect((await change('not that one', 'five kettles and a moss')).body.errors).toEqual({ current_password: ['This is not your current password.'] });
    expect((await change(STAFF_PASSWORD, 'short')).body.errors!.password![0]).toContain('at least 15');
    expect((await change(STAFF_PASSWORD, 'five kettles and a moss')).body.message).toContain('Other devices were signed out');
    expect((await app.call(authMe, {}, { token })).status).toBe(200);
    expect((await app.call(authMe, {}, { token: other })).status).toBe(401);
    const signIn = (password: string) => app.call(authLogin, { body: { email: user.email, password } });
    expect([(await signIn(STAFF_PASSWORD)).status, (await signIn('five kettles and a moss')).status]).toEqual([401, 200]);
  });

  test('whoever has none yet chooses one without', async () => {
    const person = await scenario.person('student', schoolId);
    expect((await person.call(passwordChange, { body: { password: 'moss-145-kettle' } })).status).toBe(200);
    expect((await app.call(passwordChange, { body: { password: 'x' } })).status).toBe(401);
  });
});

describe('mail', () => {
  const account = (values: Record<string, unknown> = {}) => ({
    first_name: 'Grace',
    last_name: 'Hopper',
    email: `mail${Math.random()}@school.test`,
    phone_number: '123',
    school_id: schoolId,
    account_type_id: 2,
    role_id: 2,
    status: true,
    ...values,
  });

  test('[L522] a new account gets a link that works, once the job has run; the code stands in the mail alone', async () => {
    const { id, email } = (await admin.call(accountCreate, { body: account() })).body.account;
    const jobs = await app.db.selectFrom('jobs').select(['kind', 'payload']).execute();
    expect(jobs).toEqual([{ kind: 'account.link.mail', payload: { account_id: id, reason: 'new' } }]);
    await app.server.jobs.runDue();
    expect(sent).toMatchObject([{ to: { name: 'Grace Hopper', address: email }, subject: expect.stringContaining('Your account at School') }]);
    const url = /https:\/\/school\.example\/choose-password#code=\S+/.exec(sent[0]!.text)?.[0] as string;
    expect((await use(codeOf(url), STAFF_PASSWORD)).status).toBe(200);
  });

  test('a mail server that is away is tried again later', async () => {
    mailbox.isAway = true;
    await admin.call(accountCreate, { body: account() });
    await app.server.jobs.runDue();
    mailbox.isAway = false;
    expect(await app.server.jobs.runDue()).toBe(0);
    await app.clock.advanceMs(16_000);
    expect(await app.server.jobs.runDue()).toBe(1);
    expect(sent).toHaveLength(1);
  });

  test('who has a password by then, or was deactivated, gets none', async () => {
    const { id } = (await admin.call(accountCreate, { body: account() })).body.account;
    await use(await linkFor(id), STAFF_PASSWORD);
    const second = (await admin.call(accountCreate, { body: account() })).body.account;
    await admin.call(accountStatus, { params: { id: second.id }, body: { status: false } });
    await app.server.jobs.runDue();
    expect(sent).toEqual([]);
  });

  const emailOf = async (accountId: number) =>
    (await app.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email;
  const forget = (email: string, address = '192.0.2.1') =>
    app.server.app.inject({ method: 'POST', url: '/api/auth/forgot', payload: { email }, remoteAddress: address });

  test('[B150] two hundred requests at once, from wherever, bring one mail; five an hour at most', async () => {
    const email = await emailOf((await scenario.person('teachers', schoolId)).accountId);
    const replies = await Promise.all(Array.from({ length: 200 }, (_, index) => forget(email, `198.51.100.${index}`)));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await app.server.jobs.runDue();
    expect(sent).toHaveLength(1);
    for (let minutes = 6; minutes < 58; minutes += 6) {
      await app.clock.advanceMs(6 * 60_000);
      expect((await forget(email, '203.0.113.1')).statusCode).toBe(200);
      await app.server.jobs.runDue();
    }
    expect(sent).toHaveLength(5);
    await app.clock.advanceMs(12 * 60_000);
    await forget(email, '203.0.113.2');
    await app.server.jobs.runDue();
    expect(sent).toHaveLength(6);
  });

  test('[B150] an address that asks for everybody is slowed, and no other with it', async () => {
    const ask = (index: number, address: string) => forget(`nobody${index}@school.test`, address);
    const replies = await Promise.all(Array.from({ length: 60 }, (_, index) => ask(index, '192.0.2.60')));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    expect(replies.at(-1)!.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', params: { seconds: expect.any(Number) } });
    expect((await ask(61, '192.0.2.61')).statusCode).toBe(200);
    expect(await app.server.jobs.runDue()).toBe(21); // as much is done for nobody as for somebody
    expect(sent).toEqual([]);
  });

  test('[B151] a mailed link counts for an hour, and ends no card and no administrator’s link before it is used', async () => {
    const person = await scenario.person('teachers', schoolId);
    const ofAdmin = await linkFor(person.accountId);
    await forget(await emailOf(person.accountId), '192.0.2.70');
    await app.server.jobs.runDue();
    const mailed = codeOf(/https:\S+/.exec(sent[0]!.text)?.[0] as string);
    const isOpen = async (code: string) => (await app.call(linkCheck, { body: { code } })).status === 200;
    expect([await isOpen(ofAdmin), await isOpen(mailed)]).toEqual([true, true]);
    await app.clock.advanceMs(61 * 60_000);
    expect([await isOpen(ofAdmin), await isOpen(mailed)]).toEqual([true, false]);
    await forget(await emailOf(person.accountId), '192.0.2.70');
    await app.server.jobs.runDue();
    const second = codeOf(/https:\S+/.exec(sent[1]!.text)?.[0] as string);
    expect((await use(second, STAFF_PASSWORD)).status).toBe(200);
    expect([await isOpen(ofAdmin), await isOpen(second)]).toEqual([false, false]);
  });

  test('a forgotten password: the same answer for everybody, one mail at a time', async () => {
    const person = await scenario.person('teachers', schoolId);
    const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', person.accountId).executeTakeFirstOrThrow();
    const ask = (address: string) => app.call(passwordForgot, { body: { email: address } });
    const [known, unknown] = [await ask(email.toUpperCase()), await ask('nobody@school.test')];
    expect(known.body).toEqual(unknown.body);
    expect(known.body.message).toContain('for one hour');
    await app.server.jobs.runDue();
    await ask(email);
    await app.server.jobs.runDue();
    expect(sent.map(({ to }) => to.address)).toEqual([email]);
    expect(sent[0]!.subject).toContain('A new password');
  });

  test('[B1957] an administrator mails one link; its text is not told, nor that it was sent before it was', async () => {
    const person = await scenario.person('teachers', schoolId);
    const reply = await admin.call(accountLinkCreate, { params: { id: person.accountId }, body: { mail: true } });
    expect(reply.body).toMatchObject({ url: null, message: expect.stringContaining('A link is on its way to') });
    await app.server.jobs.runDue();
    expect(sent).toHaveLength(1);
  });
});

test('without a mail server nothing promises mail', async () => {
  const plain = await startTestApp();
  try {
    const people = createScenario(plain);
    const [boss, person] = [await people.person('admin', null), await people.person('teachers', await people.school())];
    expect((await plain.call(passwordForgot, { body: { email: 'x@school.test' } })).error?.code).toBe('MAIL_NOT_SET_UP');
    expect((await boss.call(accountLinkCreate, { params: { id: person.accountId }, body: { mail: true } })).error?.code).toBe('MAIL_NOT_SET_UP');
    expect((await boss.call(accountLinkCreate, { params: { id: person.accountId } })).body.url).toMatch(/^http:\/\/localhost.*\/choose-password#code=/);
    expect(await plain.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  } finally {
    await plain.close();
  }
});
