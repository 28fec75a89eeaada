import { commentAdd, liveClose, liveSettingsUpdate, postReact, replyAdd } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrol } from '../../class/classes/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type RunningLesson, type Scenario, startLesson, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const factsOf = (sessionId: number) => app.db.selectFrom('lesson_students').selectAll().where('session_id', '=', sessionId).orderBy('account_id').execute();
const figuresOf = (sessionId: number) => app.db.selectFrom('lesson_figures').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
const factOf = async (lesson: RunningLesson, student: TestPerson) =>
  (await factsOf(lesson.sessionId)).find(({ account_id }) => account_id === student.accountId);

/**
 * Runs a lesson with four students: one changes to the right answer, one changes away from it, one logs in and writes
 * nothing, one is absent.
 */
async function holdLesson(): Promise<{ lesson: RunningLesson; people: [TestPerson, TestPerson, TestPerson, TestPerson] }> {
  const lesson = await startLesson(app, scenario, { students: 4 });
  const people = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson];
  const [learns, loses, silent] = people;
  for (const student of [learns, loses, silent]) await lesson.login(student);
  await lesson.teacher.call(liveSettingsUpdate, { body: { assessment_id: lesson.assessmentId, can_comment: true } });
  const post_id = (await lesson.answer(learns, 'Form - 1A', 0)).body.post.id as number;
  await lesson.answer(loses, 'Form - 1A', 1, { comment: '' });
  const said = await loses.call(commentAdd, { body: { post_id, comment: 'Why?' } });
  await learns.call(replyAdd, { body: { comment_id: said.body.comment.id, reply: 'Because.' } });
  await loses.call(postReact, { body: { post_id, reaction_type: 'like' } });
  await lesson.teacher.call(commentAdd, { body: { post_id, comment: 'Go on.' } });
  await lesson.teacher.call(postReact, { body: { post_id, reaction_type: 'like' } });
  await lesson.coTeacher.call(postReact, { body: { post_id, reaction_type: 'dislike' } });
  await lesson.step('re-assign');
  await lesson.answer(learns, 'Form - 1B', 1);
  await lesson.answer(loses, 'Form - 1B', 0);
  await lesson.step('next');
  await lesson.answer(learns, 'Form - 2', 0);
  return { lesson, people };
}

test('a lesson that finishes keeps, for each student of the class and in the same moment, what each chose, wrote, gave and received', async () => {
  const { lesson, people } = await holdLesson();
  expect(await factsOf(lesson.sessionId)).toEqual([]);
  expect((await lesson.step('finished')).status).toBe(200);
  const [learns, loses, silent, absent] = people;
  expect(await factOf(lesson, learns)).toMatchObject({
    answered: 3,
    first_right: false,
    second_right: true,
    transfer_right: false,
    filed: 0,
    justified: 3,
    comments_received: 1,
    likes_received: 1,
    likes_by_classmates: 1,
  });
  expect(await factOf(lesson, loses)).toMatchObject({
    answered: 2,
    first_right: true,
    second_right: false,
    transfer_right: null,
    likes_given: 1,
    justified: 1,
  });
  expect(await factOf(lesson, silent)).toMatchObject({ answered: 0, justified: 0, filed: 3, filed_empty: 3 });
  expect(await factOf(lesson, absent)).toMatchObject({ answered: 0, logged_in_at: null });
  expect(await figuresOf(lesson.sessionId)).toMatchObject({
    students: 4,
    logged_in: 3,
    asked: 2,
    mcq: 2,
    answers: 5,
    correct: 2,
    kept_right: 0,
    wrong_to_right: 1,
    right_to_wrong: 1,
    kept_wrong: 0,
    likes_given: 1,
    likes_received: 1,
    comments_received: 1,
    roster_estimated: false,
  });
});

test('the lesson’s figures are the sums of its students’ rows', async () => {
  const { lesson } = await holdLesson();
  await lesson.step('finished');
  const { rows } = await sql`
    SELECT count(*)::integer AS students, count(logged_in_at)::integer AS logged_in, sum(answered)::integer AS answers,
           sum(coalesce(first_right::integer, 0) + coalesce(second_right::integer, 0) + coalesce(transfer_right::integer, 0))::integer AS correct,
           count(first_right)::integer AS first_answers, (count(*) FILTER (WHERE first_right))::integer AS first_right,
           count(second_right)::integer AS second_answers, (count(*) FILTER (WHERE second_right))::integer AS second_right,
           count(transfer_right)::integer AS transfer_answers, (count(*) FILTER (WHERE transfer_right))::integer AS transfer_right,
           sum(comments_given)::integer AS comments_given, sum(replies_given)::integer AS replies_given, sum(likes_given)::integer AS likes_given,
           sum(comments_received)::integer AS comments_received, sum(likes_received)::integer AS likes_received
      FROM lesson_students WHERE session_id = ${lesson.sessionId}`.execute(app.db);
  expect(await figuresOf(lesson.sessionId)).toMatchObject(rows[0] as object);
});

test('who joins, leaves or is deactivated later changes no past lesson, and neither does another zone of the school', async () => {
  const { lesson, people } = await holdLesson();
  await lesson.step('finished');
  const before = [await factsOf(lesson.sessionId), await figuresOf(lesson.sessionId)];
  await scenario.remove(lesson.courseId, people[3].accountId);
  await scenario.deactivate(people[2].accountId);
  await sql`UPDATE schools SET time_zone = 'Pacific/Kiritimati'`.execute(app.db);
  await app.server.jobs.runDue();
  expect([await factsOf(lesson.sessionId), await figuresOf(lesson.sessionId)]).toEqual(before);
});

test('a canceled lesson has no facts', async () => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  await lesson.login(lesson.students[0] as TestPerson);
  await lesson.teacher.call(liveClose, { body: { assessment_id: lesson.assessmentId, id: lesson.assessmentId } });
  expect(await figuresOf(lesson.sessionId)).toBeUndefined();
});

async function forgetFacts(sessionId: number): Promise<void> {
  for (const table of ['lesson_students', 'lesson_figures'] as const) await app.db.deleteFrom(table).where('session_id', '=', sessionId).execute();
}
const fillIn = (): Promise<void> =>
  app.server.jobs
    .findKind('results.fill-in')!
    .run({ missed: 0 }, { id: 0, isLastTry: false, isAwaited: true, standBack: async () => undefined, isBusy: () => false });

test('[B2462] sums by form that a process of the earlier version left out are added, and no others are touched', async () => {
  const { lesson } = await holdLesson();
  await lesson.step('finished');
  const before = await figuresOf(lesson.sessionId);
  expect(before).toMatchObject({ first_answers: expect.any(Number) });
  expect(Number((before as { answers?: unknown }).answers)).toBeGreaterThan(0);
  const [first, second] = ['first', 'second'].map((form) => sql.raw(`${form}_answers = 0, ${form}_right = 0`));
  await sql`UPDATE lesson_figures SET ${first}, ${second}, transfer_answers = 0, transfer_right = 0 WHERE session_id = ${lesson.sessionId}`.execute(app.db);
  const others = () => sql`SELECT session_id, xmin::text FROM lesson_figures WHERE session_id <> ${lesson.sessionId} ORDER BY session_id`.execute(app.db);
  const { rows: untouched } = await others();
  await fillIn();
  expect(await figuresOf(lesson.sessionId)).toEqual(before);
  expect((await others()).rows).toEqual(untouched);
});

test('[B924] a lesson that cannot be filled in keeps no later one from it', async () => {
  const [bad, good] = [(await holdLesson()).lesson, (await holdLesson()).lesson];
  for (const lesson of [bad, good]) {
    await lesson.step('finished');
    await forgetFacts(lesson.sessionId);
  }
  await sql`ALTER TABLE lesson_figures ADD CONSTRAINT refuse_one CHECK (session_id <> ${sql.lit(bad.sessionId)})`.execute(app.db);
  await expect(fillIn()).rejects.toThrow('refuse_one');
  expect([await figuresOf(bad.sessionId), (await figuresOf(good.sessionId))?.students]).toEqual([undefined, 4]);
  await sql`ALTER TABLE lesson_figures DROP CONSTRAINT refuse_one`.execute(app.db);
  await fillIn();
  expect((await figuresOf(bad.sessionId))?.students).toBe(4);
});

test('[B925] filled in twice at once, beside a lesson that finishes, with a student who logs in and others who come and go: each lesson’s facts once, and their sums are of the same students', async () => {
  const past = (await holdLesson()).lesson;
  await past.step('finished');
  await forgetFacts(past.sessionId);
  const lessons = [past];
  for (let round = 0; round < 4; round += 1) {
    const { lesson, people } = await holdLesson();
    lessons.push(lesson);
    const comes = await scenario.person('student', lesson.schoolId);
    const [finished] = await Promise.all([
      Promise.all([lesson.step('finished'), lesson.step('finished')]),
      lesson.login(people[3]),
      inTransaction(app.db, (tx) => enrol(tx, lesson.courseId, [comes.accountId], 'STUDENT')),
      scenario.remove(lesson.courseId, people[2].accountId),
      Promise.allSettled([fillIn(), fillIn()]),
    ]);
    expect(finished.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  }
  await fillIn();
  for (const { sessionId } of lessons) {
    const [facts, figures] = [await factsOf(sessionId), await figuresOf(sessionId)];
    expect(figures).toMatchObject({
      students: facts.length,
      logged_in: facts.filter(({ logged_in_at }) => logged_in_at !== null).length,
      answers: facts.reduce((sum, { answered }) => sum + answered, 0),
    });
    const there = await app.db.selectFrom('live_participants').select('account_id').where('session_id', '=', sessionId).orderBy('account_id').execute();
    expect(facts.flatMap(({ account_id, logged_in_at }) => (logged_in_at ? [account_id] : []))).toEqual(there.map(({ account_id }) => account_id));
  }
});

test('a lesson that finished before facts were kept is filled in, with those who were in the class when it ended', async () => {
  await app.server.jobs.runSchedules(); // the schedules begin here
  const { lesson, people } = await holdLesson();
  await lesson.step('finished');
  const facts = await factsOf(lesson.sessionId);
  await sql`DELETE FROM lesson_students WHERE session_id = ${lesson.sessionId}`.execute(app.db);
  await sql`DELETE FROM lesson_figures WHERE session_id = ${lesson.sessionId}`.execute(app.db);
  await app.clock.advanceMs(60_000);
  await scenario.remove(lesson.courseId, people[3].accountId);
  const late = await scenario.person('student', lesson.schoolId);
  await inTransaction(app.db, (tx) => enrol(tx, lesson.courseId, [late.accountId], 'STUDENT'));
  await app.clock.advanceMs(5 * 60_000);
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
  expect(await factsOf(lesson.sessionId)).toEqual(facts);
  expect(await figuresOf(lesson.sessionId)).toMatchObject({ roster_estimated: true, students: 4 });
});
