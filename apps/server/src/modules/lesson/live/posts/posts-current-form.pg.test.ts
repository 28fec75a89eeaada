import { type Form, liveClose, liveOwnAnswers, liveReveal, liveStart, postsCurrentForm } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { discuss, idsOf } from './testing/discussion.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const ask = (lesson: RunningLesson, student: TestPerson, form?: Form | string) =>
  student.call(postsCurrentForm, { query: { assessment_id: lesson.assessmentId, ...(form ? { form } : {}) } });

test('[LIVE-32] before answering a student sees nothing of the open form; after answering the posts of all, own ones too, newest first', async () => {
  const lesson = await startLesson(app, scenario, { students: 3 });
  const { post } = discuss(lesson);
  const [first, second, third] = lesson.students as [TestPerson, TestPerson, TestPerson];
  const early = await post(first, 'Form - 1A', 0, 'The ball stands still.');
  expect((await ask(lesson, second)).body).toMatchObject({ visible: false, form: 'Form - 1A', posts: [], data: [], distribution: null });

  await app.clock.advanceMs(1_000);
  const own = await post(second, 'Form - 1A', 1);
  const seen = (await ask(lesson, second)).body;
  expect(seen.visible).toBe(true);
  expect(seen.posts.map(({ id }: { id: number }) => id)).toEqual([own, early]);
  expect(seen.data).toEqual(seen.posts);
  const ids = await lesson.choices('Form - 1A');
  expect(seen.posts[1]).toMatchObject({
    id: early,
    form: 'Form - 1A',
    account: { id: first.accountId, first_name: first.firstName, last_name: first.lastName, profile_picture: null },
    body: [{ response: lesson.first.titles[0], detail: { title: lesson.first.titles[0], response_id: ids[0] } }],
    comments: [],
    total_likes: [],
    total_dislikes: [],
    is_correct: null,
    filed_by: 'student',
  });
  expect(JSON.stringify(seen.posts[1]!.body[0]!.comment)).toContain('The ball stands still.');
  expect((await ask(lesson, third)).body.visible).toBe(false);
});

test('[L407] [LIVE-32] once a form has closed everybody in the class sees its posts, whether they answered or not', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  const { post } = discuss(lesson);
  const id = await post(lesson.students[0]!, 'Form - 1A', 0);
  await lesson.runOut();
  const seen = (await ask(lesson, lesson.students[1]!)).body;
  expect(seen).toMatchObject({ visible: true, form: 'Form - 1A' });
  expect(idsOf(seen.posts)).toEqual([id]);
});

test('[LIVE-33] [LIVE-43] the distribution counts every response, zeros included, and comes with the posts', async () => {
  const lesson = await startLesson(app, scenario, { students: 5 });
  const { post } = discuss(lesson);
  for (const student of lesson.students.slice(0, 4)) await lesson.login(student);
  await post(lesson.students[0]!, 'Form - 1A', 1);
  await post(lesson.students[1]!, 'Form - 1A', 1);
  await post(lesson.students[2]!, 'Form - 1A', 3);
  const ids = await lesson.choices('Form - 1A');
  expect((await ask(lesson, lesson.students[0]!)).body.distribution).toEqual({
    form: 'Form - 1A',
    answered: 3,
    of: 4,
    counts: [
      { response_id: ids[0], count: 0 },
      { response_id: ids[1], count: 2 },
      { response_id: ids[2], count: 0 },
      { response_id: ids[3], count: 1 },
    ],
  });
  await lesson.teacher.call(liveReveal, { body: { assessment_id: lesson.assessmentId, form: 'Form - 1A', what: 'distribution' } });
  expect((await ask(lesson, lesson.students[3]!)).body.distribution).toBeNull(); // revealed for the class, not for those who have yet to answer
});

test('[L282] [LIVE-41] words without a choice stand in the feed and count in nothing; an empty post does neither', async () => {
  const lesson = await startLesson(app, scenario, { students: 4, minutes: 1 });
  const { post } = discuss(lesson);
  await lesson.login(lesson.students[2]!); // is filed empty
  const chosen = await post(lesson.students[0]!, 'Form - 1A', 1);
  await app.clock.advanceMs(60_000); // time is up: an answer needs no choice any more
  const words = await post(lesson.students[1]!, 'Form - 1A', null, 'I am not sure, but it feels weightless.');
  await lesson.runOut(0);
  const rows = await app.db.selectFrom('live_posts').select(['account_id', 'filed_by']).where('session_id', '=', lesson.sessionId).execute();
  expect(rows).toHaveLength(3);
  const seen = (await ask(lesson, lesson.students[3]!)).body;
  expect(idsOf(seen.posts)).toEqual([chosen, words]);
  expect(seen.posts.find(({ id }: { id: number }) => id === words)).toMatchObject({
    body: [{ response: null, detail: { title: null, response_id: null } }],
    is_correct: null,
  });
  expect(seen.distribution).toMatchObject({ answered: 1, of: 3 });
});

test('[B2212] [LIVE-34] [LIVE-113] whether an answer is right is shown to its author once it is revealed or the session is finished, and of classmates never', async () => {
  const lesson = await startLesson(app, scenario, { students: 3 });
  const { post } = discuss(lesson);
  const [right, wrong, none] = lesson.students as [TestPerson, TestPerson, TestPerson];
  const query = { assessment_id: lesson.assessmentId };
  /** Returns what the feed shows of each post, and what the author of the own one is shown. */
  const correctnessIn = async (form: Form, student: TestPerson) => {
    const feed = (await ask(lesson, student, form)).body.posts.map(({ is_correct }: { is_correct: boolean | null }) => is_correct);
    const own = (await student.call(liveOwnAnswers, { query })).body.answers.find((answer: { form: Form }) => answer.form === form)?.post;
    return [...feed, own?.is_correct ?? null];
  };
  await post(wrong, 'Form - 1A', 0);
  await post(right, 'Form - 1A', 1);
  await lesson.step('re-assign');
  await post(right, 'Form - 1B', 1);
  await lesson.runOut();
  expect(await correctnessIn('Form - 1A', wrong)).toEqual([null, null, null]);
  expect((await lesson.teacher.call(liveReveal, { body: { assessment_id: lesson.assessmentId, form: 'Form - 1B', what: 'correctness' } })).status).toBe(200);
  expect(await correctnessIn('Form - 1A', wrong)).toEqual([null, null, false]);
  expect(await correctnessIn('Form - 1B', right)).toEqual([null, true]);
  expect(await correctnessIn('Form - 1A', none)).toEqual([null, null, null]);
  await lesson.step('next');
  await post(wrong, 'Form - 2', 2);
  expect(await correctnessIn('Form - 2', wrong)).toEqual([null, null]);
  await lesson.step('finished');
  expect(await correctnessIn('Form - 2', wrong)).toEqual([null, false]);
});

test('a form that has not opened shows nothing, another word for a form is 422, and the newest form is the default', async () => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  const [student] = lesson.students as [TestPerson];
  await discuss(lesson).post(student, 'Form - 1A', 1);
  expect((await ask(lesson, student, 'Form - 2')).body).toMatchObject({ visible: false, form: 'Form - 2', posts: [], distribution: null });
  expect((await ask(lesson, student, 'Form 1A')).status).toBe(422);
  await lesson.step('re-assign');
  expect((await ask(lesson, student)).body).toMatchObject({ visible: false, form: 'Form - 1B' });
  expect((await ask(lesson, student, 'Form - 1A')).body).toMatchObject({ visible: true, form: 'Form - 1A' });
});

test('[LIVE-52] before a run and after a canceled one there is nothing to show; the posts of a new run are its own', async () => {
  const idle = await scenario.lesson({ students: 1 });
  expect((await idle.students[0]!.call(postsCurrentForm, { query: { assessment_id: idle.assessmentId } })).error?.code).toBe('SESSION_NOT_RUNNING');
  const lesson = await startLesson(app, scenario, { students: 1 });
  const [student] = lesson.students as [TestPerson];
  await discuss(lesson).post(student, 'Form - 1A', 1);
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  const canceled = await ask(lesson, student);
  expect([canceled.status, canceled.error?.code]).toEqual([409, 'SESSION_NOT_RUNNING']);
  await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 5 } });
  expect((await ask(lesson, student)).body).toMatchObject({ visible: false, posts: [] });
});

test('staff have no student’s feed, and people outside the class no lesson', async () => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  for (const person of [lesson.teacher, lesson.coTeacher, lesson.admin, lesson.otherTeacher]) expect((await ask(lesson, person)).status).toBe(403);
  const outside = await ask(lesson, lesson.otherStudent);
  expect([outside.status, outside.error?.code]).toEqual([404, 'ASSESSMENT_NOT_FOUND']);
  await scenario.remove(lesson.courseId, lesson.students[0]!.accountId);
  expect((await ask(lesson, lesson.students[0]!)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
});
