import {
  commentAdd,
  type Endpoint,
  liveFeed,
  liveHide,
  liveOwnPair,
  livePairs,
  livePairsMake,
  livePairsPublish,
  liveEnd,
  livePhaseClose,
  liveProjector,
  liveReasonDeal,
  liveReasons,
  liveSettingsUpdate,
  liveStart,
  liveState,
  liveVoteCast,
  liveVoteOpen,
  liveWall,
  postsCurrentForm,
  rehearsalMake,
  rehearsalRemove,
  seatList,
  seatTake,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type RunningLesson, type Scenario, startLesson, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { listRehearsalRows, readRehearsal } from '../../../testing/rehearsal-rows.ts';
import type { TestReply } from '../../../testing/app.ts';

// Acts that meet in one moment at two processes. Each test does them several times, since the order differs.

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  await app.listen(); // from now on calls go to two processes in turns
  scenario = createScenario(app);
});
afterAll(() => app.close());

const [ONE_A, ONE_B] = ['Form - 1A', 'Form - 1B'] as const;
const TIMES = [1, 2, 3];
const on = ({ assessmentId }: RunningLesson) => ({ assessment_id: assessmentId });
const codeOf = ({ error }: Pick<TestReply, 'error'>): string => error?.code ?? 'done';
const press = (person: TestPerson, endpoint: Endpoint, body: object): Promise<TestReply> => person.call(endpoint, { body } as never);

/** Starts a lesson in which every student has answered Form - 1A with words of their own. */
async function answered(students: number, choiceOf = (at: number): number => at % 2): Promise<RunningLesson> {
  const lesson = await startLesson(app, scenario, { students });
  for (const [at, student] of lesson.students.entries()) {
    const comment = Array.from({ length: 9 }, (_, word) => `word${at}no${word}`).join(' ');
    await lesson.answer(student, ONE_A, choiceOf(at), { comment });
  }
  return lesson;
}

describe.each(TIMES)('in one moment, time %i', () => {
  test('[B2356] [LIVE-94] groups are published while Form - 1B opens: both are done, and every student is in one group', async () => {
    const lesson = await answered(5);
    await lesson.runOut();
    await press(lesson.teacher, livePairsMake, { ...on(lesson), revision: 0, seed: 1 });
    const replies = await Promise.all([
      press(lesson.teacher, livePairsPublish, { ...on(lesson), revision: 1 }),
      press(lesson.coTeacher, livePairsPublish, { ...on(lesson), revision: 1 }),
      lesson.step('re-assign'),
    ]);
    expect(replies.map(codeOf)).toEqual(['done', 'done', 'done']);
    const { pairs } = (await lesson.teacher.call(livePairs, { query: on(lesson) })).body;
    expect(pairs.division).toMatchObject({ revision: 1, published: true });
    const members = pairs.division!.groups.flatMap(({ account_ids }: { account_ids: number[] }) => account_ids);
    expect(members.toSorted()).toEqual(lesson.students.map(({ accountId }) => accountId).toSorted());
    const own = await Promise.all(lesson.students.map((student) => student.call(liveOwnPair, { query: on(lesson) })));
    expect(own.map(({ body }) => (body.pair?.names.length ?? 0) > 0)).toEqual([true, true, true, true, true]);
  });

  test('[B2357] [LIVE-105] ballots around the last millisecond of a vote: those that were accepted count, and no other', async () => {
    const lesson = await answered(12);
    await lesson.runOut();
    const dealt = (await press(lesson.teacher, liveReasonDeal, { ...on(lesson), form: ONE_A })).body.reasons.choices;
    const [first_id, second_id] = dealt.flatMap(({ reasons }: { reasons: { id: number }[] }) => reasons.map(({ id }) => id));
    const { vote } = (await press(lesson.teacher, liveVoteOpen, { ...on(lesson), first_id, second_id })).body.reasons;
    await app.clock.moveTo(new Date(Date.parse(vote.ends_at) - 40));
    const replies = await Promise.all([
      ...lesson.students.map((student, at) => press(student, liveVoteCast, { vote_id: vote.id, reason_id: at % 2 === 0 ? first_id : second_id })),
      app.clock.advanceMs(45).then(() => ({ error: null }) as TestReply),
    ]);
    const codes = replies.slice(0, -1).map(codeOf);
    expect(codes.filter((code) => !['done', 'VOTE_OVER', 'OWN_REASON'].includes(code))).toEqual([]);
    await app.clock.advanceMs(10_000);
    expect(codeOf(await press(lesson.students[5]!, liveVoteCast, { vote_id: vote.id, reason_id: first_id }))).toBe('VOTE_OVER');
    const accepted = [0, 1].map((side) => codes.filter((code, at) => code === 'done' && at % 2 === side).length);
    const { reasons } = (await lesson.teacher.call(liveReasons, { query: { ...on(lesson), form: ONE_A } })).body;
    expect(reasons.vote!.counts).toEqual(accepted);
  });

  test('[B2358] [LIVE-88] two phones take a free seat: one sits, the other asks, and one token works', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    await app.db
      .updateTable('schools')
      .set({ settings: { seat_check: 'nothing' } })
      .where('id', '=', lesson.schoolId)
      .execute();
    const { code } = (await lesson.teacher.call(seatList, { query: on(lesson) })).body;
    const body = { code: code!, student_id: lesson.students[0]!.accountId };
    const seats = (await Promise.all([app.call(seatTake, { body }), app.call(seatTake, { body })])).map((reply) => reply.body.seat);
    expect(seats.map(({ state }) => state).toSorted()).toEqual(['seated', 'waiting']);
    const tokens = await app.db
      .selectFrom('access_tokens')
      .select('id')
      .where('account_id', '=', body.student_id)
      .where('purpose', '=', 'seat')
      .where('ended_at', 'is', null)
      .execute();
    expect(tokens).toHaveLength(1);
  });

  test('[B2359] [LIVE-81] [LIVE-82] walls are chosen while the next form opens and while the lesson ends: what was chosen before shows nothing after', async () => {
    const lesson = await answered(2);
    await lesson.runOut();
    const change = { ...on(lesson), show: 'explain', of: ONE_A, step: 0 };
    const [wall, step] = await Promise.all([press(lesson.coTeacher, liveWall, change), lesson.step('re-assign')]);
    expect(['WALL_NOT_REVEALED', 'WALL_FORM_OPEN']).toContain(codeOf(wall!));
    expect(codeOf(step!)).toBe('done');
    const chosen = await Promise.all([
      press(lesson.coTeacher, liveWall, { ...on(lesson), show: 'nothing' }),
      press(lesson.teacher, livePhaseClose, { ...on(lesson), epoch: lesson.sessionId, form: ONE_B }),
    ]);
    expect(chosen.map(codeOf)).toEqual(['done', 'done']);
    await lesson.step('next');
    const ends = await Promise.all([press(lesson.coTeacher, liveWall, { ...on(lesson), show: 'question' }), lesson.step('finished')]);
    expect(ends.map(codeOf)).toEqual(['done', 'done']);
    const { projector } = (await lesson.teacher.call(liveProjector, { query: on(lesson) })).body;
    expect(projector).toMatchObject({ stage: 'finished', run: null, wall: { distribution: null, change: null, explained: null } });
  });

  test('[B2360] [LIVE-114] a post is hidden while it is commented: no classmate reads it or the comment, and both are stored', async () => {
    const lesson = await answered(3);
    await press(lesson.teacher, liveSettingsUpdate, { ...on(lesson), can_comment: true });
    const [author, reader] = lesson.students as [TestPerson, TestPerson];
    const { posts } = (await lesson.teacher.call(liveFeed, { query: { ...on(lesson), form: ONE_A } })).body;
    const post = posts.find(({ account }: { account: { id: number } }) => account.id === author.accountId)!;
    const [hidden, comment] = await Promise.all([
      press(lesson.teacher, liveHide, { type: 'post', id: post.id, reason: 'other', words: '' }),
      press(reader, commentAdd, { post_id: post.id, comment: 'A remark of a classmate' }),
    ]);
    expect(codeOf(hidden!)).toBe('done');
    expect(['done', 'POST_NOT_FOUND']).toContain(codeOf(comment!));
    const read = await reader.call(postsCurrentForm, { query: on(lesson) });
    expect(JSON.stringify(read.body)).not.toContain('word0no');
    expect(JSON.stringify(read.body)).not.toContain('A remark of a classmate');
    const stored = await app.db.selectFrom('post_comments').select('id').where('post_id', '=', post.id).execute();
    expect(stored).toHaveLength(codeOf(comment!) === 'done' ? 1 : 0);
    expect((await lesson.teacher.call(liveState, { query: on(lesson) })).status).toBe(200);
  });

  test('[B2363] [LIVE-77] a rehearsal is taken away twice while it finishes and its class answers: one press does it, and no row is left', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const made = await press(lesson.teacher, rehearsalMake, { ...on(lesson), size: 8, speed: 8 });
    const id = made.body.assessment_id as number;
    const started = await press(lesson.teacher, liveStart, { assessment_id: id, time: 5 });
    await app.clock.advanceMs(5_000);
    const ids = await readRehearsal(app.db, id);
    const remove = (person: TestPerson): Promise<TestReply> => person.call(rehearsalRemove, { params: { id } });
    const [, ended, ...removed] = await Promise.all([
      app.server.jobs.runDue(),
      press(lesson.teacher, liveEnd, { assessment_id: id, epoch: started.body.session.id, form: ONE_A }),
      remove(lesson.teacher),
      remove(lesson.teacher),
    ]);
    expect(['done', 'ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING']).toContain(codeOf(ended));
    expect(removed.map(codeOf).toSorted()).toEqual(['ASSESSMENT_NOT_FOUND', 'done']);
    await app.clock.advanceMs(2_000);
    await app.server.jobs.runDue();
    expect(await listRehearsalRows(app.db, ids)).toEqual([]);
  });
});
