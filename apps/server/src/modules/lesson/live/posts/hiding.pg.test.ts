import { channels, commentsEarlier, liveHide, liveNotes, liveOwnAnswers, liveRewrite, liveTeacherSnapshot, liveUnhide, postGet } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hear, startTestApp, type TestApp, type TestReply, until } from '../../../../testing/index.ts';
import { startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { loadMask } from './audience.ts';
import { findComment, listPosts, listReplies } from './queries.ts';
import { announcedItems } from './testing/announced.ts';
import { discuss, HOSTILE_TEXTS } from './testing/discussion.ts';
import { readEveryCall } from './testing/nameless.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

type Place = { type: 'post' | 'comment' | 'reply'; id: number };
const hide = (person: TestPerson, place: Place, more: object = {}) => person.call(liveHide, { body: { ...place, reason: 'unkind', words: '', ...more } });
const unhide = (person: TestPerson, place: Place) => person.call(liveUnhide, { body: place });
const rewrite = (person: TestPerson, place: Place, text: string) => person.call(liveRewrite, { body: { ...place, text } });
const textOf = (post: { body: { comment: unknown }[] }): string => JSON.stringify(post.body[0]?.comment);

/** Creates Form - 1A with two posts, and a comment with a reply on the first. */
async function discussed() {
  const lesson = await startLesson(app, scenario, { students: 3 });
  const talk = discuss(lesson);
  await talk.openCommenting();
  const [author, classmate, reader] = lesson.students as [TestPerson, TestPerson, TestPerson];
  const postId = await talk.post(author, 'Form - 1A', 1, 'You are all stupid.');
  await talk.post(classmate, 'Form - 1A', 0, 'It stops.');
  await talk.post(reader, 'Form - 1A', 0, 'It stops too.');
  const commentId = (await talk.comment(classmate, postId, 'So are you')).body.comment.id as number;
  const replyId = (await talk.reply(author, commentId, 'No, you')).body.reply.id as number;
  const notes = async (student: TestPerson) => (await student.call(liveNotes, { query: { assessment_id: lesson.assessmentId } })).body;
  return { ...lesson, ...talk, author, classmate, reader, postId, commentId, replyId, notes };
}

describe('hiding', () => {
  test('[B2216] [LIVE-114] a hidden post is gone for the class at once, its choice counts, and its author alone is told why', async () => {
    const lesson = await discussed();
    const { teacher, postId, author, reader } = lesson;
    const [classEar, authorEar] = [
      await hear(app, reader, channels.assessment(lesson.assessmentId)),
      await hear(app, author, channels.account(author.accountId)),
    ];
    const place = { type: 'post', id: postId } as const;
    const { body } = await hide(teacher, place, { words: 'Say it about the question.' });
    const name = `${teacher.firstName} ${teacher.lastName}`;
    expect(body.hidden).toMatchObject({ is_hidden: true, reason: 'unkind', words: 'Say it about the question.', hidden_by: name, original: null });
    await until(() => classEar.events.some(({ name, data }) => name === 'assessment.post.changed' && data.items.includes(postId)), 'the change');
    await until(() => authorEar.events.some(({ name }) => name === 'own-notes.changed'), 'the note');
    const seen = await lesson.seenBy(reader);
    expect([seen.posts.length, seen.distribution.answered]).toEqual([2, 3]);
    expect((await reader.call(postGet, { query: { post_id: postId } })).error?.code).toBe('POST_NOT_FOUND');
    expect((await lesson.react(reader, postId)).error?.code).toBe('POST_NOT_FOUND');
    expect((await lesson.comment(reader, postId, 'Still here?')).error?.code).toBe('POST_NOT_FOUND');
    expect((await lesson.reply(reader, lesson.commentId, 'Here?')).error?.code).toBe('COMMENT_NOT_FOUND');

    // the author keeps the own answer, and reads the reason; nobody else has a note
    const own = (await author.call(liveOwnAnswers, { query: { assessment_id: lesson.assessmentId } })).body;
    expect([own.answers[0]?.post?.id, own.answers[0]?.post?.hidden]).toEqual([postId, undefined]);
    expect((await lesson.notes(author)).hidden).toEqual([
      { type: 'post', id: postId, form: 'Form - 1A', text: 'You are all stupid.', reason: 'unkind', words: 'Say it about the question.', can_rewrite: true },
    ]);
    expect((await lesson.notes(reader)).hidden).toEqual([]);

    // staff still read it
    const feed = await lesson.feed('Form - 1A');
    expect(feed.posts.find(({ id }: { id: number }) => id === postId).hidden).toMatchObject({ is_hidden: true, hidden_by: name });
    expect((await unhide(teacher, place)).status).toBe(200);
    expect((await lesson.seenBy(reader)).posts).toHaveLength(3);
    expect((await lesson.notes(author)).hidden).toEqual([]);
    for (const ear of [classEar, authorEar]) ear.close();
  });

  test('[LIVE-114] a hidden comment takes its replies with it, a hidden reply leaves the comment, and both can be shown again', async () => {
    const lesson = await discussed();
    const { coTeacher, commentId, replyId, reader, postId } = lesson;
    const remarks = async () => {
      const post = (await lesson.seenBy(reader)).posts.find(({ id }: { id: number }) => id === postId);
      return post.comments.map(({ id, replies }: { id: number; replies: { id: number }[] }) => [id, ...replies.map((reply) => reply.id)]);
    };
    await hide(coTeacher, { type: 'reply', id: replyId });
    expect(await remarks()).toEqual([[commentId]]);
    await hide(coTeacher, { type: 'comment', id: commentId }, { reason: 'off-topic' });
    expect(await remarks()).toEqual([]);
    expect((await lesson.reply(reader, commentId, 'Here?')).error?.code).toBe('COMMENT_NOT_FOUND');
    const seen = (await lesson.feed('Form - 1A')).posts.find(({ id }: { id: number }) => id === postId).comments[0];
    expect([seen.hidden.reason, seen.replies[0].hidden.reason]).toEqual(['off-topic', 'unkind']);
    await unhide(coTeacher, { type: 'comment', id: commentId });
    await unhide(coTeacher, { type: 'reply', id: replyId });
    expect(await remarks()).toEqual([[commentId, replyId]]);
  });

  test('[B2314] [LIVE-114] “earlier” counts for students without what is hidden, for staff with it, and no page of hidden comments ends the list', async () => {
    const lesson = await discussed();
    const { teacher, reader, classmate, postId } = lesson;
    const rows = Array.from({ length: 120 }, (_, at) => ({ post_id: postId, account_id: classmate.accountId, by_student: true, comment: `Comment ${at + 1}` }));
    const ids = (await app.db.insertInto('post_comments').values(rows).returning('id').execute()).map(({ id }) => id);
    const earlierOf = (posts: { id: number }[]) => posts.find(({ id }) => id === postId) as unknown as { comments: { id: number }[]; earlier?: object };
    // 121 comments and a reply, of which the newest fifty come with the post
    expect(earlierOf((await lesson.seenBy(reader)).posts).earlier).toEqual({ comments: 71, remarks: 72 });
    for (const id of [...ids.slice(0, 3), ...ids.slice(70)]) await hide(teacher, { type: 'comment', id });
    await hide(teacher, { type: 'reply', id: lesson.replyId });
    const seen = earlierOf((await lesson.seenBy(reader)).posts);
    expect([seen.comments, seen.earlier]).toEqual([[], { comments: 68, remarks: 68 }]);
    expect(earlierOf((await lesson.feed('Form - 1A')).posts).earlier).toEqual({ comments: 71, remarks: 72 });
    const page = async (person: TestPerson, before: number) => (await person.call(commentsEarlier, { query: { post_id: postId, before } })).body;
    const first = await page(reader, Number.MAX_SAFE_INTEGER);
    expect([first.comments.length, first.comments.at(-1)?.id, first.earlier]).toEqual([50, ids[69], { comments: 18, remarks: 18 }]);
    const last = await page(reader, first.comments[0]!.id);
    expect([last.comments.length, last.comments[0]?.id, last.earlier]).toEqual([18, lesson.commentId, null]);
    expect((await page(teacher, Number.MAX_SAFE_INTEGER)).comments.at(-1)?.id).toBe(ids.at(-1));
  }, 60_000);

  test('[B2315] [LIVE-114] no reading call brings hidden words to a classmate, during the lesson and after it; staff see them marked', async () => {
    const lesson = await discussed();
    const { teacher, reader, postId, commentId, replyId } = lesson;
    for (const place of [
      { type: 'reply', id: replyId },
      { type: 'comment', id: commentId },
      { type: 'post', id: postId },
    ] as const)
      await hide(teacher, place);
    const values = {
      assessment_id: lesson.assessmentId,
      course_id: lesson.courseId,
      class_id: lesson.courseId,
      form: 'Form - 1A',
      post_id: postId,
      comment_id: commentId,
      reply_id: replyId,
      before: Number.MAX_SAFE_INTEGER,
    };
    const finds = async (): Promise<string[]> => {
      const answers = await readEveryCall(reader, values, [lesson.assessmentId, lesson.courseId, postId]);
      expect(answers.size).toBeGreaterThan(30);
      return [...answers].filter(([, bodies]) => /You are all stupid|So are you|No, you/.test(JSON.stringify(bodies))).map(([name]) => name);
    };
    expect(await finds()).toEqual([]);
    for (const step of ['re-assign', 'next', 'finished'] as const) await lesson.step(step);
    await app.server.jobs.runDue();
    expect(await finds()).toEqual([]);
    const shown = (await lesson.feed('Form - 1A')).posts.find(({ id }: { id: number }) => id === postId);
    expect(JSON.stringify(shown)).toMatch(/You are all stupid.*So are you.*No, you/);
    expect([shown.hidden.is_hidden, shown.comments[0].hidden.is_hidden, shown.comments[0].replies[0].hidden.is_hidden]).toEqual([true, true, true]);
  }, 300_000);

  test('[B2217] [LIVE-114] its author rewrites it once: the class reads the new text, staff both, and no second time', async () => {
    const lesson = await discussed();
    const { teacher, author, postId, reader } = lesson;
    const place = { type: 'post', id: postId } as const;
    expect((await rewrite(author, place, 'Not yet')).error?.code).toBe('TEXT_NOT_HIDDEN');
    await hide(teacher, place);
    expect((await rewrite(author, place, HOSTILE_TEXTS[0]!)).status).toBe(200);
    const seen = (await lesson.seenBy(reader)).posts.find(({ id }: { id: number }) => id === postId);
    expect(textOf(seen)).toContain('<script>');
    expect(textOf(seen)).not.toContain('stupid');
    const forStaff = (await lesson.feed('Form - 1A')).posts.find(({ id }: { id: number }) => id === postId);
    expect([forStaff.hidden.is_hidden, forStaff.hidden.original]).toEqual([false, 'You are all stupid.']);
    await hide(teacher, place);
    expect((await rewrite(author, place, 'Again')).error?.code).toBe('TEXT_REWRITTEN');
    expect((await lesson.notes(author)).hidden[0]?.can_rewrite).toBe(false);
    for (const remark of [
      { person: lesson.classmate, place: { type: 'comment', id: lesson.commentId } },
      { person: author, place: { type: 'reply', id: lesson.replyId } },
    ] as const) {
      await unhide(teacher, place);
      await hide(teacher, remark.place);
      expect((await rewrite(remark.person, remark.place, 'Sorry.')).status).toBe(200);
    }
    const { comments } = (await lesson.seenBy(reader)).posts.find(({ id }: { id: number }) => id === postId);
    expect([comments[0].comment, comments[0].replies[0].reply]).toEqual(['Sorry.', 'Sorry.']);
  });

  test('[B2401] [LIVE-114] words that were read before their author rewrote them stay hidden, in whichever order the parts of a feed are read', async () => {
    const { teacher, author, classmate, postId, commentId, replyId } = await discussed();
    const places = [
      { person: author, type: 'post', id: postId },
      { person: classmate, type: 'comment', id: commentId },
      { person: author, type: 'reply', id: replyId },
    ] as const;
    const read = async () => ({
      posts: await listPosts(app.db, { postId }),
      reactions: [],
      comments: [(await findComment(app.db, commentId))!],
      replies: await listReplies(app.db, [commentId]),
    });
    const { session_id } = await app.db.selectFrom('live_posts').select('session_id').where('id', '=', postId).executeTakeFirstOrThrow();
    const hiddenOf = async (said: Awaited<ReturnType<typeof read>>) => {
      const mask = await loadMask({ t: (key) => key }, app.db, { id: session_id, with_names: true }, { postId }, said);
      const { comments, replies } = mask.forReaders(said, 'class');
      return [mask.isHidden('post', postId), comments.length === 0, replies.length === 0];
    };
    for (const { type, id } of places) await hide(teacher, { type, id });
    const before = await read();
    for (const { person, type, id } of places) expect((await rewrite(person, { type, id }, 'Sorry.')).status).toBe(200);
    expect(await hiddenOf(before)).toEqual([true, true, true]);
    expect(await hiddenOf(await read())).toEqual([false, false, false]);
  });

  test('[B2218] twice, of staff, foreign, by students, of nobody, with another reason, and after the lesson', async () => {
    const lesson = await discussed();
    const { teacher, postId, author, classmate } = lesson;
    const place = { type: 'post', id: postId } as const;
    const codes = async (reply: Promise<Pick<TestReply, 'status' | 'error'>>) => {
      const { status, error } = await reply;
      return [status, error?.code, Object.keys(error?.errors ?? {})[0]];
    };
    const ofStaff = (await lesson.comment(teacher, postId, 'Calm down')).body.comment.id as number;
    expect(await codes(hide(teacher, { type: 'comment', id: ofStaff }))).toEqual([409, 'TEXT_OF_STAFF', undefined]);
    expect(await codes(hide(classmate, place))).toEqual([403, 'NOT_ALLOWED', undefined]);
    expect(await codes(unhide(classmate, place))).toEqual([403, 'NOT_ALLOWED', undefined]);
    expect(await codes(hide(lesson.otherTeacher, place))).toEqual([404, 'POST_NOT_FOUND', undefined]);
    expect(await codes(unhide(lesson.otherTeacher, { type: 'comment', id: ofStaff }))).toEqual([404, 'COMMENT_NOT_FOUND', undefined]);
    expect(await codes(hide(teacher, { type: 'reply', id: 999_999 }))).toEqual([404, 'REPLY_NOT_FOUND', undefined]);
    expect(await codes(hide(teacher, place, { reason: 'boring' }))).toEqual([422, 'VALIDATION_FAILED', 'reason']);
    expect(await codes(hide(teacher, place, { words: 'x'.repeat(301) }))).toEqual([422, 'VALIDATION_FAILED', 'words']);
    expect(await codes(hide(teacher, { type: 'poem' as 'post', id: postId }))).toEqual([422, 'VALIDATION_FAILED', 'type']);
    // twice: the first reason stays, and is announced once
    await hide(teacher, place, { words: 'First' });
    expect((await hide(teacher, place, { reason: 'other', words: 'Second' })).body.hidden).toMatchObject({ reason: 'unkind', words: 'First' });
    expect((await announcedItems(app, lesson.sessionId, 'assessment.post.changed')).filter((id) => id === postId)).toHaveLength(1);
    expect(await codes(rewrite(classmate, place, 'Mine'))).toEqual([404, 'POST_NOT_FOUND', undefined]);
    expect(await codes(rewrite(author, place, '   '))).toEqual([422, 'VALIDATION_FAILED', 'text']);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('subject_id', '=', lesson.assessmentId)
      .where('action', '=', 'live.hide')
      .execute();
    expect(entries).toMatchObject([{ after: { account_id: author.accountId, reason: 'unkind', text: 'You are all stupid.' } }]);
    for (const step of ['re-assign', 'next', 'finished'] as const) await lesson.step(step);
    expect((await rewrite(author, place, 'Too late')).error?.code).toBe('SESSION_NOT_RUNNING');
    expect((await lesson.notes(author)).hidden[0]?.can_rewrite).toBe(false);
    expect((await unhide(teacher, place)).status).toBe(200); // after the lesson too
    expect((await hide(teacher, place)).status).toBe(200);
    const { snapshot } = (await teacher.call(liveTeacherSnapshot, { query: { assessment_id: lesson.assessmentId } })).body;
    expect(snapshot?.reports.form_1A.answered).toBe(3);
  });
});
