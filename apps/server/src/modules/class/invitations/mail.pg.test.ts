import { invitationDelete, inviteStudents, inviteTeachers } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailbox, createScenario, startTestApp, type TestApp, type TestClass } from '../../../testing/index.ts';

let app: TestApp;
let room: TestClass;
const mailbox = createMailbox();
const { sent } = mailbox;

beforeAll(async () => {
  app = await startTestApp({ publicUrl: new URL('https://school.example'), mailer: mailbox.mailer });
  room = await createScenario(app).class({ students: 1 });
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox.empty();
  await sql`DELETE FROM jobs`.execute(app.db);
});

const invite = async (userId: string) => (await room.teacher.call(inviteStudents, { body: { userId, courseId: room.courseId } })).body.invitations;
const toStrangers = () => sent.filter(({ subject }) => subject.startsWith('You are invited to the class'));

test('an address without an account gets a mail that leads to the invitations, once', async () => {
  await invite('new@new.example');
  await room.teacher.call(inviteTeachers, { body: { userId: 'colleague@new.example', courseId: room.courseId } });
  const other = await app.another();
  await Promise.all([app.server.jobs.runDue(), other.server.jobs.runDue()]);
  await app.server.jobs.runDue();
  expect(
    toStrangers()
      .map(({ to }) => to.address)
      .sort(),
  ).toEqual(['colleague@new.example', 'new@new.example']);
  const [mail] = toStrangers().filter(({ to }) => to.address === 'new@new.example');
  expect(mail?.text).toContain('https://school.example/invitations');
  expect(mail?.text).toContain(`${room.teacher.firstName} ${room.teacher.lastName} invites you to the class Class`);
  expect(toStrangers().find(({ to }) => to.address === 'colleague@new.example')?.text).toContain('to teach');
  await other.close();
});

test('somebody of the school with an account is told by the notifications, not by this mail', async () => {
  const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', room.otherStudent.accountId).executeTakeFirstOrThrow();
  await invite(email);
  await app.server.jobs.runDue();
  expect(toStrangers()).toEqual([]);
});

test('a mail server that is away is tried again; who was not invited any more by then gets none', async () => {
  mailbox.isAway = true;
  const [kept, deleted] = await invite('kept@new.example, deleted@new.example');
  await app.server.jobs.runDue();
  mailbox.isAway = false;
  await room.teacher.call(invitationDelete, { params: { id: (deleted?.userId === 'deleted@new.example' ? deleted : kept)?.id }, body: {} });
  await app.clock.advanceMs(60_000);
  await app.server.jobs.runDue();
  expect(toStrangers().map(({ to }) => to.address)).toEqual(['kept@new.example']);
});

test('a class and a teacher called anything stand in one line each', async () => {
  await sql`UPDATE courses SET name = ${'Maths\r\nBcc: all@school.example\n<script>'} WHERE id = ${room.courseId}`.execute(app.db);
  await invite('hostile@new.example');
  await app.server.jobs.runDue();
  expect(toStrangers()[0]?.subject).toBe('You are invited to the class Maths Bcc: all@school.example <script>');
});
