import { en, notificationList, notificationPreferences, notificationPreferencesUpdate, notificationRead, notificationUnread } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createMailbox, createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createTestNotify } from './testing/tell.ts';
import { createNotifier, type Notice } from './index.ts';

const mailbox = createMailbox();
const { sent } = mailbox;
let app: TestApp;
let second: TestApp;
let scenario: Scenario;
let room: TestClass;
let student: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ publicUrl: new URL('https://school.example'), mailer: mailbox.mailer });
  second = await app.another();
  scenario = createScenario(app);
});
afterAll(async () => {
  await second.close();
  await app.close();
});
/** The day of a test. Each test has its own, so that the clock only moves forward. In Kolkata it is 10:30. */
let day = 0;
beforeEach(async () => {
  day += 10;
  await app.clock.moveTo(new Date(Date.UTC(2027, 0, day, 5, 0, 0)));
  room = await scenario.class({ students: 3, schoolId: await scenario.school('Asia/Kolkata') });
  student = room.students[0]!;
  for (const table of ['notifications', 'notification_preferences', 'jobs', 'job_schedules'] as const) await app.db.deleteFrom(table).execute();
  mailbox.empty();
  await work(); // the schedules begin here
});

const notifier = createNotifier({ realtime: { publish: () => undefined }, sendsMail: true });
const tell = createTestNotify(notifier, () => ({ app, room, student }));
const invite = (notice: Partial<Notice> = {}) => tell({ kind: 'invitation', key: 'invitation:1', params: {}, path: '/invitations', ...notice });
async function work(where = app) {
  await where.server.jobs.runSchedules();
  await where.server.jobs.runDue();
}
async function after(minutes: number) {
  await app.clock.advanceMs(minutes * 60_000);
  await work();
}
/** Returns the code in an email's links. */
const codeIn = (index: number): string => /#code=(\S+)/.exec(sent[index]?.text ?? '')?.[1] ?? '';
const idsOf = async (person = student) => (await person.call(notificationList)).body.data.map(({ id }: { id: number }) => id);
const choose = (kind: string, mail: string | null, person = student) => person.call(notificationPreferencesUpdate, { body: { preferences: [{ kind, mail }] } });

describe('what is mailed at once', () => {
  test('goes out after two minutes, once, in the school’s name, as plain text with the way to it and to the preferences', async () => {
    await sql`UPDATE schools SET school_name = 'Riverside' WHERE id = ${room.schoolId}`.execute(app.db);
    await invite();
    await after(1);
    expect(sent).toEqual([]);
    await after(2);
    await after(5);
    expect(sent).toHaveLength(1);
    const { name } = (await sql<{ name: string }>`SELECT name FROM courses WHERE id = ${room.courseId}`.execute(app.db)).rows[0]!;
    const teacher = `${room.teacher.firstName} ${room.teacher.lastName}`;
    expect(sent[0]).toEqual({
      to: { name: `${student.firstName} ${student.lastName}`, address: expect.stringMatching(/@school\.test$/) },
      subject: 'Riverside: You are invited to a class',
      endAt: new URL(`https://school.example/end-mails?code=${codeIn(0)}`),
      text: [
        `Hello ${student.firstName},`,
        `You are invited to a class\n${name} · ${teacher}\nhttps://school.example/invitations`,
        `${en['notificationEmail.choose']}\nhttps://school.example/profile`,
        `${en['notificationEmail.end']}\nhttps://school.example/end-mails#code=${codeIn(0)}`,
        'Riverside',
      ].join('\n\n'),
    });
  });

  test('is not mailed once it was read, also while the mail server was away; unread again in time, it is', async () => {
    await invite();
    const [id] = await idsOf();
    await student.call(notificationRead, { body: { ids: [id] } });
    await after(3);
    expect(sent).toEqual([]);
    await student.call(notificationUnread, { body: { ids: [id] } }); // its time has passed
    await after(5);
    expect(sent).toEqual([]);

    await invite();
    const again = await idsOf();
    await student.call(notificationRead, { body: { ids: again } });
    await student.call(notificationUnread, { body: { ids: again } });
    mailbox.isAway = true;
    await after(3);
    await student.call(notificationRead, { body: { ids: again } });
    mailbox.isAway = false;
    await after(30);
    expect(sent).toEqual([]);
  });

  test('a mail server that was away gets it later', async () => {
    mailbox.isAway = true;
    await invite();
    await after(3);
    mailbox.isAway = false;
    await after(10);
    expect(sent).toHaveLength(1);
  });

  test('two processes at once mail everybody once', async () => {
    const ids = room.students.map(({ accountId }) => accountId);
    await invite({ accountIds: ids });
    await app.clock.advanceMs(180_000);
    await Promise.all([work(), work(second), work(), work(second)]);
    await Promise.all([work(), work(second)]);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ to }) => to.address)).size).toBe(3);
  });
});

describe('what is mailed daily', () => {
  test('goes out together at 17:00 of the school, half hours of its zone and all', async () => {
    await tell();
    await tell({ key: 'work:1', kind: 'work-posted', params: { title: 'Forces 😀' }, path: '/std-classwork' });
    await after(6 * 60 + 20); // 16:50 in Kolkata
    expect(sent).toEqual([]);
    await after(11);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.subject).toMatch(/: 2 notifications$/);
    expect(sent[0]?.text).toContain('New announcement: Trip on Friday');
    expect(sent[0]?.text).toContain('New work: Forces 😀');
    await tell({ key: 'announcement:2' }); // at 17:01
    await after(23 * 60 + 50);
    expect(sent).toHaveLength(1);
    await after(20);
    expect(sent).toHaveLength(2);
  });

  test('keeps what was told many times short, and a title with line breaks in one line of the subject', async () => {
    for (let n = 0; n < 33; n += 1) await tell({ key: `announcement:${n}`, params: { title: `Number ${n}` } });
    await after(7 * 60);
    expect(sent[0]?.text.match(/Number \d+/g)).toHaveLength(30);
    expect(sent[0]?.text).toContain('And 3 more, in the bell');
    sent.length = 0;
    await tell({ key: 'announcement:x', params: { title: `two\r\nBcc: all@school.test ${'long '.repeat(200)}` } });
    await after(25 * 60);
    expect(sent[0]?.subject).not.toMatch(/[\r\n]/);
    expect(sent[0]?.subject.length).toBeLessThanOrEqual(200);
  });

  test('what could not be mailed for two days is not mailed any more', async () => {
    await tell();
    await app.clock.advanceMs(4 * 86_400_000);
    await work();
    await after(2);
    expect(sent).toEqual([]);
  });
});

test('nothing is mailed to deactivated accounts, nor of a class that somebody has left', async () => {
  const [, leaver, gone] = room.students as [TestPerson, TestPerson, TestPerson];
  await tell({ accountIds: [leaver.accountId, gone.accountId] });
  await invite({ accountIds: [gone.accountId] });
  await scenario.remove(room.courseId, leaver.accountId);
  await scenario.deactivate(gone.accountId);
  await after(8 * 60);
  expect(sent).toEqual([]);
});

describe('preferences', () => {
  test('say of each kind how it is mailed; what is chosen holds for what is told, and for what still waits', async () => {
    const { body } = await student.call(notificationPreferences);
    expect(body).toMatchObject({ sends_mail: true });
    expect(body.preferences).toContainEqual({ kind: 'announcement', mail: 'daily', is_usual: true });
    expect(body.preferences).toContainEqual({ kind: 'lesson-started', mail: 'never', is_usual: true });
    await tell();
    await choose('announcement', 'never');
    await after(8 * 60);
    expect(sent).toEqual([]);
    await choose('announcement', 'now');
    await choose('announcement-comment', 'now');
    await tell({ key: 'announcement:2' });
    await tell({ key: 'comment:2', kind: 'announcement-comment' });
    await after(3);
    expect(sent).toHaveLength(1);
    expect((await choose('announcement', null)).body).toMatchObject({ message: 'Your choice is saved.' });
    expect((await student.call(notificationPreferences)).body.preferences).toContainEqual({ kind: 'announcement', mail: 'daily', is_usual: true });
  });

  test('are one’s own, and of the kinds that one may be told of', async () => {
    await choose('announcement', 'never');
    expect((await room.students[1]!.call(notificationPreferences)).body.preferences).toContainEqual({ kind: 'announcement', mail: 'daily', is_usual: true });
    const kinds = async (person: TestPerson) => (await person.call(notificationPreferences)).body.preferences.map(({ kind }: { kind: string }) => kind);
    expect(await kinds(student)).not.toContain('class-requested');
    expect(await kinds(room.teacher)).toContain('class-request-decided');
    expect(await kinds(room.teacher)).not.toContain('class-requested');
    expect(await kinds(room.admin)).toContain('class-requested');
    expect((await room.teacher.call(notificationPreferences)).body.preferences).toContainEqual({ kind: 'announcement', mail: 'daily', is_usual: true });
  });

  test.each([
    {},
    { preferences: [] },
    { preferences: [{ kind: 'gossip', mail: 'now' }] },
    { preferences: [{ kind: 'announcement', mail: 'hourly' }] },
    { preferences: 'all' },
  ])('refuse %o', async (body) => {
    expect(await student.call(notificationPreferencesUpdate, { body })).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED' } });
  });

  test('nobody without a sign-in has any', async () => {
    expect((await app.call(notificationPreferences)).status).toBe(401);
    expect((await choose('announcement', 'now', { call: app.call } as TestPerson)).status).toBe(401);
  });
});

test('where no mail is sent, nothing waits to be mailed, and the preferences say so', async () => {
  const quiet = await startTestApp();
  const people = createScenario(quiet);
  const person = await people.person('student', await people.school());
  const own = createNotifier({ realtime: { publish: () => undefined }, sendsMail: false });
  await inTransaction(quiet.db, (tx) => own.notify(tx, { kind: 'invitation', key: 'invitation:1', accountIds: [person.accountId], path: '/invitations' }));
  expect(await quiet.db.selectFrom('notifications').select(['mail_at']).execute()).toEqual([{ mail_at: null }]);
  expect((await person.call(notificationPreferences)).body.sends_mail).toBe(false);
  await quiet.close();
});
