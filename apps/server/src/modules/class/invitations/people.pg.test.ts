import {
  assessmentList,
  classPeople,
  courseInvitations,
  courseList,
  courseTeachers,
  invitationAccept,
  invitationDelete,
  invitationDeleteMany,
  invitationRestoreMany,
  inviteGroupChoices,
  inviteStudents,
  inviteTeachers,
  peopleRemoveMany,
  peopleReturnMany,
  pendingInvitations,
  studentList,
  studentRemove,
  topicCreate,
  topicDelete,
  topicUpdate,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { findMembership } from '../classes/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  room = await scenario.class({ students: 3 });
});

const idsOf = (people: readonly TestPerson[]) => people.map(({ accountId }) => accountId);
const emailOf = async ({ accountId }: TestPerson): Promise<string> =>
  (await app.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email;
const people = (by: TestPerson, query: Record<string, unknown> = {}) =>
  by.call(classPeople, { params: { id: room.courseId }, query: { role: 'STUDENT', ...query } });
const invite = async (userId: string, by = room.teacher) => (await by.call(inviteStudents, { body: { userId, courseId: room.courseId } })).body.invitations;
const isIn = async (accountId: number) => (await findMembership(app.db, room.courseId, accountId))?.left_at === null;
const atOnce = (
  by: TestPerson,
  endpoint: typeof peopleRemoveMany | typeof peopleReturnMany | typeof invitationDeleteMany | typeof invitationRestoreMany,
  ids: unknown,
) => by.call(endpoint, { params: { id: room.courseId }, body: { ids } });

describe('the people of a class', () => {
  test('[K168] staff see who teaches, who learns and who is invited, each with the status', async () => {
    const [pending] = await invite(await emailOf(room.otherStudent));
    await invite('new@new.example');
    const { body } = await people(room.teacher);
    expect(body).toMatchObject({ member_count: 3, invited_count: 2, can_invite: true, pagination: { total: 5 } });
    expect(
      body.data
        .filter(({ status }) => status === 1)
        .map(({ account_id }) => account_id)
        .sort(),
    ).toEqual(idsOf(room.students).sort());
    expect(body.data.filter(({ status }) => status === 0)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          account_id: room.otherStudent.accountId,
          invitation_id: pending?.id,
          email: await emailOf(room.otherStudent),
          can_remove: true,
        }),
        expect.objectContaining({ account_id: null, name: '', email: 'new@new.example' }),
      ]),
    );
    const teachers = await people(room.coTeacher, { role: 'TEACHER' });
    expect(teachers.body.data).toMatchObject([
      { account_id: room.teacher.accountId, is_owner: true, can_remove: false },
      { account_id: room.coTeacher.accountId, is_owner: false, can_remove: true },
    ]);
    expect((await people(room.teacher, { status: 0 })).body.pagination.total).toBe(2);
    expect((await people(room.admin, { status: 1 })).body.pagination.total).toBe(3);
  });

  test('students see names, and neither addresses nor who is invited', async () => {
    await invite('secret@new.example');
    for (const role of ['STUDENT', 'TEACHER']) {
      const { body } = await people(room.students[0]!, { role });
      expect(body).toMatchObject({ invited_count: 0, can_invite: false, pagination: { total: role === 'STUDENT' ? 3 : 2 } });
      for (const person of body.data) expect(person).toMatchObject({ status: 1, email: null, can_remove: false, invitation_id: null });
      expect(JSON.stringify(body)).not.toContain('@');
    }
    expect((await people(room.students[0]!, { status: 0 })).body.data).toEqual([]);
    expect((await people(room.students[0]!, { search_text: 'school.test' })).body.data).toEqual([]);
  });

  test('they are found by any part of a name, staff find them by the address too', async () => {
    const someone = room.students[1]!;
    expect((await people(room.teacher, { search_text: someone.lastName.toUpperCase() })).body.data.map(({ account_id }) => account_id)).toContain(
      someone.accountId,
    );
    expect((await people(room.teacher, { search_text: await emailOf(someone) })).body.data).toMatchObject([{ account_id: someone.accountId }]);
    for (const search_text of ['%', '_', '\\', "'; DROP TABLE accounts", 'زينب 😀'])
      expect((await people(room.teacher, { search_text })).body.data).toEqual([]);
  });

  test('outside the class there is nothing to be seen', async () => {
    const elsewhere = await scenario.class({ students: 1 });
    for (const by of [room.otherTeacher, room.otherStudent, elsewhere.teacher]) {
      expect((await people(by)).status).toBe(404);
      expect((await by.call(courseTeachers, { query: { course_id: room.courseId } })).status).toBe(404);
    }
    expect((await people(room.teacher, { role: 'OWNER' })).status).toBe(422);
    expect((await room.teacher.call(classPeople, { params: { id: 'x' }, query: { role: 'STUDENT' } })).status).toBe(422);
    expect((await app.call(classPeople, { params: { id: room.courseId }, query: { role: 'STUDENT' } })).status).toBe(401);
  });

  test('[K376] the teachers of a class are listed by course_id, for everybody in it', async () => {
    const ask = (by: TestPerson, query: Record<string, unknown> = {}) => by.call(courseTeachers, { query: { course_id: room.courseId, ...query } });
    const { body } = await ask(room.coTeacher);
    expect(body.data).toMatchObject([
      { userId: room.teacher.accountId, account_id: room.teacher.accountId, courseId: room.courseId, is_owner: true, email: await emailOf(room.teacher) },
      { account_id: room.coTeacher.accountId, profile: { name: { givenName: room.coTeacher.firstName, familyName: room.coTeacher.lastName } } },
    ]);
    expect((await ask(room.students[0]!)).body.data).toMatchObject([{ email: null, profile: { emailAddress: null } }, { email: null }]);
    expect((await ask(room.teacher, { per_page: 1, page: 2 })).body).toMatchObject({
      data: [{ account_id: room.coTeacher.accountId }],
      pagination: { total: 2 },
    });
  });

  test('a class of 500 is listed page by page, and 200 of it are taken out and let back in at once', async () => {
    await sql`
      WITH made AS (
        INSERT INTO accounts (school_id, account_type_id, role_id, first_name, last_name, email, email_key)
        SELECT school_id, account_type_id, role_id, 'Pupil', 'Number ' || n, ${room.courseId} || 'p' || n || '@big.example', ${room.courseId} || 'p' || n || '@big.example'
          FROM accounts, generate_series(1, 500) n WHERE accounts.id = ${room.students[0]!.accountId} RETURNING id)
      INSERT INTO course_members (course_id, account_id, role) SELECT ${room.courseId}, id, 'STUDENT' FROM made`.execute(app.db);
    const { body } = await people(room.teacher, { per_page: 200, page: 2 });
    expect(body.data).toHaveLength(200);
    expect(body.pagination).toMatchObject({ total: 503, last_page: 3 });
    const some = body.data.flatMap(({ account_id }) => account_id ?? []);
    const removed = await atOnce(room.teacher, peopleRemoveMany, some);
    expect(removed.body).toMatchObject({ message: '200 people removed from the class.', refused: [] });
    expect((await atOnce(room.teacher, peopleReturnMany, some)).body.ids).toHaveLength(200);
  });
});

describe('invitations of a class', () => {
  test('[K240] [K377] staff list them, newest first, pending and accepted', async () => {
    const [first] = await invite('one@new.example');
    const [second] = await invite(await emailOf(room.otherStudent));
    await room.otherStudent.call(invitationAccept, { params: { id: second?.id } });
    const list = (by: TestPerson, query = {}) => by.call(courseInvitations, { params: { id: room.courseId }, query });
    expect((await list(room.coTeacher)).body.invitations).toMatchObject([
      { id: second?.id, status: 1 },
      { id: first?.id, status: 0, userId: 'one@new.example', account_id: null },
    ]);
    expect((await list(room.admin, { status: 0 })).body.data).toMatchObject([{ id: first?.id }]);
    expect((await list(room.teacher, { per_page: 1, page: 2 })).body).toMatchObject({ data: [{ id: first?.id }], pagination: { total: 2 } });
    expect((await list(room.otherTeacher)).status).toBe(404);
    expect((await list(room.students[0]!)).status).toBe(403);
    expect((await list(room.teacher, { status: 2 })).status).toBe(422);
  });

  test('[K275] [K339] [K383] a pending one is deleted, with or without its type, and withdrawn from whoever was told', async () => {
    const remove = (by: TestPerson, id: unknown, body: Record<string, unknown> = {}) => by.call(invitationDelete, { params: { id }, body });
    const [one] = await invite(await emailOf(room.otherStudent));
    expect((await room.otherStudent.call(pendingInvitations)).body.data).toHaveLength(1);
    for (const type of ['teacher', 'OWNER', 7]) expect((await remove(room.teacher, one?.id, { type })).body.errors).toEqual({ type: [expect.any(String)] });
    for (const by of [room.otherTeacher, (await scenario.class({ students: 0 })).teacher]) expect((await remove(by, one?.id)).status).toBe(404);
    expect((await remove(room.students[0]!, one?.id)).status).toBe(403);
    expect(await remove(room.coTeacher, one?.id, { type: 'student' })).toMatchObject({ status: 200, body: { id: one?.id, message: 'Invitation deleted.' } });
    expect((await room.otherStudent.call(pendingInvitations)).body.data).toEqual([]);
    expect(await app.db.selectFrom('notifications').select('id').where('account_id', '=', room.otherStudent.accountId).execute()).toEqual([]);
    expect(await remove(room.teacher, one?.id)).toMatchObject({ status: 409, error: { code: 'INVITATION_DELETED' } });
    const [two] = await invite(await emailOf(room.otherStudent));
    await room.otherStudent.call(invitationAccept, { params: { id: two?.id } });
    expect(await remove(room.teacher, two?.id)).toMatchObject({ status: 409, error: { code: 'INVITATION_ACCEPTED' } });
    expect((await remove(room.teacher, 2_000_000_000)).status).toBe(404);
  });

  test('300 are deleted at once and opened again; what cannot be says why', async () => {
    const made = await invite(Array.from({ length: 300 }, (_, n) => `c${room.courseId}n${n}@new.example`).join('\n'));
    const ids = made.map(({ id }) => id);
    expect((await atOnce(room.teacher, invitationDeleteMany, ids)).body).toMatchObject({ message: '300 invitations deleted.', refused: [] });
    expect((await atOnce(room.teacher, invitationDeleteMany, [ids[0]])).body).toMatchObject({ ids: [], refused: [{ id: ids[0] }] });
    await invite(made[0]!.userId);
    const back = await atOnce(room.coTeacher, invitationRestoreMany, ids);
    expect(back.body).toMatchObject({
      message: '299 invitations restored.',
      refused: [{ id: ids[0], name: made[0]!.userId, message: expect.stringContaining('new invitation') }],
    });
    expect((await people(room.teacher, { status: 0 })).body.pagination.total).toBe(300);
    for (const bad of [[], [...ids, 1], ['x'], undefined]) expect((await atOnce(room.teacher, invitationDeleteMany, bad)).status).toBe(422);
  });

  test('those of another class stay', async () => {
    const other = await scenario.class({ schoolId: room.schoolId, students: 0 });
    const theirs = (await other.teacher.call(inviteStudents, { body: { userId: 'theirs@new.example', courseId: other.courseId } })).body.invitations[0]!.id;
    expect((await atOnce(room.teacher, invitationDeleteMany, [theirs])).body).toMatchObject({ ids: [], refused: [{ id: theirs, name: `#${theirs}` }] });
    expect((await atOnce(room.teacher, invitationRestoreMany, [theirs])).body).toMatchObject({ ids: [], refused: [{ id: theirs, name: `#${theirs}` }] });
    for (const endpoint of [invitationDeleteMany, invitationRestoreMany, peopleRemoveMany, peopleReturnMany]) {
      expect((await atOnce(other.teacher, endpoint, [theirs])).status).toBe(404);
      expect((await atOnce(room.students[0]!, endpoint, [theirs])).status).toBe(403);
    }
  });
});

describe('taking people out of a class', () => {
  test('[K276] [K339] [K384] a student is taken out; the next call finds it so', async () => {
    const [leaver] = room.students as [TestPerson];
    const call = (by: TestPerson, account_id: unknown, class_id: unknown = room.courseId) => by.call(studentRemove, { params: { class_id, account_id } });
    for (const by of [room.otherTeacher, room.otherStudent]) expect((await call(by, leaver.accountId)).status).toBe(by === room.otherStudent ? 403 : 404);
    expect((await call(room.students[1]!, leaver.accountId)).status).toBe(403);
    expect(await call(room.coTeacher, leaver.accountId)).toMatchObject({
      status: 200,
      body: { id: leaver.accountId, message: '1 person removed from the class.' },
    });
    expect((await leaver.call(courseList)).body.data).toEqual([]);
    expect((await people(leaver)).status).toBe(404);
    for (const gone of [leaver.accountId, room.otherStudent.accountId, room.coTeacher.accountId, room.teacher.accountId, 2_000_000_000])
      expect((await call(room.teacher, gone)).status).toBe(404);
    expect((await call(room.teacher, 'x')).status).toBe(422);
  });

  test('many are taken out at once and let back in within the hour; the owner stays', async () => {
    const ids = [...idsOf(room.students), room.coTeacher.accountId];
    const reply = await atOnce(room.teacher, peopleRemoveMany, [...ids, room.teacher.accountId, room.otherStudent.accountId]);
    expect(reply.body.ids.sort()).toEqual(ids.sort());
    expect(reply.body.refused).toEqual([
      { id: room.teacher.accountId, name: `${room.teacher.firstName} ${room.teacher.lastName}`, message: 'This person owns the class and cannot be removed.' },
      { id: room.otherStudent.accountId, name: `#${room.otherStudent.accountId}`, message: 'This person is no longer in the class.' },
    ]);
    for (const id of ids) expect(await isIn(id)).toBe(false);
    const back = await atOnce(room.teacher, peopleReturnMany, [...ids, room.otherStudent.accountId]);
    expect(back.body).toMatchObject({ message: '4 people are in the class again.', refused: [{ id: room.otherStudent.accountId }] });
    expect((await people(room.teacher, { role: 'TEACHER' })).body.pagination.total).toBe(2);
    await atOnce(room.teacher, peopleRemoveMany, [ids[0]]);
    await sql`UPDATE course_members SET left_at = left_at - interval '2 hours' WHERE account_id = ${ids[0]}`.execute(app.db);
    expect((await atOnce(room.teacher, peopleReturnMany, [ids[0]])).body).toMatchObject({
      ids: [],
      refused: [{ id: ids[0], message: expect.stringContaining('Send an invitation') }],
    });
  });

  test('of an archived class nobody is taken out', async () => {
    await sql`UPDATE courses SET course_state = 'ARCHIVED' WHERE id = ${room.courseId}`.execute(app.db);
    const archived = { status: 409, error: { code: 'CLASS_ARCHIVED' } };
    expect(await room.teacher.call(studentRemove, { params: { class_id: room.courseId, account_id: room.students[0]!.accountId } })).toMatchObject(archived);
    for (const endpoint of [peopleRemoveMany, peopleReturnMany, invitationRestoreMany])
      expect(await atOnce(room.teacher, endpoint, [1])).toMatchObject(archived);
    expect((await people(room.teacher)).body).toMatchObject({ can_invite: false, data: [{ can_remove: false }, {}, {}] });
  });
});

test('[K343] an invited teacher does what the inviting one does', async () => {
  const invited = room.otherTeacher;
  const owner = room.teacher;
  const [invitation] = (await owner.call(inviteTeachers, { body: { userId: await emailOf(invited), courseId: room.courseId } })).body.invitations;
  await invited.call(invitationAccept, { params: { id: invitation?.id } });
  const outcome = async (by: TestPerson) => {
    const name = `Of ${by.accountId}`;
    const topic = await by.call(topicCreate, { body: { name, external_course_id: room.courseId } });
    const id = topic.body.topic?.id;
    const pending = await by.call(inviteStudents, { body: { userId: `by${by.accountId}@new.example`, courseId: room.courseId } });
    const replies = [
      topic,
      pending,
      await by.call(topicUpdate, { params: { id }, body: { name: `${name} 2` } }),
      await by.call(topicDelete, { params: { id } }),
      await by.call(courseList, {}),
      await by.call(studentList, { query: { course_id: room.courseId } }),
      await by.call(assessmentList, {}),
      await by.call(classPeople, { params: { id: room.courseId }, query: { role: 'STUDENT' } }),
      await by.call(courseInvitations, { params: { id: room.courseId } }),
      await by.call(courseTeachers, { query: { course_id: room.courseId } }),
      await by.call(inviteGroupChoices, { query: { course_id: room.courseId } }),
      await by.call(inviteTeachers, { body: { userId: `t${by.accountId}@new.example`, courseId: room.courseId } }),
      await by.call(invitationDelete, { params: { id: pending.body.invitations[0]?.id }, body: {} }),
      await atOnce(by, invitationRestoreMany, [pending.body.invitations[0]?.id]),
      await by.call(studentRemove, { params: { class_id: room.courseId, account_id: room.students[0]!.accountId } }),
      await atOnce(by, peopleReturnMany, [room.students[0]!.accountId]),
      await atOnce(by, peopleRemoveMany, [room.coTeacher.accountId]),
      await atOnce(by, peopleReturnMany, [room.coTeacher.accountId]),
    ];
    return replies.map(({ status, body }) => [status, 'ids' in body ? body.ids.length : null, 'refused' in body ? body.refused : null]);
  };
  const [ofOwner, ofInvited] = [await outcome(owner), await outcome(invited)];
  expect(ofInvited).toEqual(ofOwner);
  expect(ofInvited.map(([status]) => status)).toEqual(ofInvited.map(() => expect.toBeOneOf([200, 201])));
});
