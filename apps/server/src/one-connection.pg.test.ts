import {
  assessmentGet,
  assessmentList,
  authLogin,
  authLogout,
  authMe,
  channels,
  commentAdd,
  type Endpoint,
  formWiseReactions,
  lessonCompare,
  liveActive,
  liveAdjustTime,
  liveAssessment,
  liveCommentLogs,
  liveDraft,
  liveElapsedTime,
  liveFeed,
  liveLessons,
  liveOwnAnswers,
  liveOwnPair,
  livePairJoin,
  livePairs,
  livePairsMake,
  livePairsPublish,
  liveResponded,
  liveReveal,
  liveRunning,
  liveSettings,
  liveSettingsUpdate,
  liveSnapshotExport,
  liveState,
  liveStudentRespond,
  liveStudentSnapshot,
  liveSummary,
  liveTeacherSnapshot,
  postGet,
  postReact,
  postReactions,
  postsCurrentForm,
  replyAdd,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, hear, runLesson, type Scenario, startTestApp, type TestApp } from './testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp({ maxConnections: 1 });
  scenario = createScenario(app);
});
afterAll(() => app.close());

/**
 * A call that holds its transaction's connection and waits for a second one stops the whole server as soon as there are
 * as many such calls as connections. With one connection a single call is enough to show it.
 */
test('no call needs a second connection: a whole lesson runs on one', async () => {
  const lesson = await runLesson(app, await scenario.lesson({ students: 3 }));
  const { teacher, assessmentId, students } = lesson;
  const [ada, bao] = [students[0]!, students[1]!];
  const succeed = async (person: typeof teacher, endpoint: Endpoint, args: { query?: object; body?: object; params?: object } = {}) => {
    const reply = await person.call(endpoint, args as never);
    expect([endpoint.name, reply.error]).toEqual([endpoint.name, null]);
    return reply.body;
  };
  const query = { assessment_id: assessmentId };

  const ears = [await hear(app, ada, channels.assessment(assessmentId)), await hear(app, teacher, channels.staff(assessmentId))];
  for (const student of students) expect((await lesson.login(student)).error).toBeNull();
  await succeed(ada, liveDraft, { body: { session_id: lesson.sessionId, form: 'Form - 1A', revision: 1, response_id: null, comment: 'Perhaps' } });
  for (const student of [ada, bao]) expect((await lesson.answer(student, 'Form - 1A', 1, { key: `answer-${student.accountId}` })).error).toBeNull();
  await succeed(teacher, liveSettingsUpdate, { body: { ...query, can_comment: true } });
  const { posts } = await succeed(ada, postsCurrentForm, { query });
  const post = posts.find(({ account }: { account: { id: number } }) => account.id === bao.accountId);
  await succeed(ada, postReact, { body: { post_id: post.id, reaction_type: 'like' } });
  const { comment } = await succeed(ada, commentAdd, { body: { post_id: post.id, comment: 'Why?' } });
  await succeed(bao, replyAdd, { body: { comment_id: comment.id, reply: 'Because' } });
  await succeed(teacher, liveAdjustTime, { body: { ...query, type: 'increase', time: 1 } });
  await succeed(teacher, liveReveal, { body: { ...query, form: 'Form - 1A', what: 'distribution' } });
  for (const endpoint of [liveAssessment, liveSettings, liveElapsedTime, liveSummary, liveState]) {
    await succeed(teacher, endpoint, { query });
    await succeed(ada, endpoint, { query });
  }
  for (const endpoint of [liveActive, formWiseReactions, liveOwnAnswers]) await succeed(ada, endpoint, { query });
  await succeed(ada, liveRunning);
  for (const endpoint of [liveResponded, liveCommentLogs]) await succeed(teacher, endpoint, { query });
  for (const endpoint of [liveLessons, assessmentList, authMe]) await succeed(teacher, endpoint);
  await succeed(teacher, liveFeed, { query: { ...query, form: 'Form - 1A' } });
  await succeed(teacher, liveStudentRespond, { query: { ...query, student_id: ada.accountId } });
  await succeed(teacher, assessmentGet, { params: { id: assessmentId } });
  for (const endpoint of [postGet, postReactions]) await succeed(ada, endpoint, { query: { post_id: post.id } });
  await succeed(teacher, livePairsMake, { body: { ...query, revision: 0 } });
  expect((await lesson.step('re-assign')).error).toBeNull();
  await succeed(teacher, livePairsPublish, { body: { ...query, revision: 1 } });
  await succeed(teacher, livePairs, { query });
  await succeed(ada, livePairJoin, { body: query });
  await succeed(ada, liveOwnPair, { query });
  for (const type of ['next', 'finished'] as const) expect((await lesson.step(type)).error).toBeNull();
  await succeed(ada, liveStudentSnapshot, { query });
  await succeed(teacher, liveTeacherSnapshot, { query });
  await succeed(teacher, liveSnapshotExport, { query });
  await succeed(teacher, lessonCompare, { query });
  expect((await app.call(authLogin, { body: { email: 'nobody@school.test', password: 'x' } })).error?.code).toBe('SIGN_IN_REFUSED');
  await succeed(bao, authLogout);
  for (const ear of ears) ear.close();
});

test('fifty phones that subscribe at once are all let in', async () => {
  const lesson = await runLesson(app, await scenario.lesson({ students: 50 }));
  const ears = await Promise.all(lesson.students.map((student) => hear(app, student, channels.assessment(lesson.assessmentId))));
  expect(ears).toHaveLength(50);
  for (const ear of ears) ear.close();
});
