import { assessmentCreate, assessmentDelete, assessmentUpdate, channels } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, type Tx } from '../../../platform/database/index.ts';
import { assessmentChoices } from '../../../testing/assessment-choices.ts';
import { hear, until } from '../../../testing/hear.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestLesson } from '../../../testing/scenario.ts';
import { createClass, createTopic } from '../../class/classes/index.ts';

let app: TestApp;
let scenario: Scenario;
let choices: Record<string, number>;
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(app.db, work);

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  choices = await inTx(assessmentChoices);
});
afterAll(() => app.close());

async function formFor(lesson: TestLesson, courseId: number) {
  const topic_id = await inTx((tx) => createTopic(tx, courseId, `Topic of ${courseId} ${Math.random()}`));
  const questions = [lesson.first.questionId, lesson.transfer.questionId];
  return { title: 'Circuits', ...choices, class_id: courseId, topic_id, schedule_date: '2026-03-31', status: 0, questions };
}
async function heardLesson() {
  const lesson = await scenario.lesson();
  const made = await lesson.teacher.call(assessmentCreate, { body: await formFor(lesson, lesson.courseId) });
  expect(made.status).toBe(201);
  const id = made.body.assessment.id as number;
  const [student] = lesson.students;
  const ears = {
    student: await hear(app, student!, channels.assessment(id)),
    colleague: await hear(app, lesson.coTeacher, channels.staff(id)),
    teacher: await hear(app, lesson.teacher, channels.assessment(id)),
  };
  return { lesson, id, student: student!, ears };
}

test('[B106] who hears a lesson hears it no more once it is moved to another class, and cannot subscribe again; who still may goes on hearing', async () => {
  const { lesson, id, student, ears } = await heardLesson();
  const other = await inTx((tx) => createClass(tx, { schoolId: lesson.schoolId, ownerId: lesson.teacher.accountId, name: 'Another class' }));
  const moved = await lesson.teacher.call(assessmentUpdate, { params: { id }, body: await formFor(lesson, other) });
  expect(moved.status).toBe(200);
  await until(() => ears.student.isEnded() && ears.colleague.isEnded(), 'the end of what the old class hears');
  expect(ears.teacher.isEnded()).toBe(false);
  await expect(hear(app, student, channels.assessment(id))).rejects.toThrow('403');
  await expect(hear(app, lesson.coTeacher, channels.staff(id))).rejects.toThrow('403');
});

test('[B106] the channel of a lesson that is deleted ends for everybody', async () => {
  const { lesson, id, ears } = await heardLesson();
  expect((await lesson.teacher.call(assessmentDelete, { params: { id } })).status).toBe(200);
  await until(() => Object.values(ears).every((ear) => ear.isEnded()), 'the end of every subscription');
});
