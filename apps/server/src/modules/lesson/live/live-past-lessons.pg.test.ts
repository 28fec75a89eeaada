import { liveClose, livePastLessons } from '@classwright/contract';
import { inTransaction } from '../../../platform/database/index.ts';
import { enrol } from '../../class/classes/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, runLesson, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const past = async (student: TestPerson, query: { page?: number; per_page?: number } = {}) => {
  const reply = await student.call(livePastLessons, { query });
  expect(reply.status).toBe(200);
  return reply.body;
};

/** Runs a lesson to its end in a new class with this student. */
async function finishOne(student: TestPerson, schoolId: number) {
  const lesson = await scenario.class({ schoolId, students: 0 });
  await inTransaction(app.db, (tx) => enrol(tx, lesson.courseId, [student.accountId], 'STUDENT'));
  const whole = { ...lesson, ...(await scenario.assessment({ owner: lesson.teacher, schoolId, classId: lesson.courseId })) };
  const running = await runLesson(app, whole);
  await running.login(student);
  for (const type of ['re-assign', 'next', 'finished'] as const) await running.step(type);
  return whole;
}

test('a student looks back at all finished lessons with their own part in them, the latest first and a page at a time', async () => {
  const first = await scenario.lesson();
  const [student, absent] = first.students as [TestPerson, TestPerson];
  expect(await past(student)).toMatchObject({ data: [], pagination: { total: 0 } });
  const running = await runLesson(app, first);
  await running.login(student);
  for (const type of ['re-assign', 'next', 'finished'] as const) await running.step(type);
  const second = await finishOne(student, first.schoolId);
  const third = await finishOne(student, first.schoolId);

  const all = await past(student);
  expect(all.data.map(({ assessment_id }: { assessment_id: number }) => assessment_id)).toEqual([third, second, first].map(({ assessmentId }) => assessmentId));
  expect(all.data[0]).toMatchObject({ title: expect.any(String), class_name: expect.any(String), finished_at: expect.stringMatching(/Z$/) });
  expect(await past(student, { page: 2, per_page: 2 })).toMatchObject({
    data: [{ assessment_id: first.assessmentId }],
    pagination: { total: 3, last_page: 2 },
  });
  expect((await past(absent)).data).toEqual([]); // was not there
  await scenario.remove(second.courseId, student.accountId);
  expect((await past(student)).data).toHaveLength(2);
});

test('a canceled lesson is none to look back at, and the list is the student’s alone', async () => {
  const lesson = await scenario.lesson();
  const [student] = lesson.students as [TestPerson];
  const running = await runLesson(app, lesson);
  await running.login(student);
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  expect((await past(student)).data).toEqual([]);
  expect((await lesson.teacher.call(livePastLessons)).error?.code).toBe('NOT_ALLOWED');
  expect((await app.call(livePastLessons)).status).toBe(401);
  expect((await student.call(livePastLessons, { query: { per_page: 201 } })).status).toBe(422);
});
