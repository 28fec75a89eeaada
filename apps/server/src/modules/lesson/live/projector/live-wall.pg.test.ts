import { channels, type Form, liveAsk, liveClose, liveProjector, liveReveal, liveState, liveWall, type WallView } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hear, until } from '../../../../testing/hear.ts';
import { startTestApp, type TestApp, type TestReply } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  await app.listen(); // calls go to two processes in turns, and so do sockets
  scenario = createScenario(app);
});
afterAll(() => app.close());

const show = (lesson: RunningLesson, what: string, of: Form | null = null, step = 0, person: TestPerson = lesson.teacher): Promise<TestReply> =>
  person.call(liveWall, { body: { assessment_id: lesson.assessmentId, show: what, of, step } as never });
const codeOf = async (reply: Promise<TestReply>) => (await reply).error?.code ?? 'done';
const wallOf = async ({ teacher, assessmentId }: RunningLesson): Promise<WallView> =>
  (await teacher.call(liveProjector, { query: { assessment_id: assessmentId } })).body.projector.wall;
const reveal = ({ teacher, assessmentId }: RunningLesson, form: Form, what: 'distribution' | 'correctness') =>
  teacher.call(liveReveal, { body: { assessment_id: assessmentId, form, what } });

/** Runs both forms of the first question: of three students one changes from wrong to right. */
async function answeredTwice(): Promise<RunningLesson> {
  const lesson = await startLesson(app, scenario);
  const [first, second, third] = lesson.students as [TestPerson, TestPerson, TestPerson];
  for (const student of lesson.students) await lesson.login(student);
  for (const [student, choice] of [
    [first, 0],
    [second, 1],
    [third, 2],
  ] as const)
    await lesson.answer(student, 'Form - 1A', choice);
  await lesson.step('re-assign');
  for (const [student, choice] of [
    [first, 1],
    [second, 1],
    [third, 2],
  ] as const)
    await lesson.answer(student, 'Form - 1B', choice);
  return lesson;
}

test('[B2130] [LIVE-81] a wall hears what staff chose, a fresh load and the class’s state say the same, and the next form ends it', async () => {
  const lesson = await startLesson(app, scenario);
  const ear = await hear(app, lesson.teacher, channels.projector(lesson.assessmentId));
  expect(await wallOf(lesson)).toMatchObject({ show: 'question', of: 'Form - 1A' });
  const chosen = await show(lesson, 'nothing');
  expect(chosen.body.session.wall).toEqual({ show: 'nothing', of: null, step: 0 });
  await until(() => ear.events.some(({ data }) => (data as { wall: WallView }).wall.show === 'nothing'), 'the walls show nothing');
  expect(await wallOf(lesson)).toMatchObject({ show: 'nothing' });
  const { session } = (await lesson.students[0]!.call(liveState, { query: { assessment_id: lesson.assessmentId, epoch: 0, since: 0 } })).body;
  expect(session?.wall).toEqual({ show: 'nothing', of: null, step: 0 });
  await lesson.step('re-assign');
  expect(await wallOf(lesson)).toMatchObject({ show: 'question', of: 'Form - 1B' });
  ear.close();
});

test('[B2131] [LIVE-82] [LIVE-83] a change reveals what it compares, counts pairs of choices, and says what is right only once that is revealed', async () => {
  const lesson = await answeredTwice();
  expect(await codeOf(show(lesson, 'change', 'Form - 1B'))).toBe('WALL_FORM_OPEN');
  expect((await wallOf(lesson)).change).toBeNull();
  await lesson.runOut();
  const reply = await show(lesson, 'change', 'Form - 1B');
  expect(reply.body.session.attempts.map((attempt: { distribution_revealed: boolean }) => attempt.distribution_revealed)).toEqual([true, true]);
  const [a, b, c] = await lesson.choices('Form - 1A');
  const flows = [
    { from_response_id: a, to_response_id: b, count: 1 },
    { from_response_id: b, to_response_id: b, count: 1 },
    { from_response_id: c, to_response_id: c, count: 1 },
  ];
  const { change } = await wallOf(lesson);
  expect(change).toMatchObject({ moves: null, branches: null });
  expect(change?.flows).toHaveLength(3);
  expect(change?.flows).toEqual(expect.arrayContaining(flows));
  expect(change?.forms.map(({ form, answered }) => [form, answered])).toEqual([
    ['Form - 1A', 3],
    ['Form - 1B', 3],
  ]);
  await reveal(lesson, 'Form - 1B', 'correctness');
  expect((await wallOf(lesson)).change?.moves).toEqual({ kept_right: 1, wrong_to_right: 1, right_to_wrong: 0, kept_wrong: 1 });
});

test('[B2131] after Form - 2 the eight ways come once both questions are revealed', async () => {
  const lesson = await answeredTwice();
  await lesson.step('next');
  for (const [index, student] of lesson.students.entries()) await lesson.answer(student, 'Form - 2', index === 0 ? 1 : 0);
  await lesson.runOut();
  await reveal(lesson, 'Form - 2', 'correctness');
  expect(await codeOf(show(lesson, 'change', 'Form - 2'))).toBe('WALL_NOT_REVEALED');
  await reveal(lesson, 'Form - 1B', 'correctness');
  expect(await codeOf(show(lesson, 'change', 'Form - 2'))).toBe('done');
  const { change } = await wallOf(lesson);
  expect(change?.branches?.reduce((sum, { students }) => sum + students, 0)).toBe(3);
  expect(change?.branches?.find(({ first, second, transfer }) => !first && second && transfer)?.students).toBe(1);
});

test('[B2132] [LIVE-83] explanations begin with the right response; each step is one that the question has', async () => {
  const lesson = await answeredTwice();
  await lesson.runOut();
  expect(await codeOf(show(lesson, 'explain', 'Form - 1B'))).toBe('WALL_NOT_REVEALED');
  await reveal(lesson, 'Form - 1B', 'correctness');
  const [a, b] = await lesson.choices('Form - 1A');
  await show(lesson, 'explain', 'Form - 1B');
  expect((await wallOf(lesson)).explained).toMatchObject({ response_id: b, is_valid: true, steps: 4 });
  await show(lesson, 'explain', 'Form - 1B', 1);
  const { explained } = await wallOf(lesson);
  expect(explained).toMatchObject({ response_id: a, is_valid: false });
  expect(JSON.stringify(explained?.description)).toContain('Reasoning');
  const tooFar = await show(lesson, 'explain', 'Form - 1B', 4);
  expect([tooFar.status, Object.keys(tooFar.error?.errors ?? {})]).toEqual([422, ['step']]);
});

test('[B2134] [LIVE-82] what is not revealed, not opened or not there is refused, and others may not choose', async () => {
  const lesson = await startLesson(app, scenario);
  expect(await codeOf(show(lesson, 'distribution', 'Form - 1A'))).toBe('WALL_NOT_REVEALED');
  expect(await codeOf(show(lesson, 'distribution', 'Form - 1B'))).toBe('STEP_NOT_ALLOWED');
  expect(await codeOf(show(lesson, 'results'))).toBe('STEP_NOT_ALLOWED');
  expect(Object.keys((await show(lesson, 'distribution')).error?.errors ?? {})).toEqual(['of']);
  for (const [what, of, step, field] of [
    ['names', null, 0, 'show'],
    ['distribution', 'Form 1A', 0, 'of'],
    ['explain', 'Form - 1A', -1, 'step'],
    ['explain', 'Form - 1A', 0.5, 'step'],
    ['explain', 'Form - 1A', 1000, 'step'],
  ] as const) {
    const reply = await show(lesson, what, of as Form, step);
    expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, [field]]);
  }
  expect(await codeOf(show(lesson, 'nothing', null, 0, lesson.students[0]))).toBe('NOT_ALLOWED');
  expect(await codeOf(show(lesson, 'nothing', null, 0, lesson.otherTeacher))).toBe('ASSESSMENT_NOT_FOUND');
  expect((await wallOf(lesson)).show).toBe('question');
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  expect(await codeOf(show(lesson, 'nothing'))).toBe('SESSION_NOT_RUNNING');
});

test('[B2134] of two teachers who choose at once one choice holds, whole, on every wall', async () => {
  const lesson = await startLesson(app, scenario);
  await reveal(lesson, 'Form - 1A', 'distribution');
  const replies = await Promise.all([show(lesson, 'nothing'), show(lesson, 'distribution', 'Form - 1A', 0, lesson.coTeacher), show(lesson, 'question')]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { show: shown, of } = await wallOf(lesson);
  expect([
    ['nothing', null],
    ['distribution', 'Form - 1A'],
    ['question', null],
  ]).toContainEqual([shown, of]);
});

test('[B2284] [LIVE-131] a question that is read out stands on the wall with its words and without its author, of this run alone, until something else is shown', async () => {
  const lesson = await startLesson(app, scenario);
  const other = await startLesson(app, scenario);
  const [student] = lesson.students as [TestPerson];
  const ask = async ({ assessmentId }: RunningLesson, person: TestPerson) =>
    (await person.call(liveAsk, { body: { assessment_id: assessmentId, question: 'Why is it the same in both?' } })).body.question.id as number;
  const id = await ask(lesson, student);
  const foreign = await ask(other, other.students[0] as TestPerson);
  const choose = (question_id: unknown, what = 'asked') =>
    lesson.teacher.call(liveWall, { body: { assessment_id: lesson.assessmentId, show: what, question_id } as never });
  for (const missing of [undefined, 'x', 0]) {
    const reply = await choose(missing);
    expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, ['question_id']]);
  }
  for (const unknown of [foreign, 999_999]) expect(await codeOf(choose(unknown))).toBe('QUESTION_NOT_FOUND');
  const ear = await hear(app, lesson.teacher, channels.projector(lesson.assessmentId));
  const room = await hear(app, student, channels.assessment(lesson.assessmentId));
  expect((await choose(id)).body.session.wall).toEqual({ show: 'asked', of: null, step: 0, question_id: id });
  const shown = await until(() => ear.events.find(({ data }) => data.wall?.show === 'asked'), 'the question on the wall');
  expect(shown.data.wall).toEqual({
    show: 'asked',
    of: null,
    step: 0,
    question_id: id,
    distribution: null,
    change: null,
    explained: null,
    asked: 'Why is it the same in both?',
  });
  const view = JSON.stringify((await lesson.teacher.call(liveProjector, { query: { assessment_id: lesson.assessmentId } })).body);
  for (const hidden of [student.firstName, student.lastName, `"account_id":${student.accountId}`]) expect(view).not.toContain(hidden);
  // the class learns that something is read out, by its number alone
  const told = await room.first('assessment.wall.changed');
  expect(told.data).toMatchObject({ show: 'asked', question_id: id });
  expect(JSON.stringify(room.events)).not.toContain('Why is it the same');
  // another choice forgets the number, and a number without "asked" is left out
  expect((await choose(id, 'nothing')).body.session.wall).toEqual({ show: 'nothing', of: null, step: 0 });
  await choose(id);
  await lesson.step('re-assign');
  expect((await wallOf(lesson)).asked).toBeNull();
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  expect(await codeOf(choose(id))).toBe('SESSION_NOT_RUNNING');
  ear.close();
  room.close();
});

test('[B2285] an unknown show, form or step is refused by its field', async () => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  for (const [field, wrong] of [
    ['show', { show: 'answers' }],
    ['show', { show: null }],
    ['show', {}],
    ['of', { show: 'change', of: 'Form - 3' }],
    ['of', { show: 'change', of: 1 }],
    ['of', { show: 'change', of: null }],
    ['step', { show: 'explain', of: 'Form - 1A', step: -1 }],
    ['step', { show: 'explain', of: 'Form - 1A', step: 1.5 }],
    ['step', { show: 'explain', of: 'Form - 1A', step: 100 }],
    ['step', { show: 'explain', of: 'Form - 1A', step: 'first' }],
  ] as const) {
    const reply = await lesson.teacher.call(liveWall, { body: { assessment_id: lesson.assessmentId, ...wrong } as never });
    expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, [field]]);
  }
});
