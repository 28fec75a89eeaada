import { type Form, liveClose, liveDraft, liveOwnAnswers } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { discuss } from './testing/discussion.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const ownOf = async (lesson: RunningLesson, student: TestPerson) => {
  const reply = await student.call(liveOwnAnswers, { query: { assessment_id: lesson.assessmentId } });
  expect(reply.status).toBe(200);
  return reply.body;
};
const validity = (question: { responses: { is_valid?: boolean }[] }) => question.responses.map(({ is_valid }) => is_valid);

test('[B108] after the finish a student finds the answers of all three forms, right or wrong, with what was right, why, and what the teacher said', async () => {
  const lesson = await startLesson(app, scenario, { students: 3 });
  const talk = discuss(lesson);
  const [ann, ben] = lesson.students as [TestPerson, TestPerson];
  await lesson.login(ben);
  const first = await talk.post(ann, 'Form - 1A', 0, 'I guessed.');
  await talk.comment(lesson.teacher, first, 'Think of the second lamp.');
  await lesson.step('re-assign');
  await talk.post(ann, 'Form - 1B', 1, 'Now I know.');
  await talk.post(ben, 'Form - 1B', 0);
  await lesson.step('next');
  await talk.post(ann, 'Form - 2', 1);
  await lesson.step('finished');

  const own = await ownOf(lesson, ann);
  expect(own.questions.map(({ title }: { title: string }) => title)).toEqual([lesson.first.title, lesson.transfer.title]);
  expect(own.questions.map(validity)).toEqual([
    [false, true, false, false],
    [false, true, false, false],
  ]);
  expect(JSON.stringify(own.questions)).toContain('Reasoning');
  const [one, two] = own.questions.map(({ id }: { id: number }) => id);
  expect(own.answers).toMatchObject([
    {
      form: 'Form - 1A',
      question_id: one,
      post: { id: first, is_correct: false, filed_by: 'student', comments: [{ comment: 'Think of the second lamp.', by_staff: true }] },
      late: [],
      distribution: { answered: 1 },
    },
    { form: 'Form - 1B', question_id: one, post: { is_correct: true, comments: [] }, distribution: { answered: 2 } },
    { form: 'Form - 2', question_id: two, post: { is_correct: true }, distribution: { answered: 1 } },
  ]);

  // a student who was present and wrote nothing has nothing filed in any form
  const silent = await ownOf(lesson, ben);
  expect(silent.answers.map(({ post }: { post: unknown }) => post !== null)).toEqual([false, true, false]);
  const absent = await ownOf(lesson, lesson.students[2]!);
  expect(absent.answers.map(({ post }: { post: unknown }) => post)).toEqual([null, null, null]);
  expect(absent.questions).toHaveLength(2);
});

test('[L279] what came too late stays with its student after the finish, next to the draft that was filed and counts', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  const [ann, ben] = lesson.students as [TestPerson, TestPerson];
  const ids = await lesson.choices('Form - 1A');
  const body = { session_id: lesson.sessionId, form: 'Form - 1A' as Form, revision: 1, response_id: ids[0], comment: 'first words' };
  expect((await ann.call(liveDraft, { body })).status).toBe(200);
  await lesson.step('re-assign');
  expect((await lesson.answer(ann, 'Form - 1A', 2, { comment: 'better words' })).error?.code).toBe('PHASE_CLOSED');
  await lesson.step('next');
  await lesson.step('finished');

  const own = await ownOf(lesson, ann);
  expect(own.answers[0]).toMatchObject({
    post: { filed_by: 'server', body: [{ detail: { response_id: ids[0] } }] },
    late: [{ form: 'Form - 1A', kind: 'answer', response_id: ids[2], response: expect.any(String) }],
    distribution: { answered: 1 }, // the late one is in no figure
  });
  expect(JSON.stringify(own.answers[0]!.post!.body)).toContain('first words');
  expect(JSON.stringify(own.answers[0]!.late)).toContain('better words');
  expect((await ownOf(lesson, ben)).answers.flatMap(({ late }: { late: unknown[] }) => late)).toEqual([]);
});

test('[B108] [LIVE-34] [LIVE-35] while the lesson runs a student’s own answers say neither what is right nor what others said, before that may be known', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  const talk = discuss(lesson);
  const [ann] = lesson.students as [TestPerson];
  expect(await ownOf(lesson, ann)).toMatchObject({ questions: [{ title: lesson.first.title }], answers: [{ post: null, distribution: null }] });
  const first = await talk.post(ann, 'Form - 1A', 1);
  await talk.comment(lesson.teacher, first, 'Well said.');
  const answered = await ownOf(lesson, ann);
  expect(answered.answers).toMatchObject([{ post: { id: first, is_correct: null, comments: [{ comment: 'Well said.' }] }, distribution: { answered: 1 } }]);
  expect(JSON.stringify(answered)).not.toContain('is_valid');
  expect(JSON.stringify(answered)).not.toContain('Reasoning');
  await lesson.step('re-assign');
  expect((await ownOf(lesson, ann)).answers).toMatchObject([
    { post: { id: first, comments: [] }, distribution: { answered: 1 } },
    { post: null, distribution: null },
  ]);
});

test('a student’s own answers are nobody else’s to ask for, and there are none without a run', async () => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  const query = { assessment_id: lesson.assessmentId };
  for (const person of [lesson.teacher, lesson.admin]) expect((await person.call(liveOwnAnswers, { query })).status).toBe(403);
  expect((await lesson.otherStudent.call(liveOwnAnswers, { query })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  expect((await app.call(liveOwnAnswers, { query })).status).toBe(401);
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  expect(await ownOf(lesson, lesson.students[0]!)).toEqual({ status: 'success', questions: [], answers: [], same_way: null });
});
