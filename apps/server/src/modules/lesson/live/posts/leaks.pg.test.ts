import {
  lessonCompare,
  commentGet,
  type Form,
  formWiseReactions,
  liveActive,
  liveAssessment,
  liveElapsedTime,
  liveFeed,
  liveOwnAnswers,
  liveStudentSnapshot,
  liveTeacherSnapshot,
  liveCommentLogs,
  liveProjector,
  liveProjectorResults,
  liveReveal,
  liveRunning,
  liveSettings,
  liveSnapshotExport,
  liveState,
  liveStudentRespond,
  liveSummary,
  liveResponded,
  postGet,
  postReact,
  postReactions,
  postsCurrentForm,
  replyGet,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestReply } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { discuss } from './testing/discussion.ts';
import { findLeaks } from './testing/leaks.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const ANSWER = 'POST-SECRET of the author';
const COMMENT = 'COMMENT-SECRET of the teacher';
const REPLY = 'REPLY-SECRET of a classmate';
const REASONING = 'Reasoning';

/**
 * Creates Form - 1A with a post, a comment and a reply, and commenting on; the third student has written nothing, the
 * fourth is absent.
 */
async function discussed() {
  const lesson = await startLesson(app, scenario, { students: 4 });
  const talk = discuss(lesson);
  await talk.openCommenting();
  const [author, classmate, silent] = lesson.students as [TestPerson, TestPerson, TestPerson];
  await lesson.login(silent);
  const postId = await talk.post(author, 'Form - 1A', 1, ANSWER);
  await talk.post(classmate, 'Form - 1A', 0);
  const commentId = (await talk.comment(lesson.teacher, postId, COMMENT)).body.comment.id as number;
  const replyId = (await talk.reply(classmate, commentId, REPLY)).body.reply.id as number;
  await talk.react(classmate, postId);
  return { ...lesson, ...talk, author, classmate, silent, postId, commentId, replyId };
}
type Discussed = Awaited<ReturnType<typeof discussed>>;

/** Returns the responses of every call that a student may make, by name, including refused ones. */
async function everythingFor(
  student: TestPerson,
  lesson: RunningLesson & Pick<Discussed, 'postId' | 'commentId' | 'replyId'>,
): Promise<Record<string, TestReply>> {
  const query = { assessment_id: lesson.assessmentId };
  const forms: Form[] = ['Form - 1A', 'Form - 1B', 'Form - 2'];
  const calls = {
    assessment: student.call(liveAssessment, { query }),
    active: student.call(liveActive, { query }),
    running: student.call(liveRunning),
    elapsed: student.call(liveElapsedTime, { query }),
    settings: student.call(liveSettings, { query }),
    summary: student.call(liveSummary, { query }),
    state: student.call(liveState, { query: { ...query, epoch: lesson.sessionId, since: 0 } }),
    whole: student.call(liveState, { query }),
    reactions: student.call(formWiseReactions, { query }),
    own: student.call(liveOwnAnswers, { query }),
    snapshot: student.call(liveStudentSnapshot, { query }),
    feed: student.call(postsCurrentForm, { query }),
    ...Object.fromEntries(forms.map((form) => [form, student.call(postsCurrentForm, { query: { ...query, form } })])),
    post: student.call(postGet, { query: { post_id: lesson.postId } }),
    likes: student.call(postReactions, { query: { post_id: lesson.postId } }),
    comment: student.call(commentGet, { query: { comment_id: lesson.commentId } }),
    reply: student.call(replyGet, { query: { reply_id: lesson.replyId } }),
    // calls that are not theirs to make
    staffFeed: student.call(liveFeed, { query: { ...query, form: 'Form - 1A' } }),
    logs: student.call(liveCommentLogs, { query }),
    staffSnapshot: student.call(liveTeacherSnapshot, { query }),
    compared: student.call(lessonCompare, { query }),
    staffSheets: student.call(liveSnapshotExport, { query }),
    projector: student.call(liveProjector, { query }),
    projectorResults: student.call(liveProjectorResults, { query }),
    responded: student.call(liveResponded, { query }),
    respond: student.call(liveStudentRespond, { query: { ...query, student_id: lesson.students[0]!.accountId } }),
  };
  return Object.fromEntries(await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, await call] as const)));
}

test('[LIVE-32] [LIVE-34] [LIVE-35] [LIVE-39] [LIVE-40] before answering, no answer to a student holds posts, comments, figures, what is right, the other question or who is absent', async () => {
  const lesson = await discussed();
  const answers = await everythingFor(lesson.silent, lesson);
  const secrets = [ANSWER, COMMENT, REPLY, REASONING, lesson.transfer.title];
  expect(Object.entries(answers).flatMap(([name, { body }]) => findLeaks(body, secrets).map((leak) => `${name}${leak}`))).toEqual([]);
  expect(answers.feed?.body).toMatchObject({ visible: false, posts: [], distribution: null });
  expect([answers.post, answers.likes, answers.comment, answers.reply].map((reply) => reply?.error?.code)).toEqual([
    'POST_NOT_FOUND',
    'POST_NOT_FOUND',
    'COMMENT_NOT_FOUND',
    'REPLY_NOT_FOUND',
  ]);
  expect([answers.staffFeed, answers.logs, answers.responded, answers.respond].map((reply) => reply?.error?.code)).toEqual([
    'NOT_ALLOWED',
    'NOT_ALLOWED',
    'NOT_ALLOWED',
    'NOT_ALLOWED',
  ]);
  expect(answers.assessment?.body.assessment.questions.map(({ title }: { title: string }) => title)).toEqual([lesson.first.title]);
  expect(answers.summary?.body.summary).toMatchObject({ form_1A: { total_likes: 0, total_comments: 0 } });
  expect(JSON.stringify(answers.assessment?.body)).not.toContain(lesson.students[3]!.lastName);

  // the same search finds all of it in the staff's responses
  const query = { assessment_id: lesson.assessmentId };
  const [assessment, feed] = [
    await lesson.teacher.call(liveAssessment, { query }),
    await lesson.teacher.call(liveFeed, { query: { ...query, form: 'Form - 1A' } }),
  ];
  expect(findLeaks(assessment.body, secrets).join()).toMatch(/is_valid.*Reasoning.*match_label.*Question.*AbsentStudents.*tally/);
  expect(findLeaks(feed.body, secrets).join()).toMatch(/POST-SECRET.*COMMENT-SECRET.*REPLY-SECRET.*is_correct/);
});

test('[LIVE-34] after answering a student reads posts and comments, and still nothing of what is right', async () => {
  const lesson = await discussed();
  const answers = await everythingFor(lesson.author, lesson);
  expect(Object.entries(answers).flatMap(([name, { body }]) => findLeaks(body, [REASONING, lesson.transfer.title]).map((leak) => `${name}${leak}`))).toEqual(
    [],
  );
  expect(JSON.stringify(answers.feed?.body)).toContain(COMMENT);
  expect(answers.post?.body.post.comments[0].replies[0].reply).toBe(REPLY);
  expect(answers.active?.body.post_response).toMatchObject({ id: lesson.postId, is_correct: null, comments: [{ id: lesson.commentId }] });
});

test('[LIVE-35] in Form - 1B the posts of Form - 1A stay, and their comments are gone until the student has answered', async () => {
  const lesson = await discussed();
  await lesson.step('re-assign');
  const before = await everythingFor(lesson.author, lesson);
  expect(
    Object.entries(before).flatMap(([name, { body }]) => findLeaks(body, [COMMENT, REPLY, REASONING, lesson.transfer.title]).map((leak) => `${name}${leak}`)),
  ).toEqual([]);
  expect(before['Form - 1A']?.body.posts).toHaveLength(2); // the silent student logged in without a word: filed empty
  expect(before.reactions?.body.form_1A.comments.received).toEqual([]);
  await lesson.post(lesson.author, 'Form - 1B', 1);
  const after = await everythingFor(lesson.author, lesson);
  expect(after.reactions?.body.form_1A.comments.received).toMatchObject([
    { id: lesson.commentId, comment: COMMENT, name: `${lesson.teacher.firstName} ${lesson.teacher.lastName}` },
  ]);
  expect(after.comment?.status).toBe(200);
});

test('[LIVE-34] what is right of the first question is shown once it is revealed, of the transfer question once the session is finished', async () => {
  const lesson = await discussed();
  await lesson.step('re-assign');
  await lesson.runOut();
  expect((await lesson.teacher.call(liveReveal, { body: { assessment_id: lesson.assessmentId, form: 'Form - 1A', what: 'correctness' } })).status).toBe(200);
  await lesson.step('next');
  await lesson.post(lesson.silent, 'Form - 2', 1, 'mine');
  const revealed = await everythingFor(lesson.silent, lesson);
  const [first, transfer] = revealed.assessment!.body.assessment.questions;
  expect(first.responses.map(({ is_valid }: { is_valid: boolean }) => is_valid)).toEqual([false, true, false, false]);
  expect(JSON.stringify(first)).toContain('Reasoning 3');
  expect(findLeaks(transfer, [REASONING])).toEqual([]);
  expect(findLeaks(revealed.feed?.body, [REASONING])).toEqual([]);
  expect(revealed.post?.body.post.is_correct).toBeNull();
  await lesson.step('finished');
  const finished = await everythingFor(lesson.silent, lesson);
  expect(finished.assessment?.body.assessment).toMatchObject({ status: 'finished', session: { state: 'finished' } });
  expect(finished.assessment?.body.assessment.questions[1].responses.map(({ is_valid }: { is_valid: boolean }) => is_valid)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(finished['Form - 2']?.body.posts[0].is_correct).toBeNull();
  expect(finished.own?.body.answers[2].post.is_correct).toBe(true);
});

test('[L438] people outside the class and students who left it get nothing at all', async () => {
  const lesson = await discussed();
  await scenario.remove(lesson.courseId, lesson.classmate.accountId);
  const neighbours = await discussed();
  for (const person of [lesson.otherStudent, lesson.classmate, neighbours.author]) {
    const { running, ...answers } = await everythingFor(person, lesson);
    expect(running?.body.assessment_id).not.toBe(lesson.assessmentId);
    expect(
      Object.entries(answers)
        .filter(([, { status }]) => status !== 404 && status !== 403)
        .map(([name]) => name),
    ).toEqual([]);
    expect(Object.values(answers).flatMap(({ body }) => findLeaks(body, [ANSWER, COMMENT, REPLY, lesson.first.title]))).toEqual([]);
  }
  expect((await lesson.classmate.call(postReact, { body: { post_id: lesson.postId, reaction_type: 'like' } })).error?.code).toBe('POST_NOT_FOUND');
});

test('[L392] [LIVE-60] what the class’s channel carries holds ids only: no words, names, choices or figures', async () => {
  const lesson = await discussed();
  await lesson.step('re-assign');
  const waiting = await app.db.selectFrom('room_outbox').select('payload').where('epoch', '=', lesson.sessionId).execute();
  const events = await app.db.selectFrom('room_events').select(['name', 'payload']).where('epoch', '=', lesson.sessionId).execute();
  const names = lesson.students.map(({ lastName }) => lastName);
  expect([...waiting, ...events].flatMap(({ payload }) => findLeaks(payload, [ANSWER, COMMENT, REPLY, REASONING, lesson.transfer.title, ...names]))).toEqual(
    [],
  );
  expect(waiting.length + events.length).toBeGreaterThan(4);
});
