import { auditList, invitationDeleteMany, inviteGroup, inviteGroupByPath, inviteGroupChoices, inviteStudents, inviteTeachers } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createClass } from '../classes/index.ts';
import { MAX_PER_DAY, MAX_TO_STRANGERS_PER_DAY } from './send-invitations.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let elsewhere: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
  elsewhere = await scenario.class({ students: 1 });
});
afterAll(() => app.close());
beforeEach(() => sql`DELETE FROM invitations`.execute(app.db));

const emailOf = async ({ accountId }: TestPerson): Promise<string> =>
  (await app.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email;
const student = (by: TestPerson, userId: unknown, more: Record<string, unknown> = {}) =>
  by.call(inviteStudents, { body: { userId, courseId: room.courseId, ...more } });
const teacher = (by: TestPerson, userId: unknown, more: Record<string, unknown> = {}) =>
  by.call(inviteTeachers, { body: { userId, courseId: room.courseId, ...more } });
const noticesOf = async (accountId: number) =>
  app.db.selectFrom('notifications').select(['kind', 'params', 'path']).where('account_id', '=', accountId).execute();
const openCount = async () => (await sql<{ n: number }>`SELECT count(*) AS n FROM invitations WHERE deleted_at IS NULL`.execute(app.db)).rows[0]?.n;

describe('inviting by address', () => {
  test('[K007] [K238] [K239] [K241] [K338] [K379] a student is invited with userId, courseId and role, and told of it', async () => {
    const email = await emailOf(room.otherStudent);
    const reply = await student(room.teacher, ` ${email.toUpperCase()} `, { role: 'STUDENT' });
    expect(reply).toMatchObject({ status: 201, body: { status: 'success', message: '1 person invited.', refused: [] } });
    const name = `${room.otherStudent.firstName} ${room.otherStudent.lastName}`;
    expect(reply.body.invitations).toEqual([
      {
        id: expect.any(Number),
        userId: email,
        courseId: room.courseId,
        role: 'STUDENT',
        status: 0,
        class_name: expect.stringMatching(/^Class /),
        class_id: room.courseId,
        account_id: room.otherStudent.accountId,
        external_user_metadata: { name, picture: null, email },
        created_at: expect.any(String),
      },
    ]);
    expect(await noticesOf(room.otherStudent.accountId)).toMatchObject([{ kind: 'invitation', path: '/invitations', params: { role: 'STUDENT' } }]);
  });

  test('[K007] [K241] [K379] a teacher is invited, with the fields of teachers', async () => {
    const email = await emailOf(room.otherTeacher);
    expect((await teacher(room.coTeacher, email)).body.invitations).toMatchObject([
      { role: 'TEACHER', status: 0, external_user_metadata: { name: expect.any(String), photoUrl: null, emailAddress: email } },
    ]);
  });

  test('of a pasted list each address that can be is invited, the others come back with their reason', async () => {
    const gone = await scenario.person('student', room.schoolId);
    await scenario.deactivate(gone.accountId);
    const [inside, free, teaching, inactive] = await Promise.all([room.students[0]!, room.otherStudent, room.otherTeacher, gone].map(emailOf));
    await student(room.teacher, 'before@new.example');
    const reply = await student(
      room.teacher,
      `"Lee, Ann" <${free}>; ${inside}\n${teaching}, ${inactive}\nnobody\nnew@new.example, NEW@new.example\nbefore@new.example\nزينب`,
    );
    expect(reply.status).toBe(201);
    expect(reply.body.message).toBe('2 people invited. 6 were not invited.');
    expect(reply.body.invitations.map(({ userId, account_id }) => [userId, account_id])).toEqual([
      ['new@new.example', null],
      [free, room.otherStudent.accountId],
    ]);
    expect(Object.fromEntries(reply.body.refused.map(({ userId, message }) => [userId, message]))).toEqual({
      [inside!]: 'This person is already in the class.',
      [teaching!]: 'This person is a teacher. Use Invite Teacher’s.',
      [inactive!]: 'This account is deactivated. Ask an administrator to activate it.',
      nobody: 'This is not an email address. Write it like name@school.org.',
      'before@new.example': 'This person is already invited.',
      زينب: 'This is not an email address. Write it like name@school.org.',
    });
  });

  test.each([
    ['nothing', undefined, 'Email is required'],
    ['an empty text', '', 'Email is required'],
    ['spaces and commas', ' ,;\n ', 'Email is required'],
    ['null', null, 'Email is required'],
    ['a number', 7, 'Email is required'],
    ['an object', { email: 'a@b.example' }, 'Email is required'],
    ['an empty list', [], 'Email is required'],
    ['a word', 'nobody', 'This is not an email address. Write it like name@school.org.'],
    ['markup', '<script>alert(1)</script>@school.example', 'This is not an email address. Write it like name@school.org.'],
    ['an address of 300 signs', `${'a'.repeat(60)}@${'b'.repeat(240)}.example`, 'This is not an email address. Write it like name@school.org.'],
    [
      '301 addresses',
      Array.from({ length: 301 }, (_, n) => `a${n}@many.example`).join('\n'),
      'At most 300 people can be invited at a time. Invite the others later.',
    ],
    ['an endless text', 'x'.repeat(60_001), 'At most 300 people can be invited at a time. Invite the others later.'],
  ])('[K309] [K310] [K418] %s is refused at userId', async (_what, userId, words) => {
    for (const call of [student, teacher])
      expect(await call(room.teacher, userId)).toMatchObject({ status: 422, body: { errors: { userId: expect.arrayContaining([words]) } } });
    expect(await openCount()).toBe(0);
  });

  test('ten thousand letters and half a sign are refused, never a fault', async () => {
    for (const userId of ['x'.repeat(10_000), 'a\ud800@school.example', 'nul\u0000@school.example']) {
      const { status, error } = await student(room.teacher, userId);
      expect([status, error?.message]).toEqual([expect.toBeOneOf([400, 422]), expect.any(String)]);
    }
    expect(await openCount()).toBe(0);
  });

  test('[K310] [K418] who cannot be invited is said at userId, when nobody else was invited', async () => {
    const inside = await emailOf(room.students[0]!);
    expect((await student(room.teacher, inside)).body.errors).toEqual({ userId: ['This person is already in the class.'] });
    expect((await teacher(room.teacher, await emailOf(room.otherStudent))).body.errors).toEqual({ userId: ['This person is a student. Use Invite Student.'] });
    expect((await student(room.teacher, `${inside} x@y`)).body.errors).toEqual({
      userId: [`${inside}: This person is already in the class.`, 'x@y: This is not an email address. Write it like name@school.org.'],
    });
  });

  test('the role must be that of the path', async () => {
    expect((await student(room.teacher, 'a@b.example', { role: 'TEACHER' })).body.errors).toEqual({ role: ['The role must be STUDENT here'] });
    expect((await teacher(room.teacher, 'a@b.example', { role: 'OWNER' })).status).toBe(422);
  });

  test('invited twice, also at the same time: one invitation is open', async () => {
    const replies = await Promise.all([room.teacher, room.coTeacher, room.admin].map((by) => student(by, 'twice@new.example')));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect((await student(room.teacher, 'TWICE@new.example')).body.errors).toEqual({ userId: ['This person is already invited.'] });
    expect((await teacher(room.teacher, 'twice@new.example')).status).toBe(422);
    expect(await openCount()).toBe(1);
  });

  test('somebody of another school is invited as an address that nobody has, and nothing tells the difference', async () => {
    const [theirs, theirTeacher] = await Promise.all([emailOf(elsewhere.otherStudent), emailOf(elsewhere.teacher)]);
    const reply = await student(room.teacher, `${theirs}, ${theirTeacher}, nobody@at-all.example`);
    expect(reply.body.refused).toEqual([]);
    for (const invitation of reply.body.invitations)
      expect(invitation).toMatchObject({ account_id: null, external_user_metadata: { name: '', picture: null } });
    expect(await noticesOf(elsewhere.otherStudent.accountId)).toEqual([]);
  });

  test('a class of others is 404, a class of one’s own that one learns in 403', async () => {
    for (const by of [room.otherTeacher, elsewhere.teacher])
      expect(await student(by, 'a@b.example')).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    for (const by of [room.students[0]!, room.otherStudent]) {
      expect(await student(by, 'a@b.example')).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
      expect(await teacher(by, 'a@b.example')).toMatchObject({ status: 403 });
    }
    expect(await student(room.teacher, 'a@b.example', { courseId: 2_000_000_000 })).toMatchObject({ status: 404 });
    expect(await student(room.teacher, 'a@b.example', { courseId: 'x' })).toMatchObject({ status: 422 });
    expect(await app.call(inviteStudents)).toMatchObject({ status: 401 });
    expect((await student(room.admin, 'a@b.example')).status).toBe(201);
  });

  test('an archived class invites nobody, a deleted one is not there', async () => {
    const archived = await inTransaction(app.db, (tx) => createClass(tx, { schoolId: room.schoolId, ownerId: room.teacher.accountId, name: 'Last year' }));
    await sql`UPDATE courses SET course_state = 'ARCHIVED' WHERE id = ${archived}`.execute(app.db);
    expect(await student(room.teacher, 'a@b.example', { courseId: archived })).toMatchObject({ status: 409, error: { code: 'CLASS_ARCHIVED' } });
    await sql`UPDATE courses SET archived_at = app_now() WHERE id = ${archived}`.execute(app.db);
    expect(await student(room.teacher, 'a@b.example', { courseId: archived })).toMatchObject({ status: 404 });
  });

  test('300 at once, and a day’s invitations have an end', async () => {
    const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => `pupil${from + n}@flood.example`).join('\n');
    const reply = await student(room.teacher, many(0, 300));
    expect(reply.body).toMatchObject({ message: '300 people invited.', refused: [] });
    expect((await student(room.teacher, many(300, MAX_TO_STRANGERS_PER_DAY - 300))).status).toBe(201);
    const refused = await student(room.teacher, 'one-more@flood.example');
    expect(refused).toMatchObject({ status: 429, error: { code: 'INVITATION_LIMIT', message: expect.stringContaining(`${MAX_TO_STRANGERS_PER_DAY}`) } });
    // deleting them does not free any of the email limit; people of the school are notified without an email
    await room.teacher.call(invitationDeleteMany, { params: { id: room.courseId }, body: { ids: reply.body.invitations.map(({ id }) => id) } });
    expect((await student(room.teacher, 'one-more@flood.example')).status).toBe(429);
    expect((await student(room.teacher, await emailOf(room.otherStudent))).status).toBe(201);
    expect((await student(room.coTeacher, 'one-more@flood.example')).status).toBe(201);
    await sql`
      INSERT INTO invitations (course_id, role, email, email_key, account_id, invited_by, deleted_at)
      SELECT ${elsewhere.courseId}, 'STUDENT', 'x', 'x' || n, ${room.otherStudent.accountId}, ${room.teacher.accountId}, app_now()
        FROM generate_series(1, ${MAX_PER_DAY}::integer) n`.execute(app.db);
    const free = await scenario.person('student', room.schoolId);
    expect((await student(room.teacher, await emailOf(free))).status).toBe(429);
    await sql`UPDATE invitations SET created_at = created_at - interval '1 day'`.execute(app.db);
    expect((await student(room.teacher, await emailOf(free))).status).toBe(201);
  });

  test('a repeat under the same key invites nobody a second time', async () => {
    const body = { userId: 'once@new.example', courseId: room.courseId };
    const call = () => room.teacher.call(inviteStudents, { body }, { key: 'k-1' });
    const [first, second] = [await call(), await call()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.invitations).toEqual(first.body.invitations);
  });
});

describe('inviting a group', () => {
  let groupId: number;
  let everywhereId: number;
  let learners: TestPerson[];
  const group = (by: TestPerson, body: Record<string, unknown>) => by.call(inviteGroup, { body });
  const makeGroup = async (name: string, schoolId: number | null, people: readonly TestPerson[]): Promise<number> => {
    const { id } = await app.db.insertInto('invitation_groups').values({ name, school_id: schoolId }).returning('id').executeTakeFirstOrThrow();
    for (const { accountId } of people)
      await app.db.insertInto('invitation_group_accounts').values({ invitation_group_id: id, account_id: accountId }).execute();
    return id;
  };

  beforeAll(async () => {
    learners = [await scenario.person('student', room.schoolId), await scenario.person('student', room.schoolId)];
    groupId = await makeGroup('Robotics', room.schoolId, [...learners, room.students[0]!, room.otherTeacher]);
    everywhereId = await makeGroup('Everybody', null, [...learners, elsewhere.otherStudent]);
    await makeGroup('Strangers', elsewhere.schoolId, [elsewhere.otherStudent]);
  });

  test('[K007] [K338] [K380] [Q486] its students who are not in the class yet are invited with course_id and group_id, and told of it', async () => {
    const reply = await group(room.teacher, { course_id: room.courseId, group_id: groupId });
    expect(reply).toMatchObject({ status: 201, body: { message: '2 people invited. 1 was not invited.' } });
    expect(reply.body.invitations.map(({ account_id, role }) => [account_id, role])).toEqual(learners.map(({ accountId }) => [accountId, 'STUDENT']));
    expect(reply.body.refused).toMatchObject([{ message: 'This person is already in the class.' }]);
    for (const { accountId } of learners) expect(await noticesOf(accountId)).toHaveLength(1);
    expect((await group(room.coTeacher, { course_id: room.courseId, group_id: groupId })).body.errors).toEqual({
      group_id: ['Everyone in Robotics is already in the class or invited.'],
    });
  });

  test('[K380] the group can stand in the path, and the class can be called courseId', async () => {
    const call = (by: TestPerson, id: unknown) => by.call(inviteGroupByPath, { params: { group: id }, body: { courseId: room.courseId } });
    expect((await call(room.admin, groupId)).body.invitations).toHaveLength(2);
    expect(await call(room.teacher, 2_000_000_000)).toMatchObject({ status: 404 });
    expect(await call(room.teacher, 'x')).toMatchObject({ status: 422 });
    expect(await call(room.otherTeacher, groupId)).toMatchObject({ status: 404 });
    expect(await call(room.students[0]!, groupId)).toMatchObject({ status: 403 });
  });

  test('of a group of all schools only the people of the class’s school are invited', async () => {
    const reply = await group(room.teacher, { course_id: room.courseId, group_id: everywhereId });
    expect(reply.body.invitations.map(({ account_id }) => account_id)).toEqual(learners.map(({ accountId }) => accountId));
    expect(reply.body.refused).toEqual([]);
  });

  test.each([
    ['nothing', undefined],
    ['an empty text', ''],
  ])('[K311] [K418] [Q307] %s as the group: Group is required', async (_what, group_id) => {
    expect((await group(room.teacher, { course_id: room.courseId, group_id })).body.errors).toEqual({ group_id: ['Group is required'] });
  });

  test('groups of other schools, forged ones, and groups without students are refused at their field', async () => {
    const theirs = (await app.db.selectFrom('invitation_groups').select('id').where('name', '=', 'Strangers').executeTakeFirstOrThrow()).id;
    const empty = await makeGroup('Nobody', room.schoolId, [room.otherTeacher]);
    for (const group_id of [theirs, 2_000_000_000, -1, 'x', {}])
      expect((await group(room.teacher, { course_id: room.courseId, group_id })).body.errors).toEqual({
        group_id: ['Group is not valid. Choose it again from the list.'],
      });
    expect((await group(room.teacher, { course_id: room.courseId, group_id: empty })).body.errors).toEqual({
      group_id: [expect.stringContaining('No student')],
    });
    expect((await group(room.teacher, { group_id: groupId })).body.errors).toEqual({ course_id: ['Class is required'] });
    for (const by of [room.otherTeacher, elsewhere.teacher])
      expect(await group(by, { course_id: room.courseId, group_id: groupId })).toMatchObject({ status: 404 });
    expect(await group(room.students[0]!, { course_id: room.courseId, group_id: groupId })).toMatchObject({ status: 403 });
  });

  test('teachers choose from the groups of the class’s school, with how many are missing', async () => {
    const choices = (by: TestPerson, query: Record<string, unknown> = {}) => by.call(inviteGroupChoices, { query: { course_id: room.courseId, ...query } });
    const { body } = await choices(room.teacher);
    expect(body.data).toContainEqual({ id: groupId, name: 'Robotics', student_count: 3, missing_count: 2 });
    expect(body.data.map(({ name }) => name)).not.toContain('Strangers');
    await student(room.teacher, await emailOf(learners[0]!));
    expect((await choices(room.coTeacher, { search_text: 'robo' })).body.data).toEqual([{ id: groupId, name: 'Robotics', student_count: 3, missing_count: 1 }]);
    expect((await choices(room.teacher, { per_page: 1, page: 2 })).body.pagination).toMatchObject({ current_page: 2, per_page: 1 });
    for (const by of [room.otherTeacher, elsewhere.teacher]) expect((await choices(by)).status).toBe(404);
    expect((await choices(room.students[0]!)).status).toBe(403);
  });
});

test('every invitation is in the audit trail, in words', async () => {
  const [invitation] = (await student(room.teacher, 'audited@new.example')).body.invitations;
  const { body } = await room.admin.call(auditList, { query: { subject_type: 'invitation', subject_id: invitation?.id } });
  expect(body.data.map(({ sentence }: { sentence: string }) => sentence)).toEqual([expect.stringContaining('invited audited@new.example to Class ')]);
});
