import {
  courseInvitations,
  courseJoin,
  courseList,
  courseTeachers,
  invitationAccept,
  invitationAcceptNamed,
  invitationDelete,
  inviteStudents,
  inviteTeachers,
  pendingInvitations,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, hear, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createAccount } from '../../people/accounts/index.ts';
import { enrol } from '../classes/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let pupil: TestPerson;
let colleague: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  room = await scenario.class({ students: 1 });
  pupil = room.otherStudent;
  colleague = room.otherTeacher;
});

const emailOf = async ({ accountId }: TestPerson): Promise<string> =>
  (await app.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email;
async function invite(person: TestPerson, { role = 'STUDENT', by = room.teacher }: { role?: 'STUDENT' | 'TEACHER'; by?: TestPerson } = {}): Promise<number> {
  const endpoint = role === 'STUDENT' ? inviteStudents : inviteTeachers;
  const reply = await by.call(endpoint, { body: { userId: await emailOf(person), courseId: room.courseId } });
  if (reply.error) throw new Error(JSON.stringify(reply.error));
  return reply.body.invitations[0]!.id;
}
const accept = (by: TestPerson, id: unknown) => by.call(invitationAccept, { params: { id } });
const pendingOf = async (by: TestPerson) => (await by.call(pendingInvitations)).body.invitations;
const noticesOf = (accountId: number) => app.db.selectFrom('notifications').select(['kind', 'params', 'path']).where('account_id', '=', accountId).execute();

describe('accepting', () => {
  test('[K240] [K273] [K274] [K381] [K382] [L183] [L289] [L441] it adds the class to the person, and the invitation leaves the list', async () => {
    const id = await invite(pupil);
    expect(await pendingOf(pupil)).toEqual([
      {
        id,
        courseId: room.courseId,
        class_id: room.courseId,
        class_name: expect.stringMatching(/^Class /),
        section: '',
        role: 'STUDENT',
        status: 0,
        invited_by: `${room.teacher.firstName} ${room.teacher.lastName}`,
        created_at: expect.any(String),
      },
    ]);
    expect((await pupil.call(courseList)).body.data).toEqual([]);
    const reply = await accept(pupil, id);
    expect(reply).toMatchObject({ status: 200, body: { status: 'success', course: { id: room.courseId }, invitation: { id, status: 1 } } });
    expect(reply.body.message).toMatch(/^You are now in the class Class \d+\.$/);
    expect(await pendingOf(pupil)).toEqual([]);
    expect((await pupil.call(courseList)).body.data).toMatchObject([{ id: room.courseId }]);
    const listed = await room.teacher.call(courseInvitations, { params: { id: room.courseId } });
    expect(listed.body.invitations).toMatchObject([{ id, status: 1 }]);
  });

  test('[L442] the invitation can be named in the body', async () => {
    const id = await invite(pupil);
    expect((await pupil.call(invitationAcceptNamed, { body: { id } })).body.invitation).toMatchObject({ id, status: 1 });
    expect(await pupil.call(invitationAcceptNamed, { body: {} })).toMatchObject({ status: 422 });
  });

  test('whoever invited is told, once for a class; the invitation is withdrawn from whoever accepted', async () => {
    const second = await scenario.person('student', room.schoolId);
    const ids = [await invite(pupil), await invite(second)];
    await accept(pupil, ids[0]);
    await accept(second, ids[1]);
    expect(await noticesOf(pupil.accountId)).toEqual([]);
    expect(await noticesOf(room.teacher.accountId)).toMatchObject([
      { kind: 'invitation-accepted', path: `/class-people/${room.courseId}`, params: { name: `${second.firstName} ${second.lastName}` } },
    ]);
  });

  test('a teacher who accepts teaches the class', async () => {
    await accept(colleague, await invite(colleague, { role: 'TEACHER' }));
    const { body } = await colleague.call(courseTeachers, { query: { course_id: room.courseId } });
    expect(body.data.map(({ account_id }) => account_id)).toContain(colleague.accountId);
  });

  test('[B724] accepted twice, also at the same time: once', async () => {
    const id = await invite(pupil);
    const replies = await Promise.all([accept(pupil, id), accept(pupil, id), accept(pupil, id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await accept(pupil, id)).toMatchObject({ status: 409, error: { code: 'INVITATION_ACCEPTED' } });
  });

  test('[B724] after it was deleted it does not count', async () => {
    const id = await invite(pupil);
    await room.teacher.call(invitationDelete, { params: { id }, body: { type: 'STUDENT' } });
    expect(await accept(pupil, id)).toMatchObject({ status: 409, error: { code: 'INVITATION_DELETED' } });
    expect((await pupil.call(courseList)).body.data).toEqual([]);
  });

  test('deleted and accepted at the same time: one of the two', async () => {
    const id = await invite(pupil);
    const [deleted, accepted] = await Promise.all([room.teacher.call(invitationDelete, { params: { id }, body: {} }), accept(pupil, id)]);
    expect([deleted.status, accepted.status].sort()).toEqual([200, 409]);
    expect((await pupil.call(courseList)).body.data).toHaveLength(accepted.status === 200 ? 1 : 0);
  });

  test('an archived class and a deleted one take nobody in, and are not in the list', async () => {
    const id = await invite(pupil);
    await sql`UPDATE courses SET course_state = 'ARCHIVED' WHERE id = ${room.courseId}`.execute(app.db);
    expect(await accept(pupil, id)).toMatchObject({ status: 409, error: { code: 'CLASS_ARCHIVED' } });
    expect(await pendingOf(pupil)).toEqual([]);
    await sql`UPDATE courses SET archived_at = app_now() WHERE id = ${room.courseId}`.execute(app.db);
    expect(await accept(pupil, id)).toMatchObject({ status: 409, error: { code: 'INVITATION_DELETED' } });
  });

  test('[B724] another person’s, one of another school, a forged one: 404, as if there were none', async () => {
    const id = await invite(pupil);
    const elsewhere = await scenario.class({ students: 1 });
    for (const by of [room.students[0]!, colleague, elsewhere.otherStudent, elsewhere.teacher])
      expect(await accept(by, id)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    // invited by address: no class spans two schools
    const across = await room.teacher.call(inviteStudents, { body: { userId: await emailOf(elsewhere.otherStudent), courseId: room.courseId } });
    expect(await pendingOf(elsewhere.otherStudent)).toEqual([]);
    expect(await accept(elsewhere.otherStudent, across.body.invitations[0]?.id)).toMatchObject({ status: 404 });
    expect(await accept(pupil, 2_000_000_000)).toMatchObject({ status: 404 });
    expect(await accept(pupil, 'x')).toMatchObject({ status: 422 });
    expect(await app.call(invitationAccept, { params: { id } })).toMatchObject({ status: 401 });
    expect(await room.admin.call(pendingInvitations)).toMatchObject({ status: 403 });
  });

  test('whoever gets an account afterwards finds what was sent to the address', async () => {
    const sent = await room.teacher.call(inviteStudents, { body: { userId: 'Later@New.example', courseId: room.courseId } });
    const id = sent.body.invitations[0]!.id;
    const make = (schoolId: number, email: string, roleKey: 'student' | 'teachers') =>
      inTransaction(app.db, (tx) =>
        createAccount(tx, {
          schoolId,
          accountType: roleKey === 'student' ? 'Student' : 'Teachers',
          roleKey,
          firstName: 'Late',
          lastName: 'Comer',
          email,
          passwordHash: null,
        }),
      );
    const token = await app.signIn(await make(room.schoolId, 'later@new.EXAMPLE', 'student'));
    expect((await app.call(pendingInvitations, {}, { token })).body.invitations).toMatchObject([{ id }]);
    expect((await app.call(invitationAccept, { params: { id } }, { token })).body.invitation).toMatchObject({ status: 1, account_id: expect.any(Number) });
    await sql`UPDATE accounts SET email = 'gone@new.example', email_key = 'gone@new.example' WHERE email_key = 'later@new.example'`.execute(app.db);

    // a teacher now has the address of somebody who was invited as a student
    const again = await room.teacher.call(inviteStudents, { body: { userId: 'later@new.example', courseId: room.courseId } });
    const other = await app.signIn(await make(room.schoolId, 'later@new.example', 'teachers'));
    expect(await app.call(invitationAccept, { params: { id: again.body.invitations[0]!.id } }, { token: other })).toMatchObject({
      status: 409,
      error: { code: 'INVITATION_ROLE' },
    });
  });

  test('whoever got the address of somebody who had it when invited does not get the invitation', async () => {
    const id = await invite(pupil);
    const email = await emailOf(pupil);
    const heir = await scenario.person('student', room.schoolId);
    await sql`UPDATE accounts SET email = 'moved@new.example', email_key = 'moved@new.example' WHERE id = ${pupil.accountId}`.execute(app.db);
    await sql`UPDATE accounts SET email = ${email}, email_key = ${email} WHERE id = ${heir.accountId}`.execute(app.db);
    expect(await pendingOf(heir)).toEqual([]);
    expect((await accept(heir, id)).status).toBe(404);
    expect((await accept(pupil, id)).status).toBe(200);
    await sql`UPDATE accounts SET email = 'heir@new.example', email_key = 'heir@new.example' WHERE id = ${heir.accountId}`.execute(app.db);
  });

  test('whoever comes into the class in another way has accepted', async () => {
    const id = await invite(pupil);
    await inTransaction(app.db, (tx) => enrol(tx, room.courseId, [pupil.accountId], 'STUDENT'));
    expect(await pendingOf(pupil)).toEqual([]);
    expect(await accept(pupil, id)).toMatchObject({ status: 409, error: { code: 'INVITATION_ACCEPTED' } });
  });

  test('[B692] whoever joins by the code of the class is not told any more that they are invited, on no page of theirs', async () => {
    await invite(pupil);
    const other = await scenario.class({ schoolId: room.schoolId, students: 0 });
    await other.teacher.call(inviteStudents, { body: { userId: await emailOf(pupil), courseId: other.courseId } });
    expect(await noticesOf(pupil.accountId)).toHaveLength(2);
    const ear = await hear(app, pupil, `private-account-${pupil.accountId}`);
    const { enrollment_code } = await app.db.selectFrom('courses').select('enrollment_code').where('id', '=', room.courseId).executeTakeFirstOrThrow();
    expect((await pupil.call(courseJoin, { body: { code: enrollment_code } })).status).toBe(200);
    expect(await noticesOf(pupil.accountId)).toMatchObject([{ kind: 'invitation', params: { class_name: expect.any(String) } }]);
    expect(await pendingOf(pupil)).toMatchObject([{ class_id: other.courseId }]);
    expect(await ear.first('notifications.changed')).toBeTruthy();
    ear.close();
  });

  test('the open pages of the class learn of it', async () => {
    const ear = await hear(app, room.students[0]!, `private-class-${room.courseId}`);
    await accept(pupil, await invite(pupil));
    expect(await ear.first('class.people.changed')).toBeTruthy();
    ear.close();
  });

  test('the list goes page by page, newest first', async () => {
    const first = await invite(pupil);
    const other = await scenario.class({ schoolId: room.schoolId, students: 0 });
    await other.teacher.call(inviteStudents, { body: { userId: await emailOf(pupil), courseId: other.courseId } });
    const { body } = await pupil.call(pendingInvitations, { query: { per_page: 1, page: 2 } });
    expect(body).toMatchObject({ data: [{ id: first }], pagination: { total: 2, last_page: 2 } });
    expect(await pupil.call(pendingInvitations, { query: { per_page: 0 } })).toMatchObject({ status: 422 });
  });
});
