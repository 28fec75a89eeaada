import { courseCodeRenew, courseGet, courseJoin } from '@classwright/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { bindListeners } from '../../../platform/module-events.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createAccount } from '../../people/accounts/index.ts';
import { createClass, membersEnrolled, type Enrollment, findMembership } from './index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
const heard: Enrollment[] = [];

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
  bindListeners(app.db, [membersEnrolled.listen(async (_tx, enrolment) => void heard.push(enrolment))]);
});
afterAll(() => app.close());
beforeEach(() => heard.splice(0));

const codeOf = async (id = room.courseId) =>
  (await app.db.selectFrom('courses').select('enrollment_code').where('id', '=', id).executeTakeFirstOrThrow()).enrollment_code;
const join = (by: TestPerson, code: unknown, options = {}) => by.call(courseJoin, { body: { code } as never }, options);
const renew = (by: TestPerson, id = room.courseId) => by.call(courseCodeRenew, { params: { id } });
const newStudent = () => scenario.person('student', room.schoolId);
const set = (values: object, id = room.courseId) => app.db.updateTable('courses').set(values).where('id', '=', id).execute();
const REFUSED = { status: 404, error: { code: 'CLASS_CODE_REFUSED' } };

test('[K116] a student joins by the code, however it was typed, and what must be there with the place is made; a repeat of the call joins once', async () => {
  const student = await newStudent();
  const code = await codeOf();
  const typed = ` ${code.slice(0, 3).toUpperCase()}-${code.slice(3)} `;
  const reply = await join(student, typed, { key: 'join-1' });
  expect(reply).toMatchObject({
    status: 200,
    body: { course: { id: room.courseId, standing: 'student', enrollmentCode: null }, message: expect.stringContaining('You are now in') },
  });
  expect(await findMembership(app.db, room.courseId, student.accountId)).toMatchObject({ role: 'STUDENT', left_at: null });
  expect(heard).toEqual([{ courseId: room.courseId, accountIds: [student.accountId], role: 'STUDENT' }]);
  expect((await join(student, typed, { key: 'join-1' })).body.course.id).toBe(room.courseId);
  expect(heard).toHaveLength(1);
});

test('a wrong code, an archived or deleted class, another school’s and one that somebody is in already are refused in the same words', async () => {
  const student = await newStudent();
  const code = await codeOf();
  const far = await scenario.class();
  const [archived, deleted] = await inTransaction(app.db, async (tx) => [
    await createClass(tx, { schoolId: room.schoolId, ownerId: room.teacher.accountId, name: 'A' }),
    await createClass(tx, { schoolId: room.schoolId, ownerId: room.teacher.accountId, name: 'D' }),
  ]);
  await set({ course_state: 'ARCHIVED' }, archived);
  await set({ archived_at: new Date() }, deleted);
  const words = new Set<unknown>();
  for (const [person, wrong] of [
    [student, 'zzzzzzz'],
    [student, await codeOf(archived)],
    [student, await codeOf(deleted)],
    [student, await codeOf(far.courseId)],
    [room.students[0]!, code],
  ] as const) {
    const reply = await join(person, wrong);
    expect(reply).toMatchObject(REFUSED);
    words.add(reply.error?.message);
  }
  expect(words.size).toBe(1);
  expect((await join(student, code)).status).toBe(200);
});

test.each([
  ['nothing', '  '],
  ['hostile text', "' OR 1=1 --"],
  ['Arabic', 'مرحبا'],
  ['a sign', '🧲🧲🧲'],
  ['10,000 characters', 'x'.repeat(10_000)],
  ['a number', 7],
  ['half of a sign', 'abc\ud83e'],
])('%s is no code', async (_, code) => {
  expect((await join(room.otherStudent, code)).status).toBe(422);
});

test('teachers and administrators join no class by code', async () => {
  for (const person of [room.otherTeacher, room.admin]) expect((await join(person, await codeOf())).status).toBe(403);
});

test('whoever was taken out comes back with the code and the first day, unless the class does not allow it', async () => {
  const student = await newStudent();
  const code = await codeOf();
  await join(student, code);
  const before = await findMembership(app.db, room.courseId, student.accountId);
  await scenario.remove(room.courseId, student.accountId);
  await set({ removed_may_rejoin: false });
  expect(await join(student, code)).toMatchObject(REFUSED);
  await set({ removed_may_rejoin: true });
  expect((await join(student, code)).status).toBe(200);
  expect(await findMembership(app.db, room.courseId, student.accountId)).toEqual(before);
});

test('[B725] ten wrong codes make a pause, in which the right one is refused too, however many are tried at once; other students go on', async () => {
  const student = await newStudent();
  const code = await codeOf();
  const replies = await Promise.all(Array.from({ length: 14 }, (_, at) => join(student, `wrong${at}`)));
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(10);
  const paused = await join(student, code);
  expect(paused).toMatchObject({ status: 429, error: { code: 'CLASS_CODE_PAUSE', message: expect.stringMatching(/try again in \d+ minutes/) } });
  expect((await join(await newStudent(), code)).status).toBe(200);
  await app.db
    .updateTable('class_code_guesses')
    .set({ since: new Date(Date.now() - 11 * 60_000) })
    .where('account_id', '=', student.accountId)
    .execute();
  expect((await join(student, code)).status).toBe(200);
});

test('staff give the class another code, and the old one stops working; nobody else does', async () => {
  const before = await codeOf();
  const reply = await renew(room.coTeacher);
  expect(reply.body.course.enrollmentCode).toMatch(/^[a-z2-9]{7}$/);
  expect(reply.body.course.enrollmentCode).not.toBe(before);
  const student = await newStudent();
  expect(await join(student, before)).toMatchObject(REFUSED);
  expect((await join(student, reply.body.course.enrollmentCode)).status).toBe(200);
  expect((await student.call(courseGet, { params: { id: room.courseId } })).body.course.enrollmentCode).toBeNull();
  for (const [person, status] of [
    [room.otherTeacher, 404],
    [room.students[0]!, 403],
  ] as const)
    expect((await renew(person)).status).toBe(status);
  expect((await renew(room.admin, 987_654)).status).toBe(404);
  await set({ course_state: 'ARCHIVED' });
  expect(await renew(room.teacher)).toMatchObject({ status: 409, error: { code: 'CLASS_ARCHIVED' } });
  await set({ course_state: 'ACTIVE' });
});

test('joined on two devices at once: one place, and the other is told that the class stands among the own ones', async () => {
  const student = await newStudent();
  const code = await codeOf();
  const replies = await Promise.all([join(student, code), join(student, code), join(student, code)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  expect(heard).toHaveLength(1);
});

test('a code that is renewed while students join counts for those alone who were faster', async () => {
  const students: TestPerson[] = [];
  for (let at = 0; at < 8; at += 1) students.push(await newStudent());
  const code = await codeOf();
  const [renewed, ...replies] = await Promise.all([renew(room.teacher), ...students.map((student) => join(student, code))]);
  expect(renewed?.status).toBe(200);
  for (const [at, { status }] of replies.entries()) {
    const place = await findMembership(app.db, room.courseId, students[at]!.accountId);
    expect([200, 404]).toContain(status);
    expect(place !== null).toBe(status === 200);
  }
});

test('a whole year joins at once, each of them once', { timeout: 120_000 }, async () => {
  const course = await inTransaction(app.db, (tx) => createClass(tx, { schoolId: room.schoolId, ownerId: room.teacher.accountId, name: 'Assembly' }));
  const code = await codeOf(course);
  const ids = await inTransaction(app.db, async (tx) => {
    const made: number[] = [];
    for (let at = 0; at < 200; at += 1)
      made.push(
        await createAccount(tx, {
          schoolId: room.schoolId,
          accountType: 'Student',
          roleKey: 'student',
          firstName: 'Crowd',
          lastName: String(at),
          email: `crowd${at}@school.test`,
          passwordHash: null,
        }),
      );
    return made;
  });
  const tokens = await Promise.all(ids.map((id) => app.signIn(id)));
  const replies = await Promise.all(tokens.map((token) => app.call(courseJoin, { body: { code } }, { token })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(200);
  expect((await room.teacher.call(courseGet, { params: { id: course } })).body.course.student_count).toBe(200);
});
