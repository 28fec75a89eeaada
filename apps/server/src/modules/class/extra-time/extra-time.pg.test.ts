import { extraTimeList, extraTimeSave } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { giveRights } from '../../../testing/rights.ts';
import { enrol } from '../classes/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let [one, two, three]: TestPerson[] = [];
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  [one, two, three] = room.students;
});
afterAll(() => app.close());

const list = (person: TestPerson, course_id: unknown = room.courseId) => person.call(extraTimeList, { query: { course_id } });
const save = (person: TestPerson, students: unknown, course_id: unknown = room.courseId) =>
  person.call(extraTimeSave, { body: { course_id, students } as never });
const give = (student: TestPerson | undefined, percent: unknown) => ({ account_id: student!.accountId, percent });
const known = async (person = room.teacher): Promise<Map<number, number>> => {
  const { data } = (await list(person)).body;
  return new Map(data.map(({ account_id, percent }: { account_id: number; percent: number }) => [account_id, percent]));
};

test('the teachers of a class give its students extra time, see it, and take it back with what it was', async () => {
  expect([...(await known()).values()]).toEqual([0, 0, 0]);
  const first = await save(room.teacher, [give(one, 25), give(two, 100)]);
  expect(first.body).toMatchObject({ before: [give(one, 0), give(two, 0)], message: expect.stringContaining('2') });
  const second = await save(room.coTeacher, [give(one, 50), give(two, '100'), give(three, 0)]);
  expect(second.body.before).toEqual([give(one, 25)]); // the others were so already
  expect(await known(room.admin)).toEqual(new Map([give(one, 50), give(two, 100), give(three, 0)].map((row) => [row.account_id, row.percent])));
  await save(room.teacher, second.body.before);
  await save(room.teacher, first.body.before);
  expect([...(await known()).values()]).toEqual([0, 0, 0]);
});

test('it is the student’s, in every class of theirs, and what is changed is in the audit trail once', async () => {
  const other = await scenario.class({ students: 0, schoolId: room.schoolId });
  await inTransaction(app.db, (tx) => enrol(tx, other.courseId, [one!.accountId], 'STUDENT'));
  await save(room.teacher, [give(one, 50)]);
  await save(room.teacher, [give(one, 50)]);
  expect((await list(other.teacher, other.courseId)).body.data).toMatchObject([give(one, 50)]);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', extraTimeSave.name)
    .where('subject_id', '=', room.courseId)
    .execute();
  expect(
    entries.filter(({ after }) => JSON.stringify(after).includes('"percent": 50') || JSON.stringify(after).includes('"percent":50')).at(-1)?.after,
  ).toMatchObject({
    students: [give(one, 50)],
  });
  await save(other.teacher, [give(one, 0)], other.courseId);
  expect((await known()).get(one!.accountId)).toBe(0);
});

test.each([
  ['no number', 'half'],
  ['nothing', ''],
  ['null', null],
  ['below 0', -1],
  ['above 1,000', 1_001],
  ['far above', '99999999999999999999'],
  ['a part of a percent', 12.5],
  ['a part in words', '12,5'],
  ['another script', '٥٠'],
  ['not finite', Number.POSITIVE_INFINITY],
])('[B875] extra time that is %s (%j) is refused at its field, and changes nothing', async (_what, percent) => {
  const before = await known();
  const reply = await save(room.teacher, [give(one, 25), give(two, percent)]);
  expect(reply).toMatchObject({ status: 422, error: { errors: { 'students.1.percent': [expect.stringContaining('1,000')] } } });
  expect(await known()).toEqual(before);
});

test.each([
  ['none', []],
  ['no list', 'all'],
  ['the same twice', 'twice'],
  ['more than 300', 'many'],
  ['no ids', [{ account_id: 'x', percent: 25 }]],
])('[B876] students that are %s are refused', async (what, students) => {
  const rows =
    what === 'the same twice'
      ? [give(one, 25), give(one, 50)]
      : what === 'more than 300'
        ? Array.from({ length: 301 }, (_, n) => ({ account_id: n + 1, percent: 1 }))
        : students;
  expect((await save(room.teacher, rows)).status).toBe(422);
});

test('[B877] a student of another class, of another school, who has left, and a teacher are refused together with the rest of the list', async () => {
  const leaving = await scenario.class({ students: 2, schoolId: room.schoolId });
  await scenario.remove(leaving.courseId, leaving.students[0]!.accountId);
  const elsewhere = await scenario.class({ students: 1 });
  for (const student of [leaving.students[0], elsewhere.students[0], leaving.teacher, { ...one!, accountId: 987_654_321 }]) {
    const reply = await save(leaving.teacher, [give(leaving.students[1], 25), give(student, 25)], leaving.courseId);
    expect(reply).toMatchObject({ status: 422, error: { errors: { students: [expect.stringMatching(/\S/)] } } });
  }
  expect((await list(leaving.teacher, leaving.courseId)).body.data).toMatchObject([give(leaving.students[1], 0)]);
});

test('[B878] students are refused, of this class and of others; teachers of other classes and schools find nothing', async () => {
  const stranger = (await scenario.class({ students: 0 })).teacher;
  for (const call of [list, (person: TestPerson) => save(person, [give(one, 25)])]) {
    expect((await call(one as TestPerson)).status).toBe(403);
    expect((await call(room.otherStudent)).status).toBe(403);
    expect((await call(room.otherTeacher)).status).toBe(404);
    expect((await call(stranger)).status).toBe(404);
  }
  expect((await known()).get(one!.accountId)).toBe(0);
});

test('[B879] a right of its own: who may only look sees and does not set; without it, nothing', async () => {
  const class2 = await scenario.class({ students: 1 });
  await app.db.deleteFrom('account_roles').where('account_id', '=', class2.teacher.accountId).execute();
  await giveRights(app.db, class2.teacher.accountId, ['extra-time:view']);
  expect((await list(class2.teacher, class2.courseId)).status).toBe(200);
  expect((await save(class2.teacher, [give(class2.students[0], 25)], class2.courseId)).status).toBe(403);
});

test('[B883] the same call twice under its key, and two teachers at once, leave one of the two and never half of a list', async () => {
  const students = [give(one, 25), give(two, 25), give(three, 25)];
  const replies = await Promise.all(
    [1, 2].map(() => room.teacher.call(extraTimeSave, { body: { course_id: room.courseId, students } as never }, { key: 'extra-twice' })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(replies[0]!.body).toEqual(replies[1]!.body);
  const other = students.map((row) => ({ ...row, percent: 50 })).reverse();
  const both = await Promise.all([save(room.teacher, students), save(room.coTeacher, other)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set((await known()).values()).size).toBe(1);
});

test('[B921] a save waits for nobody but who saves for the same students: not for another class, nor another school', async () => {
  const other = await scenario.class({ students: 1 });
  await save(other.teacher, [give(other.students[0], 25)], other.courseId);
  await save(room.teacher, [give(one, 25)]);
  const changed = await inTransaction(app.db, async (tx) => {
    await tx.selectFrom('extra_times').select('percent').where('account_id', '=', other.students[0]!.accountId).forUpdate().execute();
    return save(room.teacher, [give(one, 50)]);
  });
  expect(changed).toMatchObject({ status: 200, body: { before: [give(one, 25)] } });
});
