import { accountFactorsEnd, accountUpdate, authLogin, factorCodeBegin, factorCodeFinish, factorCodeRemove, passwordChange } from '@classwright/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailbox, createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { hashPassword } from './password.ts';

const PASSWORD = 'four kettles and a moss';
const NOT_YOU = 'If it was not you: open https://school.example, choose “Forgot your password?”';
const mailbox = createMailbox();
let app: TestApp;
let scenario: Scenario;
let schoolId: number;
let admin: TestPerson;

beforeAll(async () => {
  app = await startTestApp({ publicUrl: new URL('https://school.example'), mailer: mailbox.mailer });
  scenario = createScenario(app);
  schoolId = await scenario.school();
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.server.jobs.runDue();
  mailbox.empty();
});

async function someone(role: 'teachers' | 'student'): Promise<TestPerson & { email: string }> {
  const person = await scenario.person(role, schoolId, { firstName: 'Ada', lastName: 'King' });
  const { email } = await app.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', person.accountId)
    .returning('email')
    .executeTakeFirstOrThrow();
  return { ...person, email };
}

/** Does the due jobs and returns the mails that they sent. */
async function readMails() {
  await app.server.jobs.runDue();
  return mailbox.sent.splice(0);
}

const signIn = (email: string, device: string, userAgent: string) =>
  app.call(authLogin, { body: { email, password: PASSWORD, device } }, { headers: { 'user-agent': userAgent } });
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

test('[B2835] a device that signs in for the first time is mailed, a known one is not; the first of all is no news', async () => {
  const ada = await someone('teachers');
  await app.db.deleteFrom('access_tokens').where('account_id', '=', ada.accountId).execute();
  await signIn(ada.email, 'laptop', CHROME);
  expect(await readMails()).toEqual([]);
  await signIn(ada.email, 'tablet', CHROME);
  expect(await readMails()).toMatchObject([
    {
      to: { name: 'Ada King', address: ada.email },
      subject: expect.stringContaining('New sign-in to your account'),
      text: expect.stringMatching(/Chrome.* on .*Windows/),
    },
  ]);
  await signIn(ada.email, 'laptop', CHROME);
  await signIn(ada.email, 'tablet', CHROME);
  expect(await readMails()).toEqual([]);
  await signIn(ada.email, '', 'a program');
  const [mail] = await readMails();
  expect(mail?.text).toContain('Unknown device');
  expect(mail?.text).toContain(NOT_YOU);
});

test('[B2835] a refused sign-in mails nobody, and students are not mailed about devices', async () => {
  const [ada, ben] = [await someone('teachers'), await someone('student')];
  await app.call(authLogin, { body: { email: ada.email, password: 'a wrong password', device: 'new' } });
  await signIn(ben.email, 'another', CHROME);
  expect(await readMails()).toEqual([]);
});

test('[B2836] a changed password and an added, removed or ended second step are mailed', async () => {
  const ada = await someone('teachers');
  expect((await ada.call(passwordChange, { body: { current_password: PASSWORD, password: 'five kettles and a moss' } })).status).toBe(200);
  expect(await readMails()).toMatchObject([{ subject: expect.stringContaining('was changed'), text: expect.stringContaining(NOT_YOU) }]);
  const add = async () => {
    const { ticket, secret } = (await ada.call(factorCodeBegin)).body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: (await app.clock.now()).getTime() });
    expect((await ada.call(factorCodeFinish, { body: { ticket, code } })).status).toBe(200);
  };
  await add();
  expect(await readMails()).toMatchObject([{ subject: expect.stringContaining('was added'), text: expect.stringContaining(NOT_YOU) }]);
  expect((await ada.call(factorCodeRemove)).status).toBe(200);
  expect(await readMails()).toMatchObject([{ subject: expect.stringContaining('was removed') }]);
  await app.clock.advanceMs(31_000);
  await add();
  await readMails();
  expect((await admin.call(accountFactorsEnd, { params: { id: ada.accountId } })).status).toBe(200);
  expect(await readMails()).toMatchObject([{ to: { address: ada.email }, subject: expect.stringContaining('was removed') }]);
});

test('[B2836] the former address is mailed when it is replaced, not the new one, and not for an account that was never used', async () => {
  const ada = await someone('teachers');
  const change = async (email: string) => {
    const row = await app.db.selectFrom('accounts').selectAll().where('id', '=', ada.accountId).executeTakeFirstOrThrow();
    const { first_name, last_name, phone_number, school_id, account_type_id, status } = row;
    const body = { first_name, last_name, phone_number, school_id, account_type_id, role_id: 2, status, email };
    expect((await admin.call(accountUpdate, { params: { id: ada.accountId }, body })).status).toBe(200);
  };
  await app.db.deleteFrom('access_tokens').where('account_id', '=', ada.accountId).execute();
  await change(`unused.${ada.email}`);
  expect(await readMails()).toEqual([]);
  await signIn(`unused.${ada.email}`, 'laptop', CHROME);
  await change(`new.${ada.email}`);
  const mails = await readMails();
  expect(mails).toMatchObject([{ to: { address: `unused.${ada.email}` }, subject: expect.stringContaining('email address') }]);
  expect(mails[0]?.text).not.toContain('new.');
});
