import {
  courseWorkDeleteMany,
  courseWorkUpdate,
  gradeActUndo,
  gradeBookReturn,
  gradeSubmission,
  studentGradeBook,
  studentGradeHistory,
  submissionSubmit,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { postWork } from './testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
});
afterAll(() => app.close());

const grade = (workId: number, person: TestPerson, draftGrade: number | null) =>
  room.teacher.call(gradeSubmission, {
    body: { courseId: room.courseId, courseWorkId: workId, account_id: person.accountId, submission: { type: 'DRAFT_GRADE', draftGrade } },
  });
const giveBack = async (workId: number): Promise<number> =>
  (await room.teacher.call(gradeBookReturn, { body: { courseId: room.courseId, message: 'Mind the units', course_work_ids: [workId] } })).body.act_id!;
const undo = async (id: number): Promise<number> => (await room.teacher.call(gradeActUndo, { params: { id } })).body.act_id!;
const history = (by: TestPerson, course_work_id: unknown) => by.call(studentGradeHistory, { query: { course_work_id } as never });
const entries = async (by: TestPerson, workId: number) =>
  (await history(by, workId)).body.history.map(({ kind, was, grade: to, maxPoints }) => [kind, was, to, maxPoints]);
const isKept = async (by: TestPerson, workId: number) =>
  (await by.call(studentGradeBook, { query: { class: room.courseId } })).body.gradebook?.items.find(({ id }) => id === workId)?.was_returned;

test('[K035] a student sees when their grade was returned, with what, what it was changed to, and when that was taken back; never a draft or who', async () => {
  const workId = await postWork(app, room);
  const [a, b] = room.students as [TestPerson, TestPerson];
  await grade(workId, a, 31.25);
  await grade(workId, a, 40);
  expect([await entries(a, workId), await isKept(a, workId)]).toEqual([[], false]);
  await giveBack(workId);
  await grade(workId, a, 33.75);
  await grade(workId, a, 42);
  await room.teacher.call(courseWorkUpdate, { params: { id: room.courseId, workId }, body: { maxPoints: 60, confirm: true } });
  const second = await giveBack(workId);
  const first = [
    ['changed', 40, 42, 60],
    ['returned', null, 40, 50],
  ];
  expect([await entries(a, workId), await isKept(a, workId)]).toEqual([first, true]);
  const back = await undo(second);
  expect(await entries(a, workId)).toEqual([['taken-back', 42, 40, 60], ...first]);
  await undo(back);
  await grade(workId, a, null);
  await giveBack(workId);
  expect((await entries(a, workId)).slice(0, 2)).toEqual([
    ['changed', 42, null, 60],
    ['changed', 40, 42, 60],
  ]);
  const { body } = await history(a, workId);
  expect(body.history.map(({ at }) => at)).toEqual(
    body.history
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  // neither values that were never returned nor the author
  expect(JSON.stringify(body)).not.toMatch(/31\.25|33\.75/);
  expect(Object.keys(body.history[0]!).sort()).toEqual(['at', 'grade', 'kind', 'maxPoints', 'was']);
  expect(await entries(b, workId)).toEqual([]);
});

test('a return that is taken back leaves nothing but that it was there; work that was handed in may come back without a grade', async () => {
  const workId = await postWork(app, room);
  const [a] = room.students as [TestPerson];
  await grade(workId, a, 7);
  await undo(await giveBack(workId));
  expect(await entries(a, workId)).toEqual([
    ['taken-back', 7, null, 50],
    ['returned', null, 7, 50],
  ]);
  expect(await isKept(a, workId)).toBe(true);
  const other = await postWork(app, room);
  await a.call(submissionSubmit, { body: { courseId: room.courseId, courseWorkId: other, answer: 'Heat' } });
  expect([await entries(a, other), await isKept(a, other)]).toEqual([[], false]);
});

test('of a lesson that is not over a student learns no points', async () => {
  const made = await scenario.lesson({ students: 1 });
  const workId = await postWork(app, made, { assessment_id: made.assessmentId, work_type: 'ASSIGNMENT', max_points: 37.77 });
  const student = made.students[0]!;
  await made.teacher.call(gradeSubmission, {
    body: { courseId: made.courseId, courseWorkId: workId, account_id: student.accountId, submission: { type: 'DRAFT_GRADE', draftGrade: 9 } },
  });
  await made.teacher.call(gradeBookReturn, { body: { courseId: made.courseId, message: 'Early', course_work_ids: [workId] } });
  expect(await entries(student, workId)).toEqual([['returned', null, 9, null]]);
  expect(JSON.stringify((await history(student, workId)).body)).not.toContain('37.77');
  await app.db.updateTable('assessments').set({ status: 'finished' }).where('id', '=', made.assessmentId).execute();
  expect(await entries(student, workId)).toEqual([['returned', null, 9, 37.77]]);
});

test('nobody sees the history of what is not theirs: staff, strangers, those to whom it is not assigned, who left, archived items and classes', async () => {
  const here = await scenario.class({ students: 3 });
  const other = await scenario.class({ students: 1 });
  const [a, b, c] = here.students as [TestPerson, TestPerson, TestPerson];
  const [workId, gone] = [await postWork(app, here, { to: [a, c] }), await postWork(app, here)];
  for (const person of [a, c])
    for (const courseWorkId of [workId, gone])
      await here.teacher.call(gradeSubmission, {
        body: { courseId: here.courseId, courseWorkId, account_id: person.accountId, submission: { type: 'DRAFT_GRADE', draftGrade: 9 } },
      });
  await here.teacher.call(gradeBookReturn, { body: { courseId: here.courseId, message: 'Well done' } });
  for (const person of [a, c]) expect((await history(person, gone)).body.history).toHaveLength(1);
  expect((await history(here.teacher, workId)).status).toBe(403);
  for (const by of [here.admin, b, other.students[0]!]) expect([403, 404]).toContain((await history(by, workId)).status);
  for (const by of [b, other.students[0]!]) expect((await history(by, workId)).error?.code).toBe('WORK_NOT_FOUND');
  await scenario.remove(here.courseId, c.accountId);
  expect((await history(c, workId)).error?.code).toBe('WORK_NOT_FOUND');
  await here.teacher.call(courseWorkDeleteMany, { params: { id: here.courseId }, body: { ids: [gone], confirm: true } });
  for (const none of [gone, 999_999]) expect((await history(a, none)).error?.code).toBe('WORK_NOT_FOUND');
  for (const wrong of ['x', -1, '1.5', '', undefined, '9'.repeat(30)]) expect((await history(a, wrong)).status).toBe(422);
  // an archived class can be read, a deleted one has no members
  await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', here.courseId).execute();
  expect((await history(a, workId)).body.history).toHaveLength(1);
  await app.db.updateTable('courses').set({ archived_at: new Date() }).where('id', '=', here.courseId).execute();
  expect((await history(a, workId)).error?.code).toBe('WORK_NOT_FOUND');
});
