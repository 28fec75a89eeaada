import { liveAssessment, liveClose } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { editQuestion } from '../../../bank/questions/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { runLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestLesson, type TestPerson } from '../../../../testing/scenario.ts';
import { discuss } from './testing/discussion.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const ask = async (lesson: Pick<TestLesson, 'assessmentId'>, person: TestPerson) => {
  const { body, status } = await person.call(liveAssessment, { query: { assessment_id: lesson.assessmentId } });
  expect(status).toBe(200);
  return body.assessment;
};
const askAsStaff = async (lesson: Pick<TestLesson, 'assessmentId'>, person: TestPerson) => {
  const seen = await ask(lesson, person);
  if (!('AbsentStudents' in seen)) throw new Error('staff see what a student sees');
  return seen;
};
const namesOf = (people: TestPerson[]) => people.map(({ firstName, lastName }) => `${firstName} ${lastName}`).toSorted();

test('[L189] [L191] [L192] [L420] before it runs, staff see the newest versions of both questions and everybody absent; students see no question', async () => {
  const lesson = await scenario.lesson({ students: 2 });
  for (const person of [lesson.teacher, lesson.coTeacher, lesson.admin]) {
    const seen = await askAsStaff(lesson, person);
    expect(seen).toMatchObject({
      id: lesson.assessmentId,
      class_id: lesson.courseId,
      teacher_name: `${lesson.teacher.firstName} ${lesson.teacher.lastName}`,
      status: 'Active',
      attempts: [],
      session: null,
      tally: null,
      totalStudent: 2,
      schedule_time: { schedule_date: '2024-05-06', start_time: null, end_time: null },
    });
    expect(seen.questions.map(({ title }: { title: string }) => title)).toEqual([lesson.first.title, lesson.transfer.title]);
    expect(seen.questions[0]!.responses[1]).toMatchObject({ response: lesson.first.titles[1], is_valid: true, match_label: '2', description: { type: 'doc' } });
    expect(seen.AbsentStudents.map(({ name }: { name: string }) => name).toSorted()).toEqual(namesOf(lesson.students));
  }
  const seen = await ask(lesson, lesson.students[0]!);
  expect(seen).toMatchObject({ id: lesson.assessmentId, questions: [], attempts: [], session: null, totalStudent: 2 });
  expect(Object.keys(seen)).not.toContain('AbsentStudents');
  expect(Object.keys(seen)).not.toContain('tally');
});

test('[LIVE-22] before it runs an edit is seen; once it runs the questions are those of the start', async () => {
  const lesson = await scenario.lesson({ students: 1 });
  const responses = ['yes', 'no'].map((choice, index) => ({ title: choice, description: 'why', match_label: '', is_valid: index === 0 }));
  const edit = (title: string) =>
    inTransaction(app.db, (tx) =>
      editQuestion(tx, {
        questionId: lesson.transfer.questionId,
        editor: { accountId: lesson.teacher.accountId, schoolId: lesson.schoolId },
        content: { title, description: 'Edited', published_state: 'PUBLISHED', responses },
      }),
    );
  await edit('Edited once');
  expect((await askAsStaff(lesson, lesson.teacher)).questions[1]!.title).toBe('Edited once');
  await runLesson(app, lesson);
  await edit('Edited twice');
  expect((await askAsStaff(lesson, lesson.teacher)).questions[1]!.title).toBe('Edited once');
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  expect((await askAsStaff(lesson, lesson.teacher)).questions[1]!.title).toBe('Edited twice');
});

test('[LIVE-40] [LIVE-43] while it runs, staff see attempts, absentees and the tally of the form opened last', async () => {
  const lesson = await startLesson(app, scenario, { students: 4 });
  const [first, second, third, absent] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson];
  for (const student of [first, second, third]) await lesson.login(student);
  const { post } = discuss(lesson);
  await post(first, 'Form - 1A', 1);
  await post(second, 'Form - 1A', 2);
  const ids = await lesson.choices('Form - 1A');
  const seen = await askAsStaff(lesson, lesson.coTeacher);
  expect(seen.tally).toEqual({
    as_of: expect.any(Number),
    form: 'Form - 1A',
    answered: 2,
    of: 3,
    right: 1,
    students: 4,
    counts: ids.map((response_id, index) => ({ response_id, count: [0, 1, 1, 0][index] })),
  });
  expect(seen.AbsentStudents).toEqual([{ id: absent.accountId, name: `${absent.firstName} ${absent.lastName}` }]);
  expect(seen.attempts.map(({ form }: { form: string }) => form)).toEqual(['Form - 1A']);
  expect(seen.session).toMatchObject({ id: lesson.sessionId, state: 'running', form: 'Form - 1A', phase_open: true });
  await lesson.step('re-assign');
  expect((await askAsStaff(lesson, lesson.teacher)).tally).toMatchObject({ form: 'Form - 1B', answered: 0, right: 0, of: 3 });
});

test('[LIVE-39] a student sees a question once its form opens, and both after the end', async () => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  const titles = async () => (await ask(lesson, lesson.students[0]!)).questions.map(({ title }: { title: string }) => title);
  expect(await titles()).toEqual([lesson.first.title]);
  await lesson.step('re-assign');
  expect(await titles()).toEqual([lesson.first.title]);
  await lesson.step('next');
  expect(await titles()).toEqual([lesson.first.title, lesson.transfer.title]);
  await lesson.step('finished');
  expect(await titles()).toEqual([lesson.first.title, lesson.transfer.title]);
  const finished = await askAsStaff(lesson, lesson.teacher);
  expect(finished).toMatchObject({ status: 'finished', session: { state: 'finished' }, tally: { form: 'Form - 2' } });
  expect(finished.attempts).toHaveLength(3);
});

test('[L193] [LIVE-17] [LIVE-52] after a cancel the lesson stands as before its start; the canceled run is named and counts nowhere', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  await discuss(lesson).post(lesson.students[0]!, 'Form - 1A', 1);
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  const staff = await askAsStaff(lesson, lesson.teacher);
  expect(staff).toMatchObject({ attempts: [], tally: null, totalStudent: 2, session: { id: lesson.sessionId, state: 'canceled' } });
  expect(staff.AbsentStudents).toHaveLength(2);
  expect(staff.questions).toHaveLength(2);
  expect(await ask(lesson, lesson.students[0]!)).toMatchObject({ attempts: [], questions: [], session: { state: 'canceled' } });
  const again = await runLesson(app, lesson);
  expect(await askAsStaff(lesson, lesson.teacher)).toMatchObject({ session: { id: again.sessionId, state: 'running' }, tally: { answered: 0, of: 0 } });
});

test('somebody who logged in and was then taken out of the class still stands in the figures of the lesson', async () => {
  const lesson = await startLesson(app, scenario, { students: 3 });
  await discuss(lesson).post(lesson.students[0]!, 'Form - 1A', 1);
  await scenario.remove(lesson.courseId, lesson.students[0]!.accountId);
  await scenario.remove(lesson.courseId, lesson.students[1]!.accountId);
  const seen = await askAsStaff(lesson, lesson.teacher);
  expect(seen.tally).toMatchObject({ answered: 1, of: 1, students: 2 });
  expect([seen.totalStudent, seen.AbsentStudents.map(({ id }: { id: number }) => id)]).toEqual([2, [lesson.students[2]!.accountId]]);
});

test('[B206] an assessment without a class says so to its owner and to Admins, and does not exist for anybody else', async () => {
  const room = await scenario.class({ students: 1 });
  const { assessmentId } = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: null });
  const codeFor = async (person: TestPerson) => (await person.call(liveAssessment, { query: { assessment_id: assessmentId } })).body.code;
  for (const person of [room.teacher, room.admin]) expect(await codeFor(person)).toBe('ASSESSMENT_WITHOUT_CLASS');
  for (const person of [room.coTeacher, room.otherTeacher, room.students[0]!]) expect(await codeFor(person)).toBe('ASSESSMENT_NOT_FOUND');
});

test('an assessment of another class, or that does not exist is ASSESSMENT_NOT_FOUND', async () => {
  const room = await scenario.class({ students: 1 });
  const lesson = await scenario.lesson({ students: 1 });
  const replies = await Promise.all([
    room.teacher.call(liveAssessment, { query: { assessment_id: lesson.assessmentId } }),
    lesson.otherStudent.call(liveAssessment, { query: { assessment_id: lesson.assessmentId } }),
    lesson.otherTeacher.call(liveAssessment, { query: { assessment_id: lesson.assessmentId } }),
    lesson.admin.call(liveAssessment, { query: { assessment_id: 999_999 } }),
  ]);
  expect(replies.map(({ status, error }) => [status, error?.code])).toEqual(replies.map(() => [404, 'ASSESSMENT_NOT_FOUND']));
  expect((await app.call(liveAssessment, { query: { assessment_id: lesson.assessmentId } })).status).toBe(401);
  expect((await lesson.teacher.call(liveAssessment, { query: { assessment_id: 'x' } })).status).toBe(422);
});
