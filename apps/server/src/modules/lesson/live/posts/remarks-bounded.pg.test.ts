import { commentGet, commentsEarlier, FORM_KEYS, formWiseReactions, liveCommentLogs, liveOwnAnswers, liveSummary, replyGet } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestReply } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { discuss, type Discussion } from './testing/discussion.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

type Answered = RunningLesson & Discussion & { ann: TestPerson; ben: TestPerson; postId: number };

/** Creates a lesson with commenting on, in which two students have answered Form - 1A. */
async function answered(): Promise<Answered> {
  const lesson = await startLesson(app, scenario, { students: 3 });
  const talk = discuss(lesson);
  await talk.openCommenting();
  const [ann, ben] = lesson.students as [TestPerson, TestPerson];
  const postId = await talk.post(ann, 'Form - 1A', 1);
  await talk.post(ben, 'Form - 1A', 0);
  return { ...lesson, ...talk, ann, ben, postId };
}

/** Inserts comments directly into the table; every tenth has two replies. */
async function remark(postId: number, by: TestPerson, count: number, byStudent = true): Promise<void> {
  await sql`
    WITH said AS (
      INSERT INTO post_comments (post_id, account_id, by_student, comment)
      SELECT ${postId}, ${by.accountId}, ${byStudent}::boolean, 'Comment ' || n FROM generate_series(1, ${count}::integer) n RETURNING id, comment
    )
    INSERT INTO comment_replies (comment_id, account_id, by_student, reply)
    SELECT said.id, ${by.accountId}, true, 'Reply' FROM said, generate_series(1, 2) WHERE said.comment ~ '0$'`.execute(app.db);
}
const codeOf = ({ status, error }: TestReply) => [status, error?.code];
const words = (comments: { comment: string }[]) => comments.map(({ comment }) => comment);
const earlierThan = (person: TestPerson, postId: number, before: number) => person.call(commentsEarlier, { query: { post_id: postId, before } });

test('[B103] [LIVE-65] of ten and more comments and replies within a minute the eleventh is refused, says how long to wait, and stands nowhere; others go on writing', async () => {
  const lesson = await answered();
  const { ann, ben, postId } = lesson;
  const first = (await lesson.comment(ann, postId, 'Comment 1')).body.comment.id as number;
  for (let n = 2; n <= 6; n += 1) expect((await lesson.comment(ann, postId, `Comment ${n}`)).status).toBe(200);
  for (let n = 7; n <= 10; n += 1) expect((await lesson.reply(ann, first, `Reply ${n}`)).status).toBe(200);
  let refused = await lesson.reply(ann, first, 'One more');
  for (let n = 0; n < 20 && !refused.error; n += 1) refused = await lesson.reply(ann, first, 'One more'); // a slow machine gives time
  expect(codeOf(refused)).toEqual([429, 'COMMENTS_TOO_FAST']);
  expect(refused.error?.message).toMatch(/^You have written 10 comments within a minute\. Wait [1-6] seconds/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(codeOf(await lesson.reply(ann, first, 'One too many'))).toEqual([429, 'COMMENTS_TOO_FAST']);
  for (const person of [ben, lesson.teacher]) expect((await lesson.comment(person, postId, 'Mine')).status).toBe(200);
  const [post] = (await lesson.feed('Form - 1A')).posts.filter(({ id }: { id: number }) => id === postId);
  expect(words(post.comments)).toEqual(['Comment 1', 'Comment 2', 'Comment 3', 'Comment 4', 'Comment 5', 'Comment 6', 'Mine', 'Mine']);
});

test('[LIVE-65] a form takes a hundred comments and replies of one student, and the next form takes more; staff are not held up', async () => {
  const lesson = await answered();
  const { ann, ben, postId } = lesson;
  await remark(postId, ann, 83); // with their replies 99
  expect((await lesson.comment(ann, postId, 'The hundredth')).status).toBe(200);
  expect(codeOf(await lesson.comment(ann, postId, 'One too many'))).toEqual([409, 'COMMENTS_USED_UP']);
  const [newest] = (await lesson.seenBy(ben)).posts.find(({ id }: { id: number }) => id === postId).comments.slice(-1);
  expect(codeOf(await lesson.reply(ann, newest.id, 'One too many'))).toEqual([409, 'COMMENTS_USED_UP']);
  expect((await lesson.comment(ben, postId, 'Mine')).status).toBe(200);
  await remark(postId, lesson.teacher, 120);
  expect((await lesson.comment(lesson.teacher, postId, 'And the teacher’s')).status).toBe(200);
  await lesson.step('re-assign');
  const next = await lesson.post(ann, 'Form - 1B', 1);
  expect((await lesson.comment(ann, next, 'Another form')).status).toBe(200);
});

test('[B104] [LIVE-66] a post comes with its newest fifty comments; the others are asked for, fifty at a time, and none is missing or twice', async () => {
  const lesson = await answered();
  const { ann, ben, postId } = lesson;
  await remark(postId, ann, 120);
  const postOf = (posts: { id: number }[]) =>
    posts.find(({ id }) => id === postId) as unknown as { comments: { id: number; comment: string }[]; earlier: unknown };
  const shown = postOf((await lesson.seenBy(ben)).posts);
  expect(words(shown.comments)).toEqual(Array.from({ length: 50 }, (_, index) => `Comment ${71 + index}`));
  expect(shown.earlier).toEqual({ comments: 70, remarks: 84 });
  expect(postOf((await lesson.feed('Form - 1A')).posts)).toMatchObject({ comments: shown.comments, earlier: shown.earlier });
  const own = (await ann.call(liveOwnAnswers, { query: { assessment_id: lesson.assessmentId } })).body.answers[0]!.post;
  expect([own!.comments.length, own!.earlier]).toEqual([50, { comments: 70, remarks: 84 }]);

  const second = (await earlierThan(ben, postId, shown.comments[0]!.id)).body;
  expect(words(second.comments)).toEqual(Array.from({ length: 50 }, (_, index) => `Comment ${21 + index}`));
  expect(second.earlier).toEqual({ comments: 20, remarks: 24 });
  const last = (await earlierThan(lesson.teacher, postId, second.comments[0]!.id)).body;
  expect(words(last.comments)).toEqual(Array.from({ length: 20 }, (_, index) => `Comment ${1 + index}`));
  expect(last.earlier).toBeNull();
  expect((await earlierThan(ben, postId, last.comments[0]!.id)).body).toMatchObject({ comments: [], earlier: null });
});

test('[B105] [LIVE-49] [LIVE-50] comments that do not come with their post are counted, named among what was given and received, and found by themselves', async () => {
  const lesson = await answered();
  const { ann, ben, teacher, postId } = lesson;
  await remark(postId, ben, 60);
  await remark(postId, teacher, 60, false);
  const query = { assessment_id: lesson.assessmentId };
  const { summary } = (await teacher.call(liveSummary, { query })).body;
  expect(summary[FORM_KEYS['Form - 1A']].total_comments).toBe(120);
  const given = (await ben.call(formWiseReactions, { query })).body.form_1A.comments;
  expect([words(given.given).slice(0, 2), given.given.length, given.received]).toEqual([['Comment 1', 'Comment 2'], 60, []]);
  const got = (await ann.call(formWiseReactions, { query })).body.form_1A.comments;
  expect([got.given, words(got.received).at(-1), got.received.length]).toEqual([[], 'Comment 60', 60]);
  const tenth = given.given[9]!.id as number;
  const { comment } = (await ann.call(commentGet, { query: { comment_id: tenth } })).body;
  expect(comment).toMatchObject({ id: tenth, comment: 'Comment 10', post: { id: postId }, replies: [{ reply: 'Reply' }, { reply: 'Reply' }] });
  expect((await ann.call(replyGet, { query: { reply_id: comment.replies[1]!.id } })).body.reply).toEqual(comment.replies[1]);
});

test('[LIVE-35] earlier comments are read by whoever may read the newest, and by nobody else', async () => {
  const lesson = await answered();
  const { ann, ben, postId } = lesson;
  await remark(postId, ann, 60);
  const before = Number.MAX_SAFE_INTEGER;
  expect((await earlierThan(ben, postId, before)).body.comments).toHaveLength(50);
  for (const person of [lesson.students[2]!, lesson.otherStudent, lesson.otherTeacher])
    expect(codeOf(await earlierThan(person, postId, before))).toEqual([404, 'POST_NOT_FOUND']);
  expect((await app.call(commentsEarlier, { query: { post_id: postId, before } })).status).toBe(401);
  expect(codeOf(await earlierThan(ben, 999_999_999, before))).toEqual([404, 'POST_NOT_FOUND']);
  await lesson.step('re-assign');
  expect((await earlierThan(ben, postId, before)).body).toMatchObject({ comments: [], earlier: null });
});

test('[B104] the comment log holds the newest thousand entries and says how many there are', async () => {
  const lesson = await answered();
  await remark(lesson.postId, lesson.ann, 1_010);
  const { logs, total } = (await lesson.teacher.call(liveCommentLogs, { query: { assessment_id: lesson.assessmentId } })).body;
  expect([logs.length, total, logs[0]!.comment]).toEqual([1_000, 1_010, 'Comment 1010']);
});
