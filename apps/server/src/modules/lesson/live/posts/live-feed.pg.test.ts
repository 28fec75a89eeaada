import { channels, type Form, liveClose, liveCommentLogs, liveDraft, liveFeed, liveResponded, liveStudentRespond, postAdd } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hear } from '../../../../testing/hear.ts';
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

const nameOf = ({ firstName, lastName }: TestPerson) => `${firstName} ${lastName}`;
const respond = (lesson: RunningLesson, student: { accountId: number }, person = lesson.teacher) =>
  person.call(liveStudentRespond, { query: { assessment_id: lesson.assessmentId, student_id: student.accountId } });
const responded = async (lesson: RunningLesson, person = lesson.teacher) =>
  (await person.call(liveResponded, { query: { assessment_id: lesson.assessmentId } })).body;
const logs = async (lesson: RunningLesson, person = lesson.teacher) =>
  (await person.call(liveCommentLogs, { query: { assessment_id: lesson.assessmentId } })).body;

/**
 * Creates forms 1A and 1B of five students: one changes from wrong to right, one is right in both, one answers once,
 * one only logs in, one is absent.
 */
async function twoForms() {
  const lesson = await startLesson(app, scenario, { students: 5 });
  const talk = discuss(lesson);
  const [changes, stays, once, silent, absent] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  await lesson.login(silent);
  const a1 = await talk.post(changes, 'Form - 1A', 0, 'It stops.');
  const a2 = await talk.post(stays, 'Form - 1A', 1);
  const a3 = await talk.post(once, 'Form - 1A', 3);
  await lesson.step('re-assign');
  const b1 = await talk.post(changes, 'Form - 1B', 1);
  const b2 = await talk.post(stays, 'Form - 1B', 1);
  return { ...lesson, ...talk, changes, stays, once, silent, absent, a1, a2, a3, b1, b2 };
}

test('[L194] [L195] [L199] [L423] staff read all posts of a form with comments, replies, likes and what is right, whatever form is open', async () => {
  const lesson = await twoForms();
  await lesson.react(lesson.teacher, lesson.a1);
  const { id: commentId } = (await lesson.comment(lesson.teacher, lesson.a1, 'Why?')).body.comment;
  await lesson.reply(lesson.coTeacher, commentId, 'Indeed.');
  for (const person of [lesson.teacher, lesson.coTeacher, lesson.admin]) {
    const { posts, data, responses, distribution, late } = await lesson.feed('Form - 1A', person);
    expect(posts.map(({ id }: { id: number }) => id)).toEqual([lesson.a3, lesson.a2, lesson.a1]);
    expect(data).toEqual(posts);
    expect(posts.map(({ is_correct }: { is_correct: boolean }) => is_correct)).toEqual([false, true, false]);
    expect(posts[2]).toMatchObject({
      total_likes: [lesson.teacher.accountId],
      comments: [{ id: commentId, comment: 'Why?', by_staff: true, replies: [{ reply: 'Indeed.' }] }],
    });
    expect(responses).toEqual(
      [
        [lesson.once, 3, lesson.a3],
        [lesson.stays, 1, lesson.a2],
        [lesson.changes, 0, lesson.a1],
      ].map(([student, choice, id]) => ({
        id,
        name: nameOf(student as TestPerson),
        response: lesson.first.titles[choice as number],
        title: lesson.first.title,
        form: 'Form - 1A',
        last_update: expect.any(String),
      })),
    );
    expect(distribution).toMatchObject({ form: 'Form - 1A', answered: 3, of: 4 });
    expect(distribution.counts.map(({ count }: { count: number }) => count)).toEqual([1, 1, 0, 1]);
    expect(late).toEqual([]);
  }
  expect(idsOf((await lesson.feed('Form - 1B')).posts)).toEqual([lesson.b1, lesson.b2]);
  expect(await lesson.feed('Form - 2')).toMatchObject({
    posts: [],
    data: [],
    responses: [],
    distribution: { form: 'Form - 2', answered: 0, of: 0, counts: [] },
    late: [],
  });
});

test('[LIVE-26] [LIVE-52] what came too late is shown to staff beside the feed, with its author, and is in no figure', async () => {
  const lesson = await twoForms();
  const ids = await lesson.choices('Form - 1A');
  const late = await lesson.absent.call(postAdd, { body: { session_id: lesson.sessionId, form: 'Form - 1A', response_id: ids[1], comment: 'Too late' } });
  expect(late.error?.code).toBe('PHASE_CLOSED');
  const feed = await lesson.feed('Form - 1A');
  expect(feed.posts).toHaveLength(3);
  expect(feed.distribution.answered).toBe(3);
  expect(feed.late).toMatchObject([
    {
      form: 'Form - 1A',
      kind: 'answer',
      response_id: ids[1],
      response: lesson.first.titles[1],
      account: { id: lesson.absent.accountId, last_name: lesson.absent.lastName },
    },
  ]);
  expect(JSON.stringify(feed.late[0].comment)).toContain('Too late');
  expect((await lesson.feed('Form - 1B')).late).toEqual([]);
  const own = (await respond(lesson, lesson.absent)).body.responses;
  expect(own.map(({ form, post, late: kept }: { form: Form; post: unknown; late: unknown[] }) => [form, post, kept.length])).toEqual([
    ['Form - 1A', null, 1],
    ['Form - 1B', null, 0],
  ]);
});

test('[L198] [L421] [LIVE-40] [LIVE-42] who is here, who is absent, how many of the three forms each has answered, and who has answered the open one', async () => {
  const lesson = await twoForms();
  const { students, absent, totalStudent, tally } = await responded(lesson);
  const rows = Object.fromEntries(students.map((row: { id: number }) => [row.id, row]));
  const row = (student: TestPerson, responders: number, answered: boolean, moved: string | null = null) => ({
    id: student.accountId,
    name: nameOf(student),
    responders,
    logintime: expect.stringMatching(/Z$/),
    answered,
    connected: false,
    moved,
  });
  expect(rows).toEqual({
    [lesson.changes.accountId]: row(lesson.changes, 2, true, 'wrong_to_right'),
    [lesson.stays.accountId]: row(lesson.stays, 2, true, 'kept_right'),
    [lesson.once.accountId]: row(lesson.once, 1, false),
    [lesson.silent.accountId]: row(lesson.silent, 0, false),
  });
  expect(absent).toEqual([{ id: lesson.absent.accountId, name: nameOf(lesson.absent) }]);
  expect(totalStudent).toBe(5);
  const [, right] = await lesson.choices('Form - 1B');
  expect(tally).toMatchObject({ form: 'Form - 1B', answered: 2, right: 2, of: 4, students: 5 });
  expect(tally!.counts.find(({ response_id }: { response_id: number }) => response_id === right)).toEqual({ response_id: right, count: 2 });
});

test('[LIVE-41] a draft that is filed with a choice counts; one without counts nowhere', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  const ids = await lesson.choices('Form - 1A');
  await lesson.students[0]!.call(liveDraft, {
    body: { session_id: lesson.sessionId, form: 'Form - 1A', revision: 1, response_id: ids[1], comment: 'half a thou' },
  });
  await lesson.students[1]!.call(liveDraft, { body: { session_id: lesson.sessionId, form: 'Form - 1A', revision: 1, response_id: null, comment: 'no idea' } });
  await lesson.runOut();
  const { posts } = await discuss(lesson).feed('Form - 1A');
  expect(posts.map(({ filed_by, is_correct }: { filed_by: string; is_correct: boolean | null }) => [filed_by, is_correct]).toSorted()).toEqual([
    ['server', null],
    ['server', true],
  ]);
  const { students, tally } = await responded(lesson);
  expect(students.map(({ responders }: { responders: number }) => responders).toSorted()).toEqual([0, 1]);
  expect(tally).toMatchObject({ answered: 1, right: 1, of: 2 });
});

test('before a run everybody is absent, and there is neither feed nor log nor tally', async () => {
  const idle = await scenario.lesson({ students: 2 });
  const query = { assessment_id: idle.assessmentId };
  const { students, absent, totalStudent, tally } = (await idle.teacher.call(liveResponded, { query })).body;
  expect([students, totalStudent, tally, absent.length]).toEqual([[], 2, null, 2]);
  expect((await idle.teacher.call(liveFeed, { query: { ...query, form: 'Form - 1A' } })).body).toMatchObject({ posts: [], late: [] });
  expect((await idle.teacher.call(liveCommentLogs, { query })).body).toEqual({ status: 'success', logs: [], data: [], total: 0 });
  const { student, responses } = (await idle.teacher.call(liveStudentRespond, { query: { ...query, student_id: idle.students[0]!.accountId } })).body;
  expect([student.id, responses]).toEqual([idle.students[0]!.accountId, []]);
});

test('[L429] one student’s answers come per opened form; a form left out has none', async () => {
  const lesson = await twoForms();
  const { student, responses } = (await respond(lesson, lesson.changes)).body;
  expect(student).toEqual({ id: lesson.changes.accountId, first_name: lesson.changes.firstName, last_name: lesson.changes.lastName, profile_picture: null });
  expect(responses).toMatchObject([
    { form: 'Form - 1A', post: { id: lesson.a1, is_correct: false }, late: [] },
    { form: 'Form - 1B', post: { id: lesson.b1, is_correct: true }, late: [] },
  ]);
  expect((await respond(lesson, lesson.once)).body.responses).toMatchObject([{ post: { id: lesson.a3 } }, { post: null }]);
  expect((await respond(lesson, lesson.silent)).body.responses).toMatchObject([{ post: null }, { post: null }]); // filed empty

  const missing = [await respond(lesson, lesson.otherStudent), await respond(lesson, lesson.teacher), await respond(lesson, { accountId: 999_999 })];
  expect(missing.map(({ status, error }) => [status, error?.code])).toEqual(missing.map(() => [404, 'STUDENT_NOT_FOUND']));
  await scenario.remove(lesson.courseId, lesson.changes.accountId);
  await scenario.remove(lesson.courseId, lesson.absent.accountId);
  expect((await respond(lesson, lesson.changes)).body.responses[0]!.post!.id).toBe(lesson.a1); // took part before leaving
  expect((await respond(lesson, lesson.absent)).error?.code).toBe('STUDENT_NOT_FOUND');
});

test('[L200] [L422] [LIVE-51] the comment log has all comments of all forms, newest first, cut to 100 characters', async () => {
  const lesson = await twoForms();
  const long = `${'Think of the forces. '.repeat(5)}And then of the sum of all of them.`;
  const first = (await lesson.comment(lesson.teacher, lesson.a1, long)).body.comment;
  const second = (await lesson.comment(lesson.coTeacher, lesson.b2, 'Well said.\nReally.')).body.comment;
  await lesson.reply(lesson.teacher, second.id, 'A reply is no entry.');
  for (const person of [lesson.teacher, lesson.coTeacher, lesson.admin]) {
    const { logs: entries, data, total } = await logs(lesson, person);
    expect(total).toBe(2);
    expect(data).toEqual(entries);
    expect(entries).toEqual([
      {
        id: second.id,
        post_id: lesson.b2,
        form: 'Form - 1B',
        posted_by: nameOf(lesson.stays),
        commented_by: nameOf(lesson.coTeacher),
        response: lesson.first.titles[1],
        title: lesson.first.title,
        comment: 'Well said. Really.',
        last_update: second.last_update,
      },
      {
        id: first.id,
        post_id: lesson.a1,
        form: 'Form - 1A',
        posted_by: nameOf(lesson.changes),
        commented_by: nameOf(lesson.teacher),
        response: lesson.first.titles[0],
        title: lesson.first.title,
        comment: expect.stringMatching(/^Think of the forces.{80,}…$/),
        last_update: first.last_update,
      },
    ]);
    expect([...entries[1]!.comment].length).toBeLessThanOrEqual(101);
  }
});

test('after the end everything stays readable for staff; after a cancel nothing of the run is left to see', async () => {
  const lesson = await twoForms();
  await lesson.comment(lesson.teacher, lesson.a1, 'Kept');
  await lesson.step('next');
  await lesson.step('finished');
  expect((await lesson.feed('Form - 1A')).posts).toHaveLength(3);
  expect((await logs(lesson)).total).toBe(1);
  expect((await responded(lesson)).tally).toMatchObject({ form: 'Form - 2', answered: 0 });

  const canceled = await twoForms();
  await canceled.comment(canceled.teacher, canceled.a1, 'Gone');
  await canceled.teacher.call(liveClose, { body: { id: canceled.assessmentId } });
  expect(await canceled.feed('Form - 1A')).toMatchObject({ posts: [], late: [] });
  expect((await logs(canceled)).total).toBe(0);
  expect(await responded(canceled)).toMatchObject({ students: [], tally: null, totalStudent: 5 });
  expect((await respond(canceled, canceled.changes)).body.responses).toEqual([]);
});

test('[L439] these calls are the staff’s: students are refused, people outside and without a token learn nothing', async () => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  const which = { assessment_id: lesson.assessmentId };
  const ofForm = { ...which, form: 'Form - 1A' };
  for (const [endpoint, query] of [
    [liveFeed, ofForm],
    [liveResponded, which],
    [liveStudentRespond, { ...which, student_id: lesson.students[0]!.accountId }],
    [liveCommentLogs, which],
  ] as const) {
    const refused = await lesson.students[0]!.call(endpoint, { query });
    expect([endpoint.name, refused.status, refused.error?.code]).toEqual([endpoint.name, 403, 'NOT_ALLOWED']);
    expect((await lesson.otherStudent.call(endpoint, { query })).status).toBe(403);
    const missing = await lesson.otherTeacher.call(endpoint, { query });
    expect([endpoint.name, missing.status, missing.error?.code]).toEqual([endpoint.name, 404, 'ASSESSMENT_NOT_FOUND']);
    expect((await lesson.teacher.call(endpoint, { query: { ...query, assessment_id: 999_999 } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await app.call(endpoint, { query })).status).toBe(401);
  }
  expect((await lesson.teacher.call(liveFeed, { query: { ...ofForm, form: 'Form-1A' } })).error?.errors).toHaveProperty('form');
});

test('a student who holds a socket of the lesson is connected, until it is closed', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  for (const student of lesson.students) await lesson.login(student);
  const connected = async () => (await responded(lesson)).students.filter((row: { connected: boolean }) => row.connected).map(({ id }: { id: number }) => id);
  expect(await connected()).toEqual([]);
  const ear = await hear(app, lesson.students[0]!, channels.assessment(lesson.assessmentId));
  const elsewhere = await hear(app, lesson.students[1]!, channels.account(lesson.students[1]!.accountId)); // on another page
  await expect.poll(connected).toEqual([lesson.students[0]!.accountId]);
  ear.close();
  elsewhere.close();
  await expect.poll(connected).toEqual([]);
});

test('[L376–L378] reactions, comments and replies reach the class as ids, and the staff’s tally equals what they read', async () => {
  const lesson = await twoForms();
  await lesson.openCommenting();
  const ear = await hear(app, lesson.students[0]!, channels.assessment(lesson.assessmentId));
  const staffEar = await hear(app, lesson.teacher, channels.staff(lesson.assessmentId));
  await lesson.react(lesson.teacher, lesson.a1);
  const { id: commentId } = (await lesson.comment(lesson.stays, lesson.a1, 'Hear, hear')).body.comment;
  const { id: replyId } = (await lesson.reply(lesson.teacher, commentId, 'Heard')).body.reply;
  expect((await ear.first('assessment.post.reaction.added')).data).toMatchObject({ items: [lesson.a1], epoch: lesson.sessionId });
  expect((await ear.first('assessment.comment.added')).data).toMatchObject({ items: [commentId] });
  expect((await ear.first('assessment.reply.added')).data).toMatchObject({ items: [replyId] });
  await lesson.post(lesson.once, 'Form - 1B', 2);
  const { tally } = await responded(lesson);
  expect(tally!.answered).toBe(3);
  await expect
    .poll(() => staffEar.events.findLast(({ name }) => name === 'assessment.tally.changed')?.data.tally)
    .toEqual({ ...tally, as_of: expect.any(Number) });
  ear.close();
  staffEar.close();
});
