import {
  type Form,
  itemAnalysisGet,
  liveClose,
  liveHide,
  liveUnhide,
  liveProjectorVote,
  liveReasonDeal,
  liveReasons,
  liveResponded,
  liveState,
  liveTeacherSnapshot,
  liveVote,
  liveVoteCast,
  liveVoteClose,
  liveVoteOpen,
  extraTimeSave,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createScenario,
  runLesson,
  type RunningLesson,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
  untilNumbered,
} from '../../../../testing/index.ts';
import type { TestBody, TestReply } from '../../../../testing/app.ts';
import { discuss } from '../posts/testing/discussion.ts';
import { findLeaks } from '../posts/testing/leaks.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  await app.listen(); // from now on calls go to two processes in turns
  scenario = createScenario(app);
});
afterAll(() => app.close());

const FORM: Form = 'Form - 1A';
/** Reasons that have nothing in common, long enough to be dealt. */
const WORDS = [
  'Gravity alone acts on it, so nine point eight metres per second squared remains.',
  'At the highest point nothing moves and therefore nothing can be accelerating either.',
  'Velocity is zero there, but its change goes on as before in every instant.',
  'My brother threw stones yesterday; they hung still like feathers until wind came.',
];
const written = (words: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] });

const byForm = (lesson: RunningLesson, form: Form = FORM) => ({ assessment_id: lesson.assessmentId, form });
const deal = (lesson: RunningLesson, response_id?: number, person = lesson.teacher): Promise<TestReply> =>
  person.call(liveReasonDeal, { body: { ...byForm(lesson), ...(response_id !== undefined && { response_id }) } });
const put = (lesson: RunningLesson, [first_id, second_id]: readonly number[], person = lesson.teacher): Promise<TestReply> =>
  person.call(liveVoteOpen, { body: { assessment_id: lesson.assessmentId, first_id: first_id!, second_id: second_id! } });
const cast = (student: TestPerson, vote_id: number, reason_id: number): Promise<TestReply> => student.call(liveVoteCast, { body: { vote_id, reason_id } });
const voteOf = async (student: TestPerson, lesson: RunningLesson): Promise<TestBody> =>
  (await student.call(liveVote, { query: { assessment_id: lesson.assessmentId } })).body.vote;
const dealtIn = (reply: TestReply): number[][] => reply.body.reasons.choices.map(({ reasons }: { reasons: { id: number }[] }) => reasons.map(({ id }) => id));

/** A form that closed: the first two students wrote for the wrong choice and the right one, the others only chose. */
async function argued(students = 4): Promise<RunningLesson & { reasonIds: number[]; choiceIds: number[] }> {
  const lesson = await startLesson(app, scenario, { students });
  for (const [at, student] of lesson.students.entries()) await lesson.answer(student, FORM, at % 2, { comment: at < 2 ? WORDS[at] : '' });
  await lesson.runOut();
  const reasonIds = dealtIn(await deal(lesson)).flat();
  expect(reasonIds).toHaveLength(2);
  return { ...lesson, reasonIds, choiceIds: await lesson.choices(FORM) };
}

/** A form that closed, and a vote between its two reasons that has begun. */
async function voting(students = 4) {
  const lesson = await argued(students);
  const reply = await put(lesson, lesson.reasonIds);
  expect(reply.status).toBe(200);
  return { ...lesson, voteId: reply.body.reasons.vote.id as number };
}
const endVote = () => app.clock.advanceMs(33_001);

describe('dealing', () => {
  test('[B2196] [LIVE-103] each choice gets the most liked reason, without a name; another one comes on request, until there is none', async () => {
    const lesson = await startLesson(app, scenario, { students: 6 });
    const talk = discuss(lesson);
    const posts: number[] = [];
    for (const [at, words] of [WORDS[0], WORDS[1], `${WORDS[1]!.toUpperCase()}`, 'Too short to deal.', '', WORDS[2]].entries())
      posts.push(await talk.post(lesson.students[at]!, FORM, at === 0 ? 1 : 0, words));
    await talk.react(lesson.students[0]!, posts[5]!);
    await lesson.runOut();
    const [wrong, right, third] = await lesson.choices(FORM);
    const first = (await deal(lesson)).body.reasons;
    expect(
      first.choices
        .map(({ response_id, reasons, has_more }: { response_id: number; reasons: unknown[]; has_more: boolean }) => [response_id, reasons.length, has_more])
        .slice(0, 3),
    ).toEqual([
      [wrong, 1, true],
      [right, 1, false],
      [third, 0, false],
    ]);
    expect(first.choices[0].reasons[0]).toEqual({ id: expect.any(Number), response_id: wrong, comment: written(WORDS[2]!), likes: 1, is_from_before: false });
    expect(dealtIn(await deal(lesson))).toEqual(first.choices.map(({ reasons }: { reasons: { id: number }[] }) => reasons.map(({ id }) => id)));
    const more = await deal(lesson, wrong);
    expect(more.body.reasons.choices[0]).toMatchObject({ has_more: false, reasons: [{}, {}] });
    for (const id of [wrong, right, third]) expect((await deal(lesson, id)).error?.code).toBe('NO_MORE_REASONS');
    expect(
      findLeaks(
        more.body,
        lesson.students.map(({ lastName }) => lastName),
      ),
    ).toEqual([]);
    expect((await lesson.coTeacher.call(liveReasons, { query: byForm(lesson) })).body.reasons.choices).toEqual(more.body.reasons.choices);
  });

  test('[B2197] when nobody wrote there is none and nothing fails; a form that has not opened, a foreign response and a lesson that does not run are refused', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    expect((await deal(lesson)).body.reasons.choices.every(({ reasons }: { reasons: unknown[] }) => reasons.length === 0)).toBe(true);
    expect((await lesson.teacher.call(liveReasonDeal, { body: byForm(lesson, 'Form - 2') })).error?.code).toBe('STEP_NOT_ALLOWED');
    expect((await deal(lesson, 999_999_999)).error?.errors).toHaveProperty('response_id');
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect([(await deal(lesson)).error?.code, (await lesson.teacher.call(liveReasons, { query: byForm(lesson) })).error?.code]).toEqual([
      'SESSION_NOT_RUNNING',
      'SESSION_NOT_RUNNING',
    ]);
    expect((await deal(lesson, undefined, lesson.students[0])).status).toBe(403);
    expect((await deal(lesson, undefined, lesson.otherTeacher)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  });

  test('[B2198] two teachers who ask at once of two processes get the same reasons, each once', async () => {
    const lesson = await startLesson(app, scenario, { students: 4 });
    for (const [at, student] of lesson.students.entries()) await lesson.answer(student, FORM, 0, { comment: WORDS[at] });
    await lesson.runOut();
    const [wrong] = await lesson.choices(FORM);
    const replies = await Promise.all([lesson.teacher, lesson.coTeacher, lesson.teacher, lesson.coTeacher].map((person) => deal(lesson, undefined, person)));
    expect(new Set(replies.map((reply) => JSON.stringify(dealtIn(reply)))).size).toBe(1);
    await Promise.all([lesson.teacher, lesson.coTeacher].map((person) => deal(lesson, wrong, person)));
    const ids = dealtIn(await deal(lesson)).flat();
    expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
  });

  test('[B2199] a reason that was censored after it was dealt shows no words any more, and cannot be put to the class', async () => {
    const lesson = await argued();
    await sql`UPDATE live_posts SET is_censored = true WHERE comment_text = ${WORDS[0]} AND session_id = ${lesson.sessionId}`.execute(app.db);
    expect(
      (await deal(lesson)).body.reasons.choices.map(({ reasons }: { reasons: { comment: unknown }[] }) => reasons.map(({ comment }) => comment)).flat(),
    ).toContain(null);
    expect((await put(lesson, lesson.reasonIds)).error?.code).toBe('REASON_GONE');
  });
});

describe('putting two reasons to the class', () => {
  test('[B2200] [LIVE-104] is refused while a form is open, for the same reason twice, for one of another lesson, and while a vote runs', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    for (const [at, student] of lesson.students.entries()) await lesson.answer(student, FORM, at, { comment: WORDS[at] });
    const ids = dealtIn(await deal(lesson)).flat();
    expect((await put(lesson, ids)).error?.code).toBe('FORM_STILL_OPEN');
    await lesson.runOut();
    const foreign = await argued();
    expect((await put(lesson, [ids[0]!, ids[0]!])).error?.errors).toHaveProperty('second_id');
    for (const pair of [
      [ids[0]!, foreign.reasonIds[0]!],
      [ids[0]!, 999_999_999],
    ])
      expect((await put(lesson, pair)).error?.code).toBe('REASON_GONE');
    const replies = await Promise.all([lesson.teacher, lesson.coTeacher].map((person) => put(lesson, ids, person)));
    expect(replies.map(({ error }) => error?.code ?? 'put').toSorted()).toEqual(['VOTE_RUNNING', 'put']);
    await endVote();
    expect((await put(lesson, ids)).status).toBe(200);
    expect((await put(lesson, ids, lesson.students[0])).status).toBe(403);
    expect((await put(lesson, ids, lesson.otherTeacher)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect((await put(lesson, ids)).error?.code).toBe('SESSION_NOT_RUNNING');
  });

  test('[LIVE-60] the class’s channel gets the ids and the end of a vote, and nothing else', async () => {
    const lesson = await voting();
    await untilNumbered(app.db, lesson.sessionId);
    const state = await lesson.students[0]!.call(liveState, { query: { assessment_id: lesson.assessmentId, epoch: lesson.sessionId, since: 0 } });
    const {
      name: _name,
      epoch: _epoch,
      from: _from,
      sequence: _sequence,
      server_time: _at,
      ...opened
    } = (state.body.events as { name: string; [field: string]: unknown }[]).find(({ name }) => name === 'assessment.vote.opened')!;
    expect(opened).toEqual({ vote_id: lesson.voteId, ends_at: expect.any(String) });
    expect(state.body.session?.vote).toEqual({ id: lesson.voteId, ends_at: opened.ends_at, is_shown: true });
  });
});

describe('a ballot', () => {
  test('[B2201] [LIVE-105] may be changed until the end; the last one counts, and staff see the counts as they come', async () => {
    const lesson = await voting(5);
    const [, , c, d, e] = lesson.students as TestPerson[];
    const [first, second] = lesson.reasonIds as [number, number];
    for (const student of [c, d, e]) expect((await cast(student!, lesson.voteId, first)).body).toMatchObject({ vote_id: lesson.voteId, reason_id: first });
    await cast(e!, lesson.voteId, second);
    await cast(e!, lesson.voteId, second);
    expect(await voteOf(e!, lesson)).toMatchObject({ mine: second, is_over: false, counts: null, convinced: null });
    const { tally } = (await lesson.teacher.call(liveResponded, { query: { assessment_id: lesson.assessmentId } })).body as TestBody;
    expect(tally.vote).toEqual({ id: lesson.voteId, counts: [2, 1] });
    // the time runs on while calls are made, so the instants are those of the vote
    const endsAtMs = Date.parse((await voteOf(e!, lesson)).ends_at);
    await app.clock.moveTo(new Date(endsAtMs + 1));
    expect((await cast(e!, lesson.voteId, first)).status).toBe(200);
    await app.clock.moveTo(new Date(endsAtMs + 3_001));
    expect((await cast(e!, lesson.voteId, second)).error?.code).toBe('VOTE_OVER');
    expect((await voteOf(e!, lesson)).counts).toEqual([3, 0]);
  });

  test('[B2202] [LIVE-105] is refused for the own reason, for a third one, for one of another lesson, by staff, and by people who are not in the lesson', async () => {
    const other = await voting(); // first: its form runs out by the clock of all
    const lesson = await voting();
    const [author, , voter] = lesson.students as [TestPerson, TestPerson, TestPerson];
    const [own] = lesson.reasonIds as [number, number];
    expect((await voteOf(author, lesson)).reasons.map(({ is_own }: { is_own: boolean }) => is_own)).toEqual([true, false]);
    expect((await cast(author, lesson.voteId, own)).error?.code).toBe('OWN_REASON');
    expect((await cast(voter, lesson.voteId, other.reasonIds[0]!)).error?.errors).toHaveProperty('reason_id');
    expect((await cast(voter, other.voteId, other.reasonIds[0]!)).error?.code).toBe('VOTE_NOT_FOUND');
    expect((await cast(voter, 999_999_999, own)).error?.code).toBe('VOTE_NOT_FOUND');
    expect((await cast(lesson.teacher, lesson.voteId, own)).status).toBe(403);
    await app.db.deleteFrom('live_participants').where('session_id', '=', lesson.sessionId).where('account_id', '=', voter.accountId).execute();
    expect((await cast(voter, lesson.voteId, own)).error?.code).toBe('VOTE_NOT_FOUND');
    expect(await voteOf(voter, lesson)).toBeNull();
    expect((await cast(lesson.otherStudent, lesson.voteId, own)).error?.code).toBe('VOTE_NOT_FOUND');
    expect((await lesson.otherStudent.call(liveVote, { query: { assessment_id: lesson.assessmentId } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  });

  test('[B2203] [LIVE-105] a student who still writes with extra time neither sees the reasons nor votes', async () => {
    const prepared = await scenario.lesson({ students: 3 });
    const [a, b, slow] = prepared.students as [TestPerson, TestPerson, TestPerson];
    await prepared.teacher.call(extraTimeSave, { body: { course_id: prepared.courseId, students: [{ account_id: slow.accountId, percent: 100 }] } });
    const lesson = await runLesson(app, prepared);
    await lesson.login(slow);
    await lesson.answer(a, FORM, 0, { comment: WORDS[0] });
    await lesson.answer(b, FORM, 1, { comment: WORDS[1] });
    await lesson.runOut();
    const ids = dealtIn(await deal(lesson)).flat();
    const voteId = (await put(lesson, ids)).body.reasons.vote.id as number;
    expect(await voteOf(slow, lesson)).toBeNull();
    expect((await cast(slow, voteId, ids[0]!)).error?.code).toBe('VOTE_NOT_FOUND');
    await lesson.answer(slow, FORM, 1);
    expect(await voteOf(slow, lesson)).toMatchObject({ id: voteId });
    expect((await cast(slow, voteId, ids[0]!)).status).toBe(200);
  });

  test('[B2313] [LIVE-105] a student whose extra time ends during a vote sees the rest of it, and votes', async () => {
    const prepared = await scenario.lesson({ students: 3 });
    const [a, b, slow] = prepared.students as [TestPerson, TestPerson, TestPerson];
    await prepared.teacher.call(extraTimeSave, { body: { course_id: prepared.courseId, students: [{ account_id: slow.accountId, percent: 50 }] } });
    const lesson = await runLesson(app, prepared, 4); // the own time ends two minutes after the class's
    await lesson.login(slow);
    await lesson.answer(a, FORM, 0, { comment: WORDS[0] });
    await lesson.answer(b, FORM, 1, { comment: WORDS[1] });
    await lesson.runOut();
    const ids = dealtIn(await deal(lesson)).flat();
    await app.clock.advanceMs(110_000);
    const voteId = (await put(lesson, ids)).body.reasons.vote.id as number;
    expect(await voteOf(slow, lesson)).toBeNull();
    await app.clock.advanceMs(15_000);
    await app.server.modules.live.deadlines.runDueDeadlines();
    expect(await voteOf(slow, lesson)).toMatchObject({ id: voteId, is_over: false, mine: null });
    expect((await cast(slow, voteId, ids[1]!)).status).toBe(200);
    await endVote();
    expect((await voteOf(slow, lesson)).counts).toEqual([0, 1]);
  });

  test('[B2204] when a class votes within one second at two processes, each ballot counts once, and both processes agree', async () => {
    const lesson = await voting(40);
    const [first, second] = lesson.reasonIds as [number, number];
    const voters = lesson.students.slice(2);
    const replies = await Promise.all(voters.flatMap((student, at) => [cast(student, lesson.voteId, at % 3 === 0 ? second : first), voteOf(student, lesson)]));
    expect(replies.filter((reply) => 'error' in reply && reply.error !== null)).toEqual([]);
    await endVote();
    const seen = await Promise.all(voters.map((student) => voteOf(student, lesson)));
    const expected = [voters.filter((_, at) => at % 3 !== 0).length, voters.filter((_, at) => at % 3 === 0).length];
    expect(new Set(seen.map(({ counts }) => JSON.stringify(counts)))).toEqual(new Set([JSON.stringify(expected)]));
  }, 60_000);
});

describe('the result', () => {
  test('[B2205] [LIVE-106] is shown to the class once the vote is over; only the author of the reason that won learns that it was theirs', async () => {
    const lesson = await voting(5);
    const query = { assessment_id: lesson.assessmentId };
    const [author, loser, c, d, e] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
    const [first, second] = lesson.reasonIds as [number, number];
    for (const [student, reason] of [
      [loser, first],
      [author, second],
      [c, first],
      [d, first],
      [e, second],
    ] as const)
      await cast(student, lesson.voteId, reason);
    const wall = async () => (await lesson.teacher.call(liveProjectorVote, { query })).body.vote;
    expect(await wall()).toMatchObject({ id: lesson.voteId, is_over: false, counts: null, reasons: [written(WORDS[0]!), written(WORDS[1]!)] });
    await endVote();
    expect(await wall()).toMatchObject({ is_over: true, counts: [3, 2] });
    expect((await voteOf(author, lesson)).convinced).toBe(3);
    for (const student of [loser, c, e]) expect(await voteOf(student, lesson)).toMatchObject({ convinced: null, counts: [3, 2] });
    expect(
      findLeaks(
        [await wall(), await voteOf(c, lesson)],
        lesson.students.map(({ lastName }) => lastName),
      ),
    ).toEqual([]);
    const { snapshot } = (await lesson.teacher.call(liveTeacherSnapshot, { query })).body as TestBody;
    expect(snapshot.votes).toMatchObject([{ id: lesson.voteId, form: FORM, is_over: true, counts: [3, 2] }]);
  });

  test('[B2206] [LIVE-107] a vote that staff have taken away, once or twice, or that the next form or the end has ended asks nobody and takes no ballot, and the lesson keeps it', async () => {
    const lesson = await voting();
    const [, , voter] = lesson.students as [TestPerson, TestPerson, TestPerson];
    const [first] = lesson.reasonIds as [number, number];
    const close = (vote_id: number, person = lesson.teacher) => person.call(liveVoteClose, { body: { assessment_id: lesson.assessmentId, vote_id } });
    await cast(voter, lesson.voteId, first);
    expect((await close(999_999_999)).error?.code).toBe('VOTE_NOT_FOUND');
    expect((await close(lesson.voteId, voter)).status).toBe(403);
    expect([(await close(lesson.voteId)).status, (await close(lesson.voteId)).status]).toEqual([200, 200]);
    expect([await voteOf(voter, lesson), (await cast(voter, lesson.voteId, first)).error?.code]).toEqual([null, 'VOTE_OVER']);
    const again = (await put(lesson, lesson.reasonIds)).body.reasons.vote.id as number;
    await lesson.step('re-assign');
    expect([await voteOf(voter, lesson), (await cast(voter, again, first)).error?.code]).toEqual([null, 'VOTE_OVER']);
    expect(((await lesson.teacher.call(liveTeacherSnapshot, { query: { assessment_id: lesson.assessmentId } })).body as TestBody).snapshot.votes).toHaveLength(
      2,
    );
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect((await cast(voter, again, first)).error?.code).toBe('VOTE_NOT_FOUND');
    expect((await close(again)).error?.code).toBe('SESSION_NOT_RUNNING');
  });

  test('[B2207] [LIVE-107] a reason that convinced is offered when the question is asked again in the school, behind those of the class; not elsewhere, not of a canceled run', async () => {
    const lesson = await voting(5);
    for (const student of lesson.students.slice(2)) await cast(student, lesson.voteId, lesson.reasonIds[0]!);
    await endVote();
    for (const step of ['re-assign', 'next', 'finished'] as const) await lesson.step(step);
    const askAgain = async (schoolId: number) => {
      const room = await scenario.class({ students: 1, schoolId });
      const assessment = await scenario.assessment({ owner: room.teacher, schoolId, classId: room.courseId });
      await sql`UPDATE assessment_questions SET question_id = ${lesson.first.questionId}
                 WHERE assessment_id = ${assessment.assessmentId} AND position = 1`.execute(app.db);
      const again = await runLesson(app, { ...room, ...assessment, first: lesson.first });
      await again.login(again.students[0]!);
      await again.runOut();
      return (await deal(again)).body.reasons.choices.flatMap(({ reasons }: { reasons: object[] }) => reasons);
    };
    expect(await askAgain(lesson.schoolId)).toMatchObject([{ comment: written(WORDS[0]!), is_from_before: true }]);
    expect(await askAgain(await scenario.school())).toEqual([]);
  });

  test('[B2311] a reason that convinced is on the question’s page for staff of the school, without a name, until it is hidden or its author erased; elsewhere and for students it is not', async () => {
    const lesson = await voting(5);
    const [author] = lesson.students as [TestPerson];
    for (const student of lesson.students.slice(2)) await cast(student, lesson.voteId, lesson.reasonIds[0]!);
    const read = async (person: TestPerson) => person.call(itemAnalysisGet, { params: { id: lesson.first.questionId } });
    expect((await read(lesson.teacher)).body.reasons).toEqual([]); // the lesson still runs
    await endVote();
    for (const step of ['re-assign', 'next', 'finished'] as const) await lesson.step(step);
    const convinced = { response: lesson.first.titles[0], comment: written(WORDS[0]!), votes: 3, voters: 3 };
    const reply = await read(lesson.coTeacher);
    expect(reply.body.reasons).toEqual([convinced]);
    const names = lesson.students.map(({ lastName }) => lastName);
    expect(findLeaks(reply.body.reasons, names)).toEqual([]);
    expect((await read(author)).status).toBe(403);
    const elsewhere = await scenario.person('teachers', await scenario.school());
    const foreign = await read(elsewhere);
    expect(foreign.body?.reasons ?? []).toEqual([]);
    const postId = (
      await app.db
        .selectFrom('live_posts')
        .select('id')
        .where('session_id', '=', lesson.sessionId)
        .where('comment_text', '=', WORDS[0]!)
        .executeTakeFirstOrThrow()
    ).id;
    await lesson.teacher.call(liveHide, { body: { type: 'post', id: postId, reason: 'other', words: '' } });
    expect((await read(lesson.teacher)).body.reasons).toEqual([]);
    await lesson.teacher.call(liveUnhide, { body: { type: 'post', id: postId } });
    expect((await read(lesson.teacher)).body.reasons).toEqual([convinced]);
    await app.db.deleteFrom('live_hidden').where('post_id', '=', postId).execute();
    await app.db.deleteFrom('live_posts').where('id', '=', postId).execute(); // as an erasure of the author's posts does
    expect((await read(lesson.teacher)).body.reasons).toEqual([]);
  });
});
