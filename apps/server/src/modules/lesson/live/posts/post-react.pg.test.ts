import { liveClose, postReact, postReactions } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { announcedItems, countAnnouncements } from './testing/announced.ts';
import { discuss } from './testing/discussion.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

/** Creates a lesson in which the first and second students have answered Form - 1A. */
async function answered(students = 3): Promise<RunningLesson & { postId: number; react: ReturnType<typeof discuss>['react'] }> {
  const lesson = await startLesson(app, scenario, { students });
  const { post, react } = discuss(lesson);
  const postId = await post(lesson.students[0]!, 'Form - 1A', 1);
  await post(lesson.students[1]!, 'Form - 1A', 0);
  return { ...lesson, postId, react };
}
const likesOf = (postId: number) =>
  app.db.selectFrom('post_reactions').select(['account_id', 'reaction', 'by_student']).where('post_id', '=', postId).orderBy('account_id').execute();

test('[LIVE-47] a like puts the account into the likes, a dislike takes it over, and back again', async () => {
  const lesson = await answered();
  const { react, postId, teacher } = lesson;
  const id = lesson.students[1]!.accountId;
  expect((await react(lesson.students[1]!, postId)).body).toEqual({ status: 'success', total_likes: [id], total_dislikes: [] });
  expect((await react(teacher, postId)).body).toMatchObject({ total_likes: [id, teacher.accountId], total_dislikes: [] });
  expect((await react(lesson.students[1]!, postId, 'dislike')).body).toMatchObject({ total_likes: [teacher.accountId], total_dislikes: [id] });
  expect((await react(lesson.students[1]!, postId, 'like')).body).toMatchObject({ total_likes: [teacher.accountId, id], total_dislikes: [] });
  expect(await likesOf(postId)).toEqual([
    { account_id: teacher.accountId, reaction: 'like', by_student: false },
    { account_id: id, reaction: 'like', by_student: true },
  ]);
});

test('[L271] [LIVE-47] a like is never taken back by a repeat, and a repeat is announced to nobody', async () => {
  const lesson = await answered();
  const { react, postId } = lesson;
  const before = await countAnnouncements(app);
  for (let time = 0; time < 3; time += 1) expect((await react(lesson.students[1]!, postId)).body.total_likes).toEqual([lesson.students[1]!.accountId]);
  expect(await countAnnouncements(app)).toBe(before + 1);
  expect(await announcedItems(app, lesson.sessionId, 'assessment.post.reaction.added')).toEqual([postId]);
  await react(lesson.students[1]!, postId, 'dislike');
  expect(await countAnnouncements(app)).toBe(before + 2);
});

test('[LIVE-47] of many likes and dislikes at once by many people, each person ends with exactly one', async () => {
  const lesson = await answered(8);
  const { react, postId } = lesson;
  await lesson.runOut();
  const people = [lesson.teacher, lesson.coTeacher, ...lesson.students.slice(1)];
  const replies = await Promise.all(people.flatMap((person) => ['like', 'dislike', 'like', 'like'].map((type) => react(person, postId, type))));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  await Promise.all(people.map((person) => react(person, postId, 'like')));
  const last = (await react(lesson.teacher, postId)).body;
  expect(last.total_likes.toSorted()).toEqual(people.map(({ accountId }) => accountId).toSorted());
  expect(last.total_dislikes).toEqual([]);
  expect(await likesOf(postId)).toHaveLength(people.length);
});

test('[LIVE-38] one’s own post cannot be liked', async () => {
  const lesson = await answered();
  const reply = await lesson.react(lesson.students[0]!, lesson.postId);
  expect([reply.status, reply.error?.code]).toEqual([409, 'OWN_POST']);
  expect(await likesOf(lesson.postId)).toEqual([]);
});

test('[LIVE-38] a student who has yet to answer the open form cannot like its posts, but those of a closed one', async () => {
  const lesson = await answered();
  const { react, postId } = lesson;
  const early = await react(lesson.students[2]!, postId);
  expect([early.status, early.error?.code]).toEqual([409, 'ANSWER_FIRST']);
  await lesson.step('re-assign');
  expect((await react(lesson.students[2]!, postId)).body.total_likes).toEqual([lesson.students[2]!.accountId]);
});

test('[LIVE-38] likes do not depend on the commenting switch and end with the session', async () => {
  const lesson = await answered();
  const { react, postId } = lesson;
  expect((await react(lesson.students[1]!, postId)).status).toBe(200); // commenting is off
  for (const step of ['re-assign', 'next', 'finished'] as const) await lesson.step(step);
  const late = await react(lesson.teacher, postId);
  expect([late.status, late.error?.code]).toEqual([409, 'SESSION_NOT_RUNNING']);
});

test('[LIVE-48] [LIVE-52] posts of other classes, of a canceled run and empty ones are POST_NOT_FOUND, to like and to read', async () => {
  const lesson = await answered();
  const { postId, otherStudent, otherTeacher } = lesson;
  const isMissing = async (person: TestPerson, id: unknown) => {
    const replies = [
      await person.call(postReact, { body: { post_id: id, reaction_type: 'like' } }),
      await person.call(postReactions, { query: { post_id: id } }),
    ];
    expect(replies.map(({ status, error }) => [status, error?.code])).toEqual([
      [404, 'POST_NOT_FOUND'],
      [404, 'POST_NOT_FOUND'],
    ]);
  };
  await isMissing(otherStudent, postId);
  await isMissing(otherTeacher, postId);
  await isMissing(lesson.teacher, 999_999_999);
  await lesson.login(lesson.students[2]!);
  await lesson.runOut();
  const empty = await app.db
    .selectFrom('live_posts')
    .select('id')
    .where('session_id', '=', lesson.sessionId)
    .where('account_id', '=', lesson.students[2]!.accountId)
    .executeTakeFirstOrThrow();
  await isMissing(lesson.teacher, empty.id);
  await isMissing(lesson.students[2]!, empty.id);
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  for (const person of [lesson.teacher, lesson.admin, lesson.students[0]!]) await isMissing(person, postId);
});

test('[L417] who likes a post is told by name to everybody who may see the post, and to nobody else', async () => {
  const lesson = await answered();
  const { react, postId, teacher } = lesson;
  await react(teacher, postId);
  await react(lesson.students[1]!, postId, 'dislike');
  for (const person of [teacher, lesson.coTeacher, lesson.admin, lesson.students[0]!, lesson.students[1]!]) {
    const reply = await person.call(postReactions, { query: { post_id: postId } });
    expect(reply.body).toEqual({
      status: 'success',
      likes: [{ id: teacher.accountId, first_name: teacher.firstName, last_name: teacher.lastName, profile_picture: null }],
      total_likes: [teacher.accountId],
      total_dislikes: [lesson.students[1]!.accountId],
    });
  }
  expect((await lesson.students[2]!.call(postReactions, { query: { post_id: postId } })).error?.code).toBe('POST_NOT_FOUND');
});

test('another reaction, or none, is 422 at its field; without a token nothing is read', async () => {
  const lesson = await answered();
  for (const reaction_type of ['love', '', null, 1, undefined]) {
    const reply = await lesson.teacher.call(postReact, { body: { post_id: lesson.postId, reaction_type } });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.error?.errors ?? {})).toEqual(['reaction_type']);
  }
  expect((await lesson.teacher.call(postReact, { body: { post_id: 'x', reaction_type: 'like' } })).error?.errors).toHaveProperty('post_id');
  expect((await app.call(postReact, { body: { post_id: lesson.postId, reaction_type: 'like' } })).status).toBe(401);
});

test('[L440] a like that is sent twice under one Idempotency-Key answers the first result; a dislike under the key is refused', async () => {
  const lesson = await answered();
  const body = { post_id: lesson.postId, reaction_type: 'like' };
  const first = await lesson.students[1]!.call(postReact, { body }, { key: 'like-1' });
  await lesson.react(lesson.teacher, lesson.postId);
  const second = await lesson.students[1]!.call(postReact, { body }, { key: 'like-1' });
  expect(second.body).toEqual(first.body);
  const other = await lesson.students[1]!.call(postReact, { body: { ...body, reaction_type: 'dislike' } }, { key: 'like-1' });
  expect(other).toMatchObject({ status: 409, error: { code: 'IDEMPOTENCY_KEY_REUSED' } });
});
