import { mailChoiceCheck, mailChoiceUpdate, notificationPreferences, notificationPreferencesUpdate } from '@classwright/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appNow } from '../../../platform/clock.ts';
import { getInstallation } from '../../../queries.ts';
import { createMailbox, createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createNotifier } from './index.ts';
import { createMailLinks } from './mail-links.ts';
import { createTestNotify } from './testing/tell.ts';

const mailbox = createMailbox();
const { sent } = mailbox;
let app: TestApp;
let second: TestApp;
let scenario: Scenario;
let room: TestClass;
let student: TestPerson;
let secret: string;
const logged: string[] = [];
beforeAll(async () => {
  app = await startTestApp({
    publicUrl: new URL('https://school.example'),
    mailer: mailbox.mailer,
    logLevel: 'trace',
    logTo: { write: (line) => void logged.push(line) },
  });
  second = await app.another();
  scenario = createScenario(app);
  secret = (await getInstallation(app.db)).linkSecret;
});
afterAll(async () => {
  await second.close();
  await app.close();
});
let day = 0;
beforeEach(async () => {
  day += 200;
  await app.clock.moveTo(new Date(Date.UTC(2027, 0, day, 5, 0, 0)));
  room = await scenario.class({ students: 2, schoolId: await scenario.school('Asia/Kolkata') });
  student = room.students[0]!;
  for (const table of ['notifications', 'notification_preferences', 'jobs', 'job_schedules'] as const) await app.db.deleteFrom(table).execute();
  mailbox.empty();
  await work();
});

const notifier = createNotifier({ realtime: { publish: () => undefined }, sendsMail: true });
const tell = createTestNotify(notifier, () => ({ app, room, student }));
async function work() {
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
}
async function after(hours: number) {
  await app.clock.advanceMs(hours * 3_600_000);
  await work();
}
const choose = (preferences: { kind: string; mail: string | null }[]) => student.call(notificationPreferencesUpdate, { body: { preferences } });
const chosen = async (person = student) =>
  Object.fromEntries((await person.call(notificationPreferences)).body.preferences.map(({ kind, mail }: { kind: string; mail: string }) => [kind, mail]));
/**
 * Creates an invitation, which is emailed immediately, and returns the link in its text and the one in its headers.
 */
async function mailed(): Promise<{ code: string; endAt: URL }> {
  await tell({ kind: 'invitation', key: 'invitation:1', params: {}, path: '/invitations' });
  await after(1);
  return { code: /https:\/\/school\.example\/end-mails#code=(\S+)/.exec(sent.at(-1)!.text)![1]!, endAt: sent.at(-1)!.endAt! };
}
const check = (code: unknown) => app.call(mailChoiceCheck, { body: { code } });
const update = (code: unknown, sends: unknown) => app.call(mailChoiceUpdate, { body: { code, sends } });
const oneClick = (endAt: URL, how: object = {}, where = app) =>
  where.server.app.inject({
    method: 'POST',
    url: `${endAt.pathname}${endAt.search}`,
    headers: { host: 'school.example', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
    ...how,
  });

describe('[B910] a mail is ended by its own link, without signing in', () => {
  test('opening the link changes nothing; one press ends mails like it and leaves others and the bell; another has them sent as they were', async () => {
    await choose([
      { kind: 'invitation', mail: 'now' },
      { kind: 'announcement', mail: 'now' },
    ]);
    const { code } = await mailed();
    for (let times = 0; times < 3; times += 1)
      expect((await check(code)).body).toMatchObject({ first_name: student.firstName, sends_mail: true, mails: [{ kind: 'invitation', mail: 'now' }] });
    expect(await chosen()).toMatchObject({ invitation: 'now' });

    for (let times = 0; times < 2; times += 1)
      expect((await update(code, false)).body).toMatchObject({
        mails: [{ kind: 'invitation', mail: 'never' }],
        message: 'Stopped. These emails are no longer sent.',
      });
    expect(await chosen()).toMatchObject({ invitation: 'never', announcement: 'now' });
    await tell({ kind: 'invitation', key: 'invitation:2', params: {}, path: '/invitations' });
    await after(1);
    expect(sent).toHaveLength(1);
    expect(await app.db.selectFrom('notifications').select('id').where('key', '=', 'invitation:2').execute()).toHaveLength(1);

    for (let times = 0; times < 2; times += 1) expect((await update(code, true)).body.mails).toEqual([{ kind: 'invitation', mail: 'now' }]);
    await tell({ kind: 'invitation', key: 'invitation:3', params: {}, path: '/invitations' });
    await after(1);
    expect(sent).toHaveLength(2);
  });

  test('a mail of several kinds ends all of them, and has each sent again in its own way; what was chosen otherwise since stays', async () => {
    await choose([{ kind: 'announcement-comment', mail: 'daily' }]);
    await tell({ kind: 'announcement-comment', key: 'comment:1' });
    await tell({ kind: 'work-posted', key: 'work:1', path: '/std-classwork' });
    await after(10);
    const code = /#code=(\S+)/.exec(sent[0]!.text)![1]!;
    expect((await update(code, false)).body.mails).toEqual([
      { kind: 'announcement-comment', mail: 'never' },
      { kind: 'work-posted', mail: 'never' },
    ]);
    await choose([{ kind: 'work-posted', mail: 'now' }]);
    expect((await update(code, true)).body.mails).toEqual([
      { kind: 'announcement-comment', mail: 'daily' },
      { kind: 'work-posted', mail: 'now' },
    ]);
  });

  test('the button of a mail program ends them with one POST, as a form of either kind, once and twice, at any process; opening that address does not', async () => {
    const { endAt } = await mailed();
    expect(endAt.href).toMatch(/^https:\/\/school\.example\/end-mails\?code=[\w.~-]+$/);
    for (const method of ['GET', 'HEAD'] as const) await oneClick(endAt, { method, payload: undefined });
    expect(await chosen()).toMatchObject({ invitation: 'now' });
    const answer = await oneClick(endAt);
    expect([answer.statusCode, answer.body, answer.headers.location]).toEqual([200, '', undefined]);
    expect(await chosen()).toMatchObject({ invitation: 'never' });
    await choose([{ kind: 'invitation', mail: 'now' }]);
    const boundary = 'x';
    const parts = `--${boundary}\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
    const asParts = { headers: { host: 'school.example', 'content-type': `multipart/form-data; boundary=${boundary}` }, payload: parts };
    const answers = await Promise.all([oneClick(endAt, asParts, second), oneClick(endAt), oneClick(endAt, asParts), oneClick(endAt, {}, second)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await chosen()).toMatchObject({ invitation: 'never' });
  });
});

describe('[B911] a link that does not count says why, and changes nothing', () => {
  const refused = async (code: string, wanted: { status: number; code: string; message: string }) => {
    const before = await app.db.selectFrom('notification_preferences').selectAll().execute();
    for (const answer of [await check(code), await update(code, false), await update(code, true)])
      expect({ status: answer.status, code: answer.error?.code, message: answer.error?.message }).toEqual(wanted);
    const pressed = await oneClick(new URL(`https://school.example/end-mails?code=${encodeURIComponent(code)}`));
    expect([pressed.statusCode, (pressed.json() as { code: string }).code]).toEqual([wanted.status, wanted.code]);
    expect(await app.db.selectFrom('notification_preferences').selectAll().execute()).toEqual(before);
  };
  const NOT_OURS = {
    status: 403,
    code: 'MAIL_LINK_REFUSED',
    message: 'This link is incomplete, or not from this school. Open it from the email again, or choose in your profile.',
  };

  test('mangled: cut off, wrapped, another’s number, another kind, a longer time, another letter, nothing', async () => {
    const { code } = await mailed();
    const [account, end, kinds, signature] = code.split('.') as [string, string, string, string];
    const other = room.students[1]!.accountId;
    const last = signature.at(-1) === 'A' ? 'B' : 'A';
    for (const wrong of [
      '',
      ' ',
      code.slice(0, -1),
      `${code.slice(0, 40)} ${code.slice(40)}`,
      code.toUpperCase(),
      [other, end, kinds, signature].join('.'),
      [account, end, 'announcement_now', signature].join('.'),
      [account, Number(end) + 1, kinds, signature].join('.'),
      [account, end, kinds, signature.slice(0, -1) + last].join('.'),
      `${code}\u0000`.slice(0, -1) + '%00',
      'Ж'.repeat(500),
    ])
      await refused(wrong, NOT_OURS);
    expect((await check(` ${code}\n`)).status).toBe(200);
  });

  test('foreign: written by another school’s installation, or an address of a file of this one', async () => {
    const now = await appNow(app.db);
    const ways = new Map([['invitation', 'now']] as const);
    await refused(createMailLinks('of another school').write(student.accountId, ways, now), NOT_OURS);
    expect((await check(createMailLinks(secret).write(student.accountId, ways, now))).status).toBe(200);
    await refused(createMailLinks(secret).write(student.accountId, new Map([['no-such-kind', 'now']]) as never, now), NOT_OURS);
  });

  test('expired: half a year after the mail', async () => {
    const { code } = await mailed();
    await after(179 * 24);
    expect((await check(code)).status).toBe(200);
    await after(2 * 24);
    await refused(code, {
      status: 410,
      code: 'MAIL_LINK_OVER',
      message: 'This link has expired. Use the one in a newer email, or choose in your profile.',
    });
  });

  test('the account is not active, or is no more', async () => {
    const { code } = await mailed();
    await scenario.deactivate(student.accountId);
    const inactive = { status: 409, code: 'MAIL_LINK_INACTIVE', message: 'This account is not active, so it gets no email.' };
    await refused(code, inactive);
    await refused(createMailLinks(secret).write(987_654_321, new Map([['invitation', 'now']] as const), await appNow(app.db)), inactive);
  });

  test('it is no sign-in, and what is no text or no choice is told so at its field', async () => {
    const { code } = await mailed();
    const answer = await app.server.app.inject({
      method: 'GET',
      url: '/api/notifications',
      headers: { host: 'school.example', authorization: `Bearer ${code}` },
    });
    expect(answer.statusCode).toBe(401);
    for (const wrong of [null, 7, {}, [code], 'x'.repeat(2001)]) expect((await check(wrong)).status).toBe(422);
    for (const wrong of [null, 'no', 1]) expect((await update(code, wrong)).status).toBe(422);
    expect(await chosen()).toMatchObject({ invitation: 'now' });
  });
});

test('the code stands in no log', async () => {
  const { code, endAt } = await mailed();
  await check(code);
  await oneClick(endAt);
  await oneClick(new URL(`https://school.example/end-mails?code=${code}x`));
  expect(logged.some((line) => line.includes('mailChoice.check'))).toBe(true);
  const signature = code.split('.').at(-1)!;
  expect(logged.filter((line) => line.includes(signature))).toEqual([]);
});
