import { commentAdd, commentGet, liveClose, replyAdd, replyGet } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { announcedItems, listNumbered } from './testing/announced.ts';
import { discuss, type Discussion, HOSTILE_TEXTS } from './testing/discussion.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

/** Creates a lesson in which the first two students have answered Form - 1A. */
async function answered(students = 3): Promise<RunningLesson & Discussion & { postId: number }> {
  const lesson = await startLesson(app, scenario, { students });
  const discussion = discuss(lesson);
  const postId = await discussion.post(lesson.students[0]!, 'Form - 1A', 1, 'Gravity does not pause at the top.');
  await discussion.post(lesson.students[1]!, 'Form - 1A', 0);
  return { ...lesson, ...discussion, postId };
}
const comments = (lesson: RunningLesson) =>
  app.db
    .selectFrom('post_comments')
    .innerJoin('live_posts', 'live_posts.id', 'post_comments.post_id')
    .selectAll('post_comments')
    .where('session_id', '=', lesson.sessionId)
    .execute();
const code = ({ status, error }: { status: number; error: { code: string } | null }) => [status, error?.code];

test('[B110] [L196] [L197] [L412] [L414] a comment is answered as everybody will read it, is announced by its id, and can be asked for', async () => {
  const lesson = await answered();
  const { teacher, postId } = lesson;
  const { body, status } = await lesson.comment(teacher, postId, '  Why does it not?  ');
  expect(status).toBe(200);
  expect(body.comment).toEqual({
    id: expect.any(Number),
    comment: 'Why does it not?',
    account_id: teacher.accountId,
    first_name: teacher.firstName,
    last_name: teacher.lastName,
    profile_picture: null,
    by_staff: true,
    last_update: expect.stringMatching(/^\d{4}-.*Z$/),
    replies: [],
    post: {
      id: postId,
      first_name: lesson.students[0]!.firstName,
      account_id: lesson.students[0]!.accountId,
      body: [
        {
          response: lesson.first.titles[1],
          comment: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Gravity does not pause at the top.' }] }] },
          detail: { title: lesson.first.titles[1], response_id: (await lesson.choices('Form - 1A'))[1] },
        },
      ],
    },
  });
  expect(await announcedItems(app, lesson.sessionId, 'assessment.comment.added')).toEqual([body.comment.id]);
  for (const person of [teacher, lesson.coTeacher, lesson.admin, lesson.students[0]!, lesson.students[1]!])
    expect((await person.call(commentGet, { query: { comment_id: body.comment.id } })).body.comment).toEqual(body.comment);
});

test('[B110] [L413] [L415] a reply is answered as everybody will read it, is announced by its id, and stands under its comment', async () => {
  const lesson = await answered();
  await lesson.openCommenting();
  const { id: commentId } = (await lesson.comment(lesson.teacher, lesson.postId, 'Why?')).body.comment;
  const { body } = await lesson.reply(lesson.students[1]!, commentId, 'Because it is a force.');
  const [, student] = lesson.students as [TestPerson, TestPerson];
  expect(body.reply).toEqual({
    id: expect.any(Number),
    reply: 'Because it is a force.',
    account_id: student.accountId,
    first_name: student.firstName,
    last_name: student.lastName,
    profile_picture: null,
    by_staff: false,
    last_update: expect.stringMatching(/Z$/),
  });
  expect(await announcedItems(app, lesson.sessionId, 'assessment.reply.added')).toEqual([body.reply.id]);
  expect((await lesson.students[0]!.call(replyGet, { query: { reply_id: body.reply.id } })).body.reply).toEqual(body.reply);
  expect((await lesson.teacher.call(commentGet, { query: { comment_id: commentId } })).body.comment.replies).toEqual([body.reply]);
  expect((await lesson.feed('Form - 1A')).posts.find(({ id }: { id: number }) => id === lesson.postId).comments[0].replies).toEqual([body.reply]);
});

test('[L241] [L242] [L436] [LIVE-18] [LIVE-37] commenting is off until the teacher enables it; off refuses students only, at once', async () => {
  const lesson = await answered();
  const { postId, teacher } = lesson;
  const [, student] = lesson.students as [TestPerson, TestPerson];
  expect(code(await lesson.comment(student, postId, 'May I?'))).toEqual([409, 'COMMENTING_DISABLED']);
  const { id: commentId } = (await lesson.comment(teacher, postId, 'I may.')).body.comment;
  expect(code(await lesson.reply(student, commentId, 'May I?'))).toEqual([409, 'COMMENTING_DISABLED']);
  expect((await lesson.reply(teacher, commentId, 'I may reply, too.')).status).toBe(200);
  await lesson.openCommenting();
  expect((await lesson.comment(student, postId, 'Now I may.')).body.comment).toMatchObject({ by_staff: false });
  expect((await lesson.reply(student, commentId, 'And reply.')).status).toBe(200);
  await lesson.openCommenting(false);
  expect(code(await lesson.comment(student, postId, 'Not any more.'))).toEqual([409, 'COMMENTING_DISABLED']);
  expect(await comments(lesson)).toHaveLength(2);
});

test('[LIVE-35] [LIVE-36] a student who has yet to answer the open form neither reads nor writes comments, on posts of earlier forms neither', async () => {
  const lesson = await answered();
  await lesson.openCommenting();
  const [author, commenter, silent] = lesson.students as [TestPerson, TestPerson, TestPerson];
  const { id: commentId } = (await lesson.comment(commenter, lesson.postId, 'What about air?')).body.comment;
  const { id: replyId } = (await lesson.reply(author, commentId, 'There is none.')).body.reply;
  const tries = async (person: TestPerson) => [
    code(await lesson.comment(person, lesson.postId, 'x')),
    code(await lesson.reply(person, commentId, 'x')),
    code(await person.call(commentGet, { query: { comment_id: commentId } })),
    code(await person.call(replyGet, { query: { reply_id: replyId } })),
  ];
  const refused = [
    [409, 'ANSWER_FIRST'],
    [409, 'ANSWER_FIRST'],
    [404, 'COMMENT_NOT_FOUND'],
    [404, 'REPLY_NOT_FOUND'],
  ];
  expect(await tries(silent)).toEqual(refused);
  await lesson.step('re-assign');
  for (const student of lesson.students) expect(await tries(student)).toEqual(refused);
  const seen = await lesson.seenBy(author, 'Form - 1A');
  expect(seen.posts).toHaveLength(2);
  expect(seen.posts.flatMap((post: { comments: unknown[] }) => post.comments)).toEqual([]);
  await lesson.post(silent, 'Form - 1B', 1);
  expect((await tries(silent)).map(([status]) => status)).toEqual([200, 200, 200, 200]);
  await lesson.runOut();
  expect((await tries(author)).map(([status]) => status)).toEqual([200, 200, 200, 200]);
});

test('[LIVE-36] comments and replies are open between forms and end with the session, for staff too; they stay readable', async () => {
  const lesson = await answered();
  await lesson.openCommenting();
  const { id: commentId } = (await lesson.comment(lesson.students[1]!, lesson.postId, 'Between.')).body.comment;
  for (const step of ['re-assign', 'next', 'finished'] as const) await lesson.step(step);
  for (const person of [lesson.teacher, lesson.admin, lesson.students[1]!]) {
    expect(code(await lesson.comment(person, lesson.postId, 'Late'))).toEqual([409, 'SESSION_NOT_RUNNING']);
    expect(code(await lesson.reply(person, commentId, 'Late'))).toEqual([409, 'SESSION_NOT_RUNNING']);
    expect((await person.call(commentGet, { query: { comment_id: commentId } })).status).toBe(200);
  }
});

test('[LIVE-36] no comment comes after the end, however closely they meet', async () => {
  for (let round = 0; round < 5; round += 1) {
    const lesson = await answered();
    await lesson.step('re-assign');
    await lesson.step('next');
    const [finished, ...replies] = await Promise.all([
      lesson.step('finished'),
      ...Array.from({ length: 12 }, (_, index) => lesson.comment(index % 2 === 0 ? lesson.teacher : lesson.coTeacher, lesson.postId, `At the end ${index}`)),
    ]);
    expect(finished?.status).toBe(200);
    const ended = await app.db.selectFrom('live_sessions').select('ended_at').where('id', '=', lesson.sessionId).executeTakeFirstOrThrow();
    const kept = await comments(lesson);
    expect(kept).toHaveLength(replies.filter(({ status }) => status === 200).length);
    expect(kept.filter(({ created_at }) => created_at > ended.ended_at!)).toEqual([]);
  }
});

test('[LIVE-37] no student’s comment comes after commenting was switched off, however closely they meet', async () => {
  const lesson = await answered(7);
  for (let round = 0; round < 5; round += 1) {
    const writer = lesson.students[2 + round]!; // each writes as many as one may in a minute
    await lesson.post(writer, 'Form - 1A', 0);
    await lesson.openCommenting();
    const [, ...replies] = await Promise.all([
      lesson.openCommenting(false),
      ...Array.from({ length: 10 }, (_, index) => lesson.comment(writer, lesson.postId, `Round ${round} ${index}`)),
    ]);
    expect(new Set(replies.map(({ error }) => error?.code))).toSatisfy((codes: Set<string | undefined>) =>
      [...codes].every((one) => one === undefined || one === 'COMMENTING_DISABLED'),
    );
    expect(code(await lesson.comment(lesson.students[1]!, lesson.postId, 'Off.'))).toEqual([409, 'COMMENTING_DISABLED']);
    expect(await comments(lesson)).toHaveLength((await announcedItems(app, lesson.sessionId, 'assessment.comment.added')).length);
  }
  let isOn = false; // announcements stand in the order of what they announce
  const whileOff: unknown[] = [];
  for (const { name, payload } of await listNumbered(app, lesson.sessionId)) {
    if (name === 'assessment.settings.changed') isOn = payload.can_comment as boolean;
    if (name === 'assessment.comment.added' && !isOn) whileOff.push(payload);
  }
  expect(whileOff).toEqual([]);
});

test.each(HOSTILE_TEXTS)('[B023] hostile text in a comment, a reply and an answer comes back exactly: %j', async (text) => {
  const lesson = await answered();
  await lesson.openCommenting();
  const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: text.replaceAll('\n', ' ') }] }] };
  const postId = await lesson.post(lesson.students[2]!, 'Form - 1A', 2, document);
  const { comment } = (await lesson.comment(lesson.students[1]!, postId, text)).body;
  expect(comment.comment).toBe(text);
  expect((await lesson.reply(lesson.teacher, comment.id, text)).body.reply.reply).toBe(text);
  for (const posts of [(await lesson.feed('Form - 1A')).posts, (await lesson.seenBy(lesson.students[2]!)).posts]) {
    const post = posts.find(({ id }: { id: number }) => id === postId);
    expect(post.body[0].comment).toEqual(document);
    expect(post.comments[0]).toMatchObject({ comment: text, replies: [{ reply: text }] });
  }
  expect((await lesson.teacher.call(commentGet, { query: { comment_id: comment.id } })).body.comment).toMatchObject({
    comment: text,
    replies: [{ reply: text }],
  });
});

test('[B130] half of a character is stored as the sign for what cannot be shown, and fails nothing', async () => {
  const lesson = await answered();
  const { comment } = (await lesson.comment(lesson.teacher, lesson.postId, 'a\ud800b')).body;
  expect(comment.comment).toBe('a\ufffdb');
  expect((await lesson.teacher.call(commentGet, { query: { comment_id: comment.id } })).body.comment.comment).toBe('a\ufffdb');
});

test('hostile names come back exactly', async () => {
  const lesson = await answered();
  const mallory = await scenario.person('student', lesson.schoolId, { firstName: '<b onmouseover=alert(1)>Mal</b>', lastName: `O'Ry"; --` });
  await app.db.insertInto('course_members').values({ course_id: lesson.courseId, account_id: mallory.accountId, role: 'STUDENT' }).execute();
  await lesson.openCommenting();
  const postId = await lesson.post(mallory, 'Form - 1A', 2);
  const { comment } = (await lesson.comment(mallory, postId, 'Hi')).body;
  expect(comment).toMatchObject({ first_name: mallory.firstName, last_name: mallory.lastName, post: { first_name: mallory.firstName } });
  expect((await lesson.seenBy(lesson.students[1]!)).posts[0].account).toMatchObject({ first_name: mallory.firstName, last_name: mallory.lastName });
});

test.each([
  ['', 'Comment is required'],
  ['   ', 'Comment is required'],
  [null, 'Comment is required'],
  [undefined, 'Comment is required'],
  [{ a: 1 }, 'Comment is required'],
  ['a\u0000b', 'Comment contains a character that cannot be stored. Remove it.'],
  ['x'.repeat(2001), 'Comment can have at most 2,000 characters. Shorten it.'],
])('a comment of %j is refused at its field and stores nothing', async (text, message) => {
  const lesson = await answered();
  const refused = await lesson.comment(lesson.teacher, lesson.postId, text);
  expect(refused.status).toBe(422);
  expect(refused.error?.errors).toEqual({ comment: [message] });
  expect((await lesson.reply(lesson.teacher, 1, text)).error?.errors?.reply).toHaveLength(1);
  expect(await comments(lesson)).toEqual([]);
});

test('the longest comment is kept whole; what it says of its post is cut to 100 characters', async () => {
  const lesson = await answered();
  const postId = await lesson.post(lesson.students[2]!, 'Form - 1A', 2, '👩‍🏫'.repeat(101));
  const text = 'x'.repeat(2000);
  const { comment } = (await lesson.comment(lesson.teacher, postId, text)).body;
  expect(comment.comment).toBe(text);
  expect(comment.post.body[0].comment.content).toEqual([{ type: 'paragraph', content: [{ type: 'text', text: `${'👩‍🏫'.repeat(100)}…` }] }]);
});

test('[LIVE-48] [LIVE-52] comments of other classes, on empty posts and of a canceled run do not exist', async () => {
  const lesson = await answered();
  const { id: commentId } = (await lesson.comment(lesson.teacher, lesson.postId, 'Ours')).body.comment;
  const { id: replyId } = (await lesson.reply(lesson.teacher, commentId, 'Ours')).body.reply;
  const missing = [
    [404, 'POST_NOT_FOUND'],
    [404, 'COMMENT_NOT_FOUND'],
    [404, 'COMMENT_NOT_FOUND'],
    [404, 'REPLY_NOT_FOUND'],
  ];
  const all = async (person: TestPerson) => [
    code(await person.call(commentAdd, { body: { post_id: lesson.postId, comment: 'x' } })),
    code(await person.call(replyAdd, { body: { comment_id: commentId, reply: 'x' } })),
    code(await person.call(commentGet, { query: { comment_id: commentId } })),
    code(await person.call(replyGet, { query: { reply_id: replyId } })),
  ];
  const other = await answered();
  for (const person of [lesson.otherStudent, lesson.otherTeacher, other.teacher, other.students[0]!]) expect(await all(person)).toEqual(missing);
  expect(code(await lesson.comment(lesson.teacher, 999_999_999, 'x'))).toEqual(missing[0]);
  expect(code(await lesson.teacher.call(commentGet, { query: { comment_id: 999_999_999 } }))).toEqual(missing[2]);
  expect(code(await lesson.teacher.call(replyGet, { query: { reply_id: 999_999_999 } }))).toEqual(missing[3]);

  await lesson.login(lesson.students[2]!);
  await lesson.runOut();
  const empty = await app.db
    .selectFrom('live_posts')
    .select('id')
    .where('session_id', '=', lesson.sessionId)
    .where('account_id', '=', lesson.students[2]!.accountId)
    .executeTakeFirstOrThrow();
  expect(code(await lesson.comment(lesson.teacher, empty.id, 'x'))).toEqual(missing[0]);
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  for (const person of [lesson.teacher, lesson.admin, lesson.students[0]!]) expect(await all(person)).toEqual(missing);
});

test('a student who was taken out of the class reads and writes no comment any more', async () => {
  const lesson = await answered();
  await lesson.openCommenting();
  const { id: commentId } = (await lesson.comment(lesson.students[1]!, lesson.postId, 'Mine')).body.comment;
  await scenario.remove(lesson.courseId, lesson.students[1]!.accountId);
  expect(code(await lesson.comment(lesson.students[1]!, lesson.postId, 'x'))).toEqual([404, 'POST_NOT_FOUND']);
  expect(code(await lesson.students[1]!.call(commentGet, { query: { comment_id: commentId } }))).toEqual([404, 'COMMENT_NOT_FOUND']);
  expect((await lesson.teacher.call(commentGet, { query: { comment_id: commentId } })).status).toBe(200);
});

test('[L440] a comment or reply that is sent twice under one Idempotency-Key is written once; another text under the key is refused', async () => {
  const lesson = await answered();
  const send = (comment: string) => lesson.teacher.call(commentAdd, { body: { post_id: lesson.postId, comment } }, { key: 'comment-1' });
  const [first, second] = await Promise.all([send('Once'), send('Once')]);
  expect(second.body).toEqual(first.body);
  expect(code(await send('Twice'))).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  expect(await comments(lesson)).toHaveLength(1);
  const answer = (reply: string) => lesson.teacher.call(replyAdd, { body: { comment_id: first.body.comment.id, reply } }, { key: 'reply-1' });
  const [one, again] = [await answer('Once'), await answer('Once')];
  expect([one.status, again.body]).toEqual([200, one.body]);
  expect(code(await answer('Twice'))).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
});
