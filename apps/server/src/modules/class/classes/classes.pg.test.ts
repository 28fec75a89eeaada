import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Tx } from '../../../platform/database/index.ts';
import { bindListeners } from '../../../platform/module-events.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createAccessEngine } from '../../people/access/index.ts';
import { createScenario, type Scenario, type TestClass, type TestPerson } from '../../../testing/scenario.ts';
import {
  standingIn,
  createClass,
  enrol,
  findMembership,
  listClassesOf,
  listMembers,
  type MembershipEnd,
  membershipEnded,
  removeMember,
  returnMember,
} from './index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(app.db, work);
const idsOf = (people: TestPerson[]): number[] => people.map(({ accountId }) => accountId);

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
});
afterAll(() => app.close());

test('a new class has its owner as a teacher and an enrolment code that can be read aloud', async () => {
  expect(await findMembership(app.db, room.courseId, room.teacher.accountId)).toMatchObject({ role: 'TEACHER', left_at: null });
  const { enrollment_code } = await app.db.selectFrom('courses').select('enrollment_code').where('id', '=', room.courseId).executeTakeFirstOrThrow();
  expect(enrollment_code).toMatch(/^[a-hjkmnp-z2-9]{7}$/);
});

test('the database keeps the owner of a class a teacher in it, whoever writes', async () => {
  const refused = { code: '23514', constraint: expect.stringContaining('owner_teaches') };
  const mine = ['course_id', 'account_id'] as const;
  const ofOwner = (tx: Tx) => tx.updateTable('course_members').where(mine[0], '=', room.courseId).where(mine[1], '=', room.teacher.accountId);
  await expect(inTx((tx) => ofOwner(tx).set({ left_at: new Date() }).execute())).rejects.toMatchObject(refused);
  await expect(inTx((tx) => ofOwner(tx).set({ role: 'STUDENT' }).execute())).rejects.toMatchObject(refused);
  const give = (tx: Tx, accountId: number) => tx.updateTable('courses').set({ owner_id: accountId }).where('id', '=', room.courseId).execute();
  await expect(inTx((tx) => give(tx, room.students[0]!.accountId))).rejects.toMatchObject(refused);
  await inTx((tx) => give(tx, room.coTeacher.accountId));
  await inTx((tx) => ofOwner(tx).set({ left_at: new Date() }).execute());
  await inTx(async (tx) => {
    await give(tx, room.teacher.accountId);
    await ofOwner(tx).set({ left_at: null }).execute();
  });
});

test('members are listed by role, and those who left only when asked for', async () => {
  const [leaver] = room.students as [TestPerson, ...TestPerson[]];
  expect(idsOf(room.students).sort()).toEqual((await listMembers(app.db, room.courseId, { role: 'STUDENT' })).map(({ account_id }) => account_id).sort());
  expect(await listMembers(app.db, room.courseId, { role: 'TEACHER' })).toHaveLength(2);
  await scenario.remove(room.courseId, leaver.accountId);
  expect((await listMembers(app.db, room.courseId)).map(({ account_id }) => account_id)).not.toContain(leaver.accountId);
  expect((await listMembers(app.db, room.courseId, { withLeft: true })).map(({ account_id }) => account_id)).toContain(leaver.accountId);
  await inTx((tx) => returnMember(tx, room.courseId, leaver.accountId));
});

test('the members of a class stand by name as people read it, whatever letter or case a name begins with', async () => {
  const room = await scenario.class({ students: 4 });
  const lastNames = ['Östlund', 'al-Masri', 'Zeller', 'Brandt'];
  for (const [index, { accountId }] of room.students.entries())
    await app.db.updateTable('accounts').set({ last_name: lastNames[index]! }).where('id', '=', accountId).execute();
  expect((await listMembers(app.db, room.courseId, { role: 'STUDENT' })).map(({ last_name }) => last_name)).toEqual([
    'al-Masri',
    'Brandt',
    'Östlund',
    'Zeller',
  ]);
});

test('leaving keeps the row, returning clears left_at and keeps the role and the first day', async () => {
  const [student] = room.students as [TestPerson, ...TestPerson[]];
  const before = await findMembership(app.db, room.courseId, student.accountId);
  expect(await inTx((tx) => removeMember(tx, room.courseId, student.accountId))).toBe(true);
  expect((await findMembership(app.db, room.courseId, student.accountId))?.left_at).toBeInstanceOf(Date);
  expect(await listClassesOf(app.db, student.accountId)).toEqual([]);
  expect(await inTx((tx) => returnMember(tx, room.courseId, student.accountId))).toBe(true);
  expect(await findMembership(app.db, room.courseId, student.accountId)).toEqual(before);
  expect(await listClassesOf(app.db, student.accountId)).toMatchObject([{ id: room.courseId, role: 'STUDENT' }]);
});

test('enrolling somebody again changes nothing for who is there and brings back who had left', async () => {
  const [, student] = room.students as [TestPerson, TestPerson];
  await inTx((tx) => enrol(tx, room.courseId, [student.accountId, room.coTeacher.accountId], 'STUDENT'));
  expect(await findMembership(app.db, room.courseId, room.coTeacher.accountId)).toMatchObject({ role: 'TEACHER', left_at: null });
  await scenario.remove(room.courseId, student.accountId);
  await inTx((tx) => enrol(tx, room.courseId, [student.accountId], 'STUDENT'));
  expect(await findMembership(app.db, room.courseId, student.accountId)).toMatchObject({ role: 'STUDENT', left_at: null });
});

test('nobody of another school can be enrolled, and then nobody is', async () => {
  const stranger = await scenario.person('student', await scenario.school());
  await expect(inTx((tx) => enrol(tx, room.courseId, [room.otherStudent.accountId, stranger.accountId], 'STUDENT'))).rejects.toThrow(/not of the school/);
  expect(await findMembership(app.db, room.courseId, room.otherStudent.accountId)).toBeNull();
});

test('the owner cannot be taken out of the class, and neither can somebody who is not in it', async () => {
  expect(await inTx((tx) => removeMember(tx, room.courseId, room.teacher.accountId))).toBe(false);
  expect(await findMembership(app.db, room.courseId, room.teacher.accountId)).toMatchObject({ left_at: null });
  expect(await inTx((tx) => removeMember(tx, room.courseId, room.otherStudent.accountId))).toBe(false);
});

describe('who hears that a membership ended', () => {
  async function listen(work: () => Promise<unknown>): Promise<MembershipEnd[]> {
    const heard: MembershipEnd[] = [];
    const stop = bindListeners(app.db, [membershipEnded.listen((end) => void heard.push(end))]);
    await work().catch(() => undefined);
    stop();
    return heard;
  }

  test('listeners are told once, after the commit', async () => {
    const [, , student] = room.students as [TestPerson, TestPerson, TestPerson];
    let seen: unknown;
    const stop = bindListeners(app.db, [
      membershipEnded.listen(async () => {
        seen = (await findMembership(app.db, room.courseId, student.accountId))?.left_at;
      }),
    ]);
    const heard = await listen(() => scenario.remove(room.courseId, student.accountId));
    stop();
    expect(heard).toEqual([{ courseId: room.courseId, accountIds: [student.accountId] }]);
    expect(seen).toBeInstanceOf(Date);
    expect(await listen(() => scenario.remove(room.courseId, student.accountId))).toEqual([]);
    await inTx((tx) => returnMember(tx, room.courseId, student.accountId));
  });

  test('nobody is told of what was rolled back', async () => {
    const [, , student] = room.students as [TestPerson, TestPerson, TestPerson];
    const heard = await listen(() =>
      inTx(async (tx) => {
        await removeMember(tx, room.courseId, student.accountId);
        throw new Error('changed its mind');
      }),
    );
    expect(heard).toEqual([]);
    expect(await findMembership(app.db, room.courseId, student.accountId)).toMatchObject({ left_at: null });
  });
});

test('owner, co-teacher and Admin may staff a class; students, other teachers and co-teachers who left may not; students are students until they leave', async () => {
  const standing = async (person: TestPerson, schoolId: number | null = room.schoolId) =>
    standingIn(app.db, await createAccessEngine().personOf(app.db, { accountId: person.accountId, schoolId }), room.courseId);
  expect(await standing(room.teacher)).toBe('staff');
  expect(await standing(room.coTeacher)).toBe('staff');
  expect(await standing(room.admin, null)).toBe('staff');
  expect(await standing(await scenario.person('admin', room.schoolId))).toBe('staff');
  expect(await standing(room.otherTeacher)).toBe('none');
  expect(await standing(room.students[0] as TestPerson)).toBe('student');
  await scenario.remove(room.courseId, room.coTeacher.accountId);
  await scenario.remove(room.courseId, (room.students[1] as TestPerson).accountId);
  expect(await standing(room.students[1] as TestPerson)).toBe('none');
  expect(await standing(room.coTeacher)).toBe('none');
  expect(await standingIn(app.db, await createAccessEngine().personOf(app.db, { accountId: room.admin.accountId, schoolId: null }), 999_999)).toBe('none');
});

test('an archived class is in nobody’s list', async () => {
  const courseId = await inTx((tx) => createClass(tx, { schoolId: room.schoolId, ownerId: room.otherTeacher.accountId, name: 'Chess club' }));
  expect(await listClassesOf(app.db, room.otherTeacher.accountId)).toMatchObject([{ id: courseId, name: 'Chess club', role: 'TEACHER' }]);
  await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', courseId).execute();
  expect(await listClassesOf(app.db, room.otherTeacher.accountId)).toEqual([]);
});
