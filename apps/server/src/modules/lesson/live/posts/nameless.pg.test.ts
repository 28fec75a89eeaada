import {
  channels,
  commentAdd,
  commentGet,
  commentsEarlier,
  type Endpoint,
  type Form,
  formWiseReactions,
  liveActive,
  liveAssessment,
  liveFeed,
  liveJoin,
  liveReasonDeal,
  liveNotes,
  liveOwnAnswers,
  liveRunning,
  liveState,
  liveStudentSnapshot,
  liveSummary,
  liveVoteOpen,
  postGet,
  postReactions,
  postsCurrentForm,
  replyGet,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hear, startTestApp, type TestApp, until } from '../../../../testing/index.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { listAliases } from './audience-queries.ts';
import { discuss } from './testing/discussion.ts';
import { insertCrowd } from './testing/crowd.ts';
import { readEveryCall, startPlanned } from './testing/nameless.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

/** A nameless lesson in which a classmate has answered, commented, replied and liked, in Form - 1A. */
async function discussed() {
  const lesson = await startPlanned(app, scenario, { with_names: false }, 4);
  const talk = discuss(lesson);
  await talk.openCommenting();
  const [author, classmate, reader] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson];
  const postId = await talk.post(author, 'Form - 1A', 1, 'It keeps pulling at the top just as much as before.');
  const otherId = await talk.post(classmate, 'Form - 1A', 0, 'It stops at the highest point, so nothing can pull there any more.');
  await talk.post(reader, 'Form - 1A', 2, 'I guess.');
  const commentId = (await talk.comment(classmate, postId, 'Why?')).body.comment.id as number;
  const replyId = (await talk.reply(author, commentId, 'Because.')).body.reply.id as number;
  const ofStaff = (await talk.comment(lesson.teacher, postId, 'Well said')).body.comment.id as number;
  await talk.react(classmate, postId);
  await talk.react(lesson.teacher, postId);
  return { ...lesson, ...talk, author, classmate, reader, postId, otherId, commentId, replyId, ofStaff };
}
type Discussed = Awaited<ReturnType<typeof discussed>>;

/** Returns what every call about a lesson answers a student, by the call's name. */
async function everythingFor(student: TestPerson, lesson: Discussed): Promise<Record<string, unknown>> {
  const query = { assessment_id: lesson.assessmentId };
  const forms: Form[] = ['Form - 1A', 'Form - 1B', 'Form - 2'];
  const call = async (endpoint: Endpoint, args: object = {}) =>
    [JSON.stringify([endpoint.name, args]), (await student.call(endpoint, args as never)).body] as const;
  return Object.fromEntries(
    await Promise.all([
      ...[liveAssessment, liveActive, liveSummary, liveOwnAnswers, liveStudentSnapshot, formWiseReactions, liveNotes, postsCurrentForm].map((endpoint) =>
        call(endpoint, { query }),
      ),
      ...forms.map((form) => call(postsCurrentForm, { query: { ...query, form } })),
      call(liveRunning),
      call(liveState, { query }),
      call(liveJoin, { body: query }),
      call(liveState, { query: { ...query, epoch: lesson.sessionId, since: 1 } }),
      ...[lesson.postId, lesson.otherId].flatMap((post_id) => [call(postGet, { query: { post_id } }), call(postReactions, { query: { post_id } })]),
      call(commentGet, { query: { comment_id: lesson.commentId } }),
      call(commentsEarlier, { query: { post_id: lesson.postId, before: lesson.ofStaff + 1 } }),
      call(replyGet, { query: { reply_id: lesson.replyId } }),
    ]),
  );
}

/** Returns the places where an answer holds a classmate's name or picture, or an account id where a person is meant. */
function findPeople(body: unknown, people: readonly TestPerson[]): string[] {
  const found: string[] = [];
  const names = people.flatMap(({ firstName, lastName }) => [firstName, lastName]);
  const ids = new Set(people.map(({ accountId }) => accountId));
  const walk = (value: unknown, path: string, key: string): void => {
    if (typeof value === 'string') return void (names.some((name) => value.includes(name)) && found.push(`${path}: ${value}`));
    const isPlaceOfPerson = /account|likes|student_id/.test(path) && !/assessment|\.post_id|\.comments?\.\d+\.id$|replies\.\d+\.id$/.test(path);
    if (typeof value === 'number')
      return void (isPlaceOfPerson && (key === 'id' || key === 'account_id' || /^\d+$/.test(key)) && ids.has(value) && found.push(`${path}: ${value}`));
    if (typeof value === 'object' && value !== null) for (const [inner, part] of Object.entries(value)) walk(part, `${path}.${inner}`, inner);
  };
  walk(body, '', '');
  return found;
}

test('[B2213] [LIVE-112] in a lesson without names no call of a student says who a classmate is, during the lesson and after it', async () => {
  const lesson = await discussed();
  const others = [lesson.author, lesson.classmate, lesson.students[3]!];
  const leaks = async (): Promise<string[]> =>
    Object.entries(await everythingFor(lesson.reader, lesson)).flatMap(([name, body]) => findPeople(body, others).map((leak) => `${name} ${leak}`));
  expect(await leaks()).toEqual([]);
  await lesson.step('re-assign');
  await lesson.post(lesson.reader, 'Form - 1B', 1, 'Now I see.');
  expect(await leaks()).toEqual([]);
  await lesson.step('next');
  await lesson.step('finished');
  expect(await leaks()).toEqual([]);

  // the same search finds them in what staff read, and in a lesson with names
  const staff = await lesson.teacher.call(liveFeed, { query: { assessment_id: lesson.assessmentId, form: 'Form - 1A' } });
  expect(findPeople(staff.body, others).join(' ')).toMatch(/account\.id.*account\.first_name.*comments\.0\.account_id.*total_likes/);
});

test('[B2316] [LIVE-112] every reading call of the product, made by a student during a nameless lesson and after it, says nothing of classmates but the own group', async () => {
  const lesson = await discussed();
  const others = [lesson.author, lesson.classmate, lesson.students[3]!];
  const values = {
    assessment_id: lesson.assessmentId,
    course_id: lesson.courseId,
    class_id: lesson.courseId,
    form: 'Form - 1A',
    post_id: lesson.postId,
    comment_id: lesson.commentId,
    reply_id: lesson.replyId,
    before: lesson.ofStaff + 1,
    epoch: lesson.sessionId,
    since: 1,
    account_id: lesson.reader.accountId,
  };
  const ids = [lesson.assessmentId, lesson.courseId, lesson.postId, lesson.classmate.accountId, lesson.first.questionId];
  let count = 0;
  const leaks = async (): Promise<string[]> => {
    const answers = await readEveryCall(lesson.reader, values, ids);
    count = Math.max(count, answers.size);
    return [...answers].flatMap(([name, bodies]) => bodies.flatMap((body) => findPeople(body, others)).map((leak) => `${name} ${leak}`));
  };
  await lesson.runOut();
  const byForm = { assessment_id: lesson.assessmentId, form: 'Form - 1A' as const };
  const { choices } = (await lesson.teacher.call(liveReasonDeal, { body: byForm })).body.reasons;
  const [first_id, second_id] = choices.flatMap(({ reasons }: { reasons: { id: number }[] }) => reasons.map(({ id }) => id)) as [number, number];
  expect((await lesson.teacher.call(liveVoteOpen, { body: { assessment_id: lesson.assessmentId, first_id, second_id } })).status).toBe(200);
  expect(await leaks()).toEqual([]);
  for (const step of ['re-assign', 'next', 'finished'] as const) await lesson.step(step);
  await app.server.jobs.runDue();
  expect(await leaks()).toEqual([]);
  expect(count).toBeGreaterThan(30);
}, 300_000);

test('[B2213] [LIVE-112] a person has one alias all the lesson, no two have the same, and staff and their likes keep their names', async () => {
  const lesson = await discussed();
  const { posts } = await lesson.seenBy(lesson.reader, 'Form - 1A');
  const byText = (text: string) => posts.find((post: { body: unknown }) => JSON.stringify(post.body).includes(text));
  const [one, two] = [byText('It keeps pulling'), byText('It stops')];
  expect([one.account, two.account]).toEqual([one, two].map(({ account: { id, first_name } }) => ({ id, first_name, last_name: '', profile_picture: null })));
  expect(new Set(posts.map(({ account }: { account: { first_name: string } }) => account.first_name)).size).toBe(3);
  expect([one.account.id < 0, two.account.id < 0]).toEqual([true, true]);
  const [comment, ofStaff] = one.comments;
  expect([comment.account_id, comment.first_name]).toEqual([two.account.id, two.account.first_name]);
  expect([comment.replies[0].account_id, comment.post.account_id, comment.post.first_name]).toEqual([one.account.id, one.account.id, one.account.first_name]);
  expect([ofStaff.account_id, ofStaff.first_name, ofStaff.by_staff]).toEqual([lesson.teacher.accountId, lesson.teacher.firstName, true]);
  expect(one.total_likes).toEqual([two.account.id, lesson.teacher.accountId]);

  // a comment is answered as others read it, and the phone knows its own alias
  const mine = (await lesson.author.call(liveJoin, { body: { assessment_id: lesson.assessmentId } })).body;
  expect(mine.alias).toEqual({ id: one.account.id, name: one.account.first_name });
  expect((await lesson.author.call(commentAdd, { body: { post_id: lesson.otherId, comment: 'Really?' } })).body.comment).toMatchObject({
    account_id: one.account.id,
    first_name: one.account.first_name,
    post: { account_id: two.account.id, first_name: two.account.first_name },
  });
  expect((await lesson.react(lesson.reader, lesson.postId)).body.total_likes.filter((id: number) => id > 0)).toEqual([lesson.teacher.accountId]);
  await lesson.step('re-assign');
  await lesson.post(lesson.author, 'Form - 1B', 1);
  await lesson.post(lesson.reader, 'Form - 1B', 1);
  const later = await lesson.seenBy(lesson.reader, 'Form - 1B');
  expect(later.posts.map(({ account }: { account: { id: number } }) => account.id)).toContain(one.account.id);
});

test('[LIVE-112] [LIVE-60] the class’s channel holds no names either, and logins no post', async () => {
  const lesson = await startPlanned(app, scenario, { with_names: false });
  const [author, reader] = lesson.students as [TestPerson, TestPerson];
  const ear = await hear(app, reader, channels.assessment(lesson.assessmentId));
  const postId = await discuss(lesson).post(author, 'Form - 1A', 1, 'Mine');
  await until(() => ear.events.some(({ name, data }) => name === 'assessment.post.added' && data.items.includes(postId)), 'the post');
  for (const { data } of ear.events) expect(JSON.stringify(data)).not.toContain(author.lastName);
  const added = ear.events.filter(({ name }) => name === 'assessment.post.added').map(({ data }) => Object.keys(data).toSorted().join());
  expect(new Set(added)).toEqual(new Set(['epoch,from,items,sequence,server_time']));
  ear.close();
});

test('[B2214] [LIVE-112] a class of a thousand gets a thousand aliases, and two processes that give them at once agree', async () => {
  const lesson = await startPlanned(app, scenario, { with_names: false }, 0);
  await insertCrowd(app, { ...lesson, count: 1_000 });
  const rows = await app.db.selectFrom('live_participants').select('account_id').where('session_id', '=', lesson.sessionId).execute();
  const ids = rows.map(({ account_id }) => account_id);
  const [here, there] = await Promise.all([listAliases(app.db, lesson.sessionId, ids), listAliases(app.db, lesson.sessionId, ids.toReversed())]);
  expect(here.size).toBe(1_000);
  expect(new Set(here.values()).size).toBe(1_000);
  expect([...there].toSorted(([left], [right]) => left - right)).toEqual([...here].toSorted(([left], [right]) => left - right));
  const again = await startPlanned(app, scenario, { with_names: false }, 0);
  await insertCrowd(app, { ...again, count: 40 });
  const others = await app.db.selectFrom('live_participants').select('account_id').where('session_id', '=', again.sessionId).execute();
  const numbers = await listAliases(
    app.db,
    again.sessionId,
    others.map(({ account_id }) => account_id),
  );
  expect([...numbers.values()]).not.toEqual([...here.values()].slice(0, 40));
});
