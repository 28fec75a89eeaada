import { commentGet, createTranslate, en, type Form, liveFeed, postGet, postReact, postsCurrentForm } from '@classwright/contract';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { createFileLinks } from '../../../school/files/index.ts';
import { getMemberLesson } from '../access.ts';
import { createSessionQuestions } from '../questions.ts';
import { createFeeds } from './feeds.ts';
import { getStaffLesson } from '../access.ts';
import { computeSessionTally } from '../figures/tally.ts';
import { getOwnPostView } from './own-post.ts';
import { describeForStaff } from './staff-assessment.ts';
import { openCurrentReading, type Reading } from './reading.ts';
import { insertCrowd } from './testing/crowd.ts';
import { discuss } from './testing/discussion.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

/** Wraps the test's database so that its queries and returned rows are counted. */
function counted(): { db: Db; count: () => number; rows: () => number } {
  let queries = 0;
  let rows = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => {
      rows += result.rows.length;
      return result;
    },
  };
  return { db: app.db.withPlugin(plugin), count: () => queries, rows: () => rows };
}
const dependencies = () => ({ fileLinks: createFileLinks('test'), questions: createSessionQuestions(), t: createTranslate(en) });
const rightsOf = (person: TestPerson) => ({ accountId: person.accountId, isAdmin: true, rights: new Set(['live-lessons:run']) });
async function readingOf(lesson: RunningLesson, person: TestPerson): Promise<Reading> {
  const someone = rightsOf(person);
  return (await openCurrentReading(app.db, someone, await getMemberLesson(app.db, someone, lesson.assessmentId)))!;
}
const FORM: Form = 'Form - 1A';

test('a feed of 1,000 posts with comments, replies and likes costs as many queries as one of a single post', async () => {
  const queriesFor = async (count: number) => {
    const lesson = await startLesson(app, scenario, { students: 0 });
    await insertCrowd(app, { ...lesson, count });
    const counter = counted();
    const feed = await createFeeds(dependencies()).get(counter.db, await readingOf(lesson, lesson.teacher), FORM);
    const views = feed!.views({ knowsCorrectness: true, readsComments: true, readsAs: 'staff' });
    expect(views).toHaveLength(count);
    expect(views.every(({ comments, total_likes }) => comments.length === 1 && comments[0]!.replies.length === 1 && total_likes.length === 1)).toBe(true);
    return counter.count();
  };
  const one = await queriesFor(1);
  expect(one).toBeLessThanOrEqual(10);
  expect(await queriesFor(1_000)).toBe(one);
});

test('[B105] [LIVE-66] a feed reads the comments that come with its posts and no others, however many there are', async () => {
  const rowsFor = async (count: number) => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const postId = await discuss(lesson).post(lesson.students[0]!, FORM, 1);
    await sql`INSERT INTO post_comments (post_id, account_id, by_student, comment)
              SELECT ${postId}, ${lesson.teacher.accountId}, false, 'Comment' FROM generate_series(1, ${count}::integer)`.execute(app.db);
    const counter = counted();
    const feed = await createFeeds(dependencies()).get(counter.db, await readingOf(lesson, lesson.teacher), FORM);
    expect(feed!.commentCount).toBe(count);
    expect(feed!.view(postId, { knowsCorrectness: true, readsComments: true, readsAs: 'staff' })?.comments).toHaveLength(50);
    return counter.rows();
  };
  const few = await rowsFor(51);
  expect(await rowsFor(3_000)).toBe(few);
});

test('a thousand readers after one event cost one set of queries', async () => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  await insertCrowd(app, { ...lesson, count: 50 });
  const postId = await discuss(lesson).post(lesson.students[0]!, FORM, 1);
  await expect.poll(() => app.db.selectFrom('room_outbox').select('id').execute()).toEqual([]);
  const feeds = createFeeds(dependencies());
  await feeds.get(app.db, await readingOf(lesson, lesson.teacher), FORM); // the questions are known from here on
  const counter = counted();
  await feeds.get(counter.db, await readingOf(lesson, lesson.teacher), FORM);
  expect(counter.count()).toBe(0);
  await discuss(lesson).react(lesson.teacher, postId);
  const reading = await readingOf(lesson, lesson.teacher);
  const all = await Promise.all(Array.from({ length: 1_000 }, () => feeds.get(counter.db, reading, FORM)));
  expect(counter.count()).toBe(6);
  expect(new Set(all).size).toBe(1);
  expect(all[0]!.view(postId, { knowsCorrectness: false, readsComments: false, readsAs: 'class' })?.total_likes).toEqual([lesson.teacher.accountId]);
});

test('a student who writes reads it at once, and so does a student who hears of it, while everybody writes', async () => {
  const lesson = await startLesson(app, scenario, { students: 12 });
  const talk = discuss(lesson);
  await talk.openCommenting();
  await Promise.all(
    lesson.students.map(async (student, index) => {
      const postId = await talk.post(student, FORM, index % 4);
      expect((await talk.seenBy(student)).posts.map(({ id }: { id: number }) => id)).toContain(postId);
      expect((await lesson.teacher.call(postGet, { query: { post_id: postId } })).status).toBe(200);
      const other = (await talk.seenBy(student)).posts.find(({ account }: { account: { id: number } }) => account.id !== student.accountId);
      if (!other) return;
      expect((await student.call(postReact, { body: { post_id: other.id, reaction_type: 'like' } })).status).toBe(200);
      const { id: commentId } = (await talk.comment(student, other.id, `From ${index}`)).body.comment;
      const seen = (await talk.seenBy(student)).posts.find(({ id }: { id: number }) => id === other.id);
      expect(seen.total_likes).toContain(student.accountId);
      expect(seen.comments.map(({ id }: { id: number }) => id)).toContain(commentId);
      expect((await lesson.teacher.call(commentGet, { query: { comment_id: commentId } })).body.comment.comment).toBe(`From ${index}`);
      const { id: replyId } = (await talk.reply(student, commentId, 'And again')).body.reply;
      expect(
        (await talk.feed(FORM)).posts
          .find(({ id }: { id: number }) => id === other.id)
          .comments.find(({ id }: { id: number }) => id === commentId)
          .replies.map(({ id }: { id: number }) => id),
      ).toEqual([replyId]);
    }),
  );
  const { posts, distribution } = await talk.feed(FORM);
  expect(posts).toHaveLength(12);
  expect(distribution).toMatchObject({ answered: 12, of: 12 });
});

test('what another process has committed is read at once, before and after it has its number', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  const talk = discuss(lesson);
  const elsewhere = createFeeds(dependencies()); // the cache of a process that has not written anything
  const likesThere = async (postId: number) =>
    (await elsewhere.get(app.db, await readingOf(lesson, lesson.teacher), FORM))!.view(postId, {
      knowsCorrectness: false,
      readsComments: false,
      readsAs: 'class',
    })?.total_likes;
  const postId = await talk.post(lesson.students[0]!, FORM, 1);
  expect(await likesThere(postId)).toEqual([]);
  await talk.react(lesson.teacher, postId);
  expect(await likesThere(postId)).toEqual([lesson.teacher.accountId]);
  await talk.react(lesson.teacher, postId, 'dislike');
  await talk.react(lesson.coTeacher, postId);
  expect(await likesThere(postId)).toEqual([lesson.coTeacher.accountId]);
  await expect.poll(() => app.db.selectFrom('room_outbox').select('id').execute()).toEqual([]);
  await talk.react(lesson.teacher, postId);
  expect(await likesThere(postId)).toEqual([lesson.coTeacher.accountId, lesson.teacher.accountId]);
});

test('one reader’s view is nobody else’s: what staff were shown is not shown to students after them', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  const talk = discuss(lesson);
  await talk.post(lesson.students[0]!, FORM, 1);
  const staff = await lesson.teacher.call(liveFeed, { query: { assessment_id: lesson.assessmentId, form: FORM } });
  expect(staff.body.posts[0]!.is_correct).toBe(true);
  const own = await lesson.students[0]!.call(postsCurrentForm, { query: { assessment_id: lesson.assessmentId } });
  expect(own.body.posts[0]!.is_correct).toBeNull();
  expect((await lesson.students[1]!.call(postsCurrentForm, { query: { assessment_id: lesson.assessmentId } })).body.posts).toEqual([]);
  expect((await talk.feed(FORM)).posts[0].is_correct).toBe(true);
});

test('[L416] an own post as its author’s page gets it equals the post as it is asked for; the tally equals what staff read', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  const talk = discuss(lesson);
  const [author, other] = lesson.students as [TestPerson, TestPerson];
  const postId = await talk.post(author, FORM, 1, 'Mine');
  await talk.post(other, FORM, 0);
  await talk.react(other, postId);
  const { id: commentId } = (await talk.comment(lesson.teacher, postId, 'Well')).body.comment;
  await talk.reply(lesson.coTeacher, commentId, 'done');
  const given = dependencies();
  const session = { id: lesson.sessionId, assessment_id: lesson.assessmentId };
  const { post } = (await author.call(postGet, { query: { post_id: postId } })).body;
  expect(post.comments[0]!.replies).toHaveLength(1);
  expect(await getOwnPostView(given, app.db, session, postId, author.accountId)).toEqual(post);
  await expect(getOwnPostView(given, app.db, session, postId, other.accountId)).rejects.toThrow('is not of account');
  const staff = await describeForStaff(given, app.db, await getStaffLesson(app.db, rightsOf(lesson.teacher), lesson.assessmentId));
  expect(staff.tally).toMatchObject({ answered: 2, right: 1, of: 2 });
  expect(await computeSessionTally(app.db, given.questions, session)).toEqual({ ...staff.tally, as_of: expect.any(Number) });
  await app.db.updateTable('live_sessions').set({ state: 'canceled', ended_at: new Date() }).where('id', '=', lesson.sessionId).execute();
  expect(await computeSessionTally(app.db, given.questions, session)).toBeNull();
  expect(await computeSessionTally(app.db, given.questions, { ...session, id: 999_999 })).toBeNull();
});
