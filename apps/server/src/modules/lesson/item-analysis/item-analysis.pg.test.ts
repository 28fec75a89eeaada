import { type Form, itemAnalysisGet, liveClose, questionList } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { type RunningLesson, runLesson } from '../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../testing/scenario.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

/**
 * Counted by hand. Choices of six students (the second choice, 1, is right; – is no answer):
 *
 *             ann  ben  cem  dia  eve  fay
 *   1A         0    1    0    1    2    –
 *   1B         1    1    3    0    –    1
 *   2          1    2    1    –    1    1
 */
const CHOICES: Record<Form, (number | null)[]> = { 'Form - 1A': [0, 1, 0, 1, 2, null], 'Form - 1B': [1, 1, 3, 0, null, 1], 'Form - 2': [1, 2, 1, null, 1, 1] };

/** The choices of `CHOICES`, but everybody who answers after the discussion is right. */
const GAINING = { ...CHOICES, 'Form - 1B': [1, 1, 1, 1, null, 1] };

async function answerAll(lesson: RunningLesson, until: Form = 'Form - 2', choices = CHOICES): Promise<void> {
  for (const student of lesson.students) await lesson.login(student);
  for (const form of ['Form - 1A', 'Form - 1B', 'Form - 2'] as const) {
    if (form !== 'Form - 1A') await lesson.step(form === 'Form - 1B' ? 're-assign' : 'next');
    for (const [index, choice] of choices[form].entries()) if (choice !== null) await lesson.answer(lesson.students[index] as TestPerson, form, choice);
    if (form === until) return;
  }
}

async function finishedLesson(choices = CHOICES): Promise<RunningLesson> {
  const lesson = await runLesson(app, await scenario.lesson({ students: 6 }));
  await answerAll(lesson, 'Form - 2', choices);
  expect((await lesson.step('finished')).status).toBe(200);
  await app.server.jobs.runDue();
  return lesson;
}

const analysisOf = async (person: TestPerson, questionId: number) => (await person.call(itemAnalysisGet, { params: { id: questionId } })).body.data;
const filteredBy = (questionId: number) => app.db.selectFrom('item_figures').selectAll().where('question_id', '=', questionId).executeTakeFirst();

describe('a finished lesson', () => {
  test('[B251] gives the figures of the question that was discussed', async () => {
    const { teacher, first } = await finishedLesson();
    const [result, ...more] = await analysisOf(teacher, first.questionId);
    expect(more).toEqual([]);
    expect(result).toMatchObject({ part: 'first', version: 1, question_version_id: first.versionId, times_asked: 1, answered_first: 5, answered_second: 5 });
    expect(result).toMatchObject({
      share_first: 2 / 5,
      share_second: 3 / 5,
      discrimination: -1,
      transfer_if_right: 2 / 3,
      transfer_if_wrong: 1,
      hint: 'discuss',
    });
    // ann gained what dia lost; eve and fay each chose only once, so they are in no move and no gain
    expect(result!.gain).toBe(0);
    expect(result!.responses.map(({ first, second, first_strong, first_weak }) => [first, second, first_strong, first_weak])).toEqual([
      [2, 1, 2, 0],
      [2, 3, 0, 1],
      [1, 0, 1, 0],
      [0, 1, 0, 0],
    ]);
    expect(result!.responses.map(({ title }: { title: string }) => title)).toEqual(first.titles);
    // students who chose both times, from response to response: the moves add up to the number of these students who
    // chose each response
    const ids = result!.responses.map(({ response_id }: { response_id: number }) => response_id);
    const moves = result!.moves.map(({ from, to, count }: { from: number; to: number; count: number }) => [ids.indexOf(from), ids.indexOf(to), count]);
    expect(moves).toEqual([
      [0, 1, 1],
      [0, 3, 1],
      [1, 0, 1],
      [1, 1, 1],
    ]);
  });

  test('gives those of the transfer question, which was asked once', async () => {
    const { teacher, transfer } = await finishedLesson();
    const [result] = await analysisOf(teacher, transfer.questionId);
    expect(result).toMatchObject({
      part: 'transfer',
      answered_first: 5,
      answered_second: 0,
      share_first: 4 / 5,
      share_second: null,
      gain: null,
      discrimination: -1,
      hint: null,
      moves: [],
    });
    expect(await filteredBy(transfer.questionId)).toBeUndefined();
  });

  test('is what the bank is filtered by, and analysing it twice counts it once', async () => {
    const { first, sessionId } = await finishedLesson();
    const before = await filteredBy(first.questionId);
    expect(before).toMatchObject({ times_asked: 1, answered: 5, share_first: 0.4, share_second: 0.6 });
    await app.db
      .insertInto('jobs')
      .values({ kind: 'item-analysis', payload: JSON.stringify({ session_id: sessionId }) })
      .execute();
    await app.server.jobs.runDue();
    expect(await filteredBy(first.questionId)).toEqual(before);
  });
});

test('a question asked in two classes adds up, and each class has its own halves', async () => {
  const owner = await scenario.lesson({ students: 6 });
  const other = await scenario.class({ students: 6, schoolId: owner.schoolId });
  const again = await scenario.assessment({
    owner: other.teacher,
    schoolId: owner.schoolId,
    classId: other.courseId,
    questions: [owner.first, owner.transfer],
  });
  for (const lesson of [await runLesson(app, owner), await runLesson(app, { ...other, ...again })]) {
    await answerAll(lesson);
    await lesson.step('finished');
  }
  await app.server.jobs.runDue();
  const [result] = await analysisOf(owner.teacher, owner.first.questionId);
  expect(result).toMatchObject({ times_asked: 2, answered_first: 10, share_first: 0.4, discrimination: -1 });
  expect(result!.moves.map(({ count }: { count: number }) => count)).toEqual([2, 2, 2, 2]);
});

test('a canceled lesson, and one that is still running, are in no figure', async () => {
  const canceled = await runLesson(app, await scenario.lesson({ students: 6 }));
  await answerAll(canceled, 'Form - 1A');
  await canceled.teacher.call(liveClose, { body: { id: canceled.assessmentId } });
  await app.server.jobs.runDue();
  expect(await analysisOf(canceled.teacher, canceled.first.questionId)).toEqual([]);
  const running = await runLesson(app, await scenario.lesson({ students: 6 }));
  await answerAll(running, 'Form - 1A');
  await app.server.jobs.runDue();
  expect(await analysisOf(running.teacher, running.first.questionId)).toEqual([]);
});

test('students do not see it; what is not there is not found', async () => {
  const { students, teacher, otherTeacher, first } = await finishedLesson();
  expect((await (students[0] as TestPerson).call(itemAnalysisGet, { params: { id: first.questionId } })).status).toBe(403);
  expect((await otherTeacher.call(itemAnalysisGet, { params: { id: first.questionId } })).status).toBe(200);
  expect((await teacher.call(itemAnalysisGet, { params: { id: 999_999 } })).error?.code).toBe('QUESTION_NOT_FOUND');
});

test('the bank is narrowed to questions that did so in lessons, for staff alone', async () => {
  const { students, teacher, first, transfer } = await finishedLesson(GAINING); // 40% right in Form - 1A, all in Form - 1B
  const found = async (person: TestPerson, past_results: string) => {
    const { body } = await person.call(questionList, { query: { past_results, account_id: teacher.accountId } });
    return body.data.map(({ id }: { id: number }) => id);
  };
  expect(await found(teacher, 'discuss')).toEqual([first.questionId]);
  expect(await found(teacher, 'gaining')).toEqual([first.questionId]);
  for (const other of ['explain', 'go-on', 'discriminating']) expect(await found(teacher, other), other).toEqual([]);
  expect(await found(teacher, 'never')).toEqual([transfer.questionId]);
  expect(await found(students[0] as TestPerson, 'explain')).toEqual([transfer.questionId, first.questionId]);
  expect((await teacher.call(questionList, { query: { past_results: 'best' } })).error?.errors).toHaveProperty('past_results');
});
