import {
  channels,
  extraTimeSave,
  type Form,
  liveAdjustTime,
  liveAssessment,
  liveClose,
  liveDraft,
  liveElapsedTime,
  liveFeed,
  liveJoin,
  liveOwnAnswers,
  livePastLessons,
  liveProjector,
  liveResponded,
  liveReveal,
  liveState,
  postGet,
  postsCurrentForm,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createScenario,
  hear,
  readStudentPage,
  runLesson,
  type RunningLesson,
  type Scenario,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  await app.listen(); // from now on calls go to two processes in turns
  scenario = createScenario(app);
});
afterAll(() => app.close());

const MINUTES = 4;

/**
 * Starts a form of four minutes: the first student has half as much time again, the second no extra time, the third
 * three times as long.
 */
async function start(percents: readonly number[] = [50, 0, 100]) {
  const lesson = await scenario.lesson({ students: 3 });
  await give(lesson, percents);
  const running = await runLesson(app, lesson, MINUTES);
  const [slow, ordinary, slower] = running.students as [TestPerson, TestPerson, TestPerson];
  for (const student of running.students) await running.login(student);
  return { ...running, slow, ordinary, slower };
}

async function give({ teacher, courseId, students }: Pick<RunningLesson, 'teacher' | 'courseId' | 'students'>, percents: readonly number[]): Promise<void> {
  const rows = percents.map((percent, index) => ({ account_id: students[index]!.accountId, percent }));
  expect((await teacher.call(extraTimeSave, { body: { course_id: courseId, students: rows } })).status).toBe(200);
}

/** Moves the clock by minutes of the form, and lets the server do what is due. */
async function pass(minutes: number, ms = 3_001): Promise<void> {
  await app.clock.advanceMs(minutes * 60_000 + ms);
  await app.server.modules.live.deadlines.runDueDeadlines();
}
/** Returns the students whose own time in some form of the lesson has not ended. */
const writingIn = async ({ sessionId }: RunningLesson): Promise<number[]> => {
  const rows = await app.db
    .selectFrom('live_extra_times')
    .innerJoin('live_phases', 'live_phases.id', 'live_extra_times.phase_id')
    .select('live_extra_times.account_id')
    .where('live_phases.session_id', '=', sessionId)
    .where('live_extra_times.ended_at', 'is', null)
    .execute();
  return rows.map(({ account_id }) => account_id);
};
const standing = async ({ assessmentId }: RunningLesson, student: TestPerson) => (await readStudentPage(student, assessmentId)).body;
const feedOf = async ({ assessmentId }: RunningLesson, student: TestPerson, form?: Form) =>
  (await student.call(postsCurrentForm, { query: { assessment_id: assessmentId, ...(form ? { form } : {}) } })).body;
const draft = async (lesson: RunningLesson, student: TestPerson, form: Form, comment: string, revision = 1) =>
  student.call(liveDraft, { body: { session_id: lesson.sessionId, form, revision, response_id: (await lesson.choices(form))[1] as number, comment } });
const tallyOf = async ({ assessmentId, teacher }: RunningLesson) => (await teacher.call(liveResponded, { query: { assessment_id: assessmentId } })).body.tally;
const postsOf = async ({ sessionId }: RunningLesson, student: TestPerson) =>
  app.db
    .selectFrom('live_posts')
    .innerJoin('live_phases', 'live_phases.id', 'live_posts.phase_id')
    .select(['live_phases.form', 'live_posts.filed_by', 'live_posts.comment_text'])
    .where('live_posts.session_id', '=', sessionId)
    .where('live_posts.account_id', '=', student.accountId)
    .orderBy('live_posts.id')
    .execute();
const secondsOf = ({ time }: { time: { hour: number; minute: number; second: number } }) => time.hour * 3_600 + time.minute * 60 + time.second;

describe('a deadline of one’s own', () => {
  test('[L283] [LIVE-14] [LIVE-67] the student finds a later one in every call, classmates and staff the class’s; nobody is told a percent', async () => {
    const lesson = await start();
    const query = { assessment_id: lesson.assessmentId };
    const left = async (student: TestPerson) => {
      const page = await standing(lesson, student);
      const joined = (await student.call(liveJoin, { body: query })).body;
      const { minutes, seconds } = (await student.call(liveElapsedTime, { query })).body;
      expect(joined.session.deadline_at).toBe(page.session.deadline_at);
      expect((await student.call(liveState, { query })).body.session!.deadline_at).toBe(page.session.deadline_at);
      expect((await student.call(liveAssessment, { query })).body.assessment.attempts[0]!.deadline_at).toBe(page.session.deadline_at);
      expect(Math.abs(secondsOf(page) - (minutes * 60 + seconds))).toBeLessThan(10);
      for (const answer of [page, joined]) expect(JSON.stringify(answer)).not.toMatch(/percent/i);
      return Math.round((Date.parse(page.session.deadline_at) - Date.parse(page.session.attempts[0].opened_at)) / 1_000);
    };
    expect([await left(lesson.slow), await left(lesson.ordinary), await left(lesson.slower)]).toEqual([360, 240, 480]);
    const { session } = (await lesson.teacher.call(liveState, { query })).body;
    expect(Date.parse(session!.deadline_at) - Date.parse(session!.attempts[0]!.opened_at)).toBe(240_000);
    expect(JSON.stringify(session)).not.toContain('own_time');
  });

  test('[LIVE-67] the class’s form closes on time for the others, and goes on for those students alone until their own', async () => {
    const lesson = await start();
    await draft(lesson, lesson.slow, 'Form - 1A', 'not ready');
    await lesson.answer(lesson.ordinary, 'Form - 1A', 1, { comment: 'of a classmate' });
    await pass(MINUTES);
    expect(await writingIn(lesson)).toEqual([lesson.slow.accountId, lesson.slower.accountId]);
    expect((await standing(lesson, lesson.ordinary)).session).toMatchObject({ phase_open: false });
    const page = await standing(lesson, lesson.slow);
    expect(page).toMatchObject({ session: { phase_open: true, attempts: [{ closed_at: null, own_time: true }] }, post_response: null, draft: { revision: 1 } });
    expect(await feedOf(lesson, lesson.slow)).toMatchObject({ visible: false, posts: [], distribution: null });
    expect(await feedOf(lesson, lesson.ordinary)).toMatchObject({ visible: true, distribution: { answered: 1 } });
    expect((await lesson.answer(lesson.ordinary, 'Form - 1A', 0, { key: 'again' })).error?.code).toBe('ALREADY_ANSWERED');
    expect((await draft(lesson, lesson.slow, 'Form - 1A', 'ready', 2)).status).toBe(200);
    expect(await tallyOf(lesson)).toMatchObject({ answered: 1, own_time: { students: 2 } });

    const ear = await hear(app, lesson.slow, channels.account(lesson.slow.accountId));
    await pass(MINUTES / 2);
    await ear.first('own-time.changed');
    ear.close();
    expect(await postsOf(lesson, lesson.slow)).toEqual([{ form: 'Form - 1A', filed_by: 'server', comment_text: 'ready' }]);
    expect(await standing(lesson, lesson.slow)).toMatchObject({ session: { phase_open: false }, post_response: { filed_by: 'server' } });
    expect((await lesson.answer(lesson.slow, 'Form - 1A', 0)).error?.code).toBe('PHASE_CLOSED'); // kept as late
    expect((await standing(lesson, lesson.slow)).late).toHaveLength(1);
    expect((await standing(lesson, lesson.slower)).session.phase_open).toBe(true);
    expect(await tallyOf(lesson)).toMatchObject({ answered: 2, own_time: { students: 1 } });
    await pass(MINUTES / 2);
    expect(await writingIn(lesson)).toEqual([]);
    expect(await tallyOf(lesson)).not.toHaveProperty('own_time');
  });

  test('[LIVE-67] with the answer the own time is over: the student then stands where the class does', async () => {
    const lesson = await start();
    await pass(MINUTES);
    expect((await lesson.answer(lesson.slow, 'Form - 1A', 1)).status).toBe(200);
    expect(await standing(lesson, lesson.slow)).toMatchObject({ session: { phase_open: false }, post_response: { filed_by: 'student' } });
    expect((await feedOf(lesson, lesson.slow)).visible).toBe(true);
    expect(await tallyOf(lesson)).toMatchObject({ answered: 1, own_time: { students: 1 } });
    await pass(MINUTES / 2);
    expect(await postsOf(lesson, lesson.slow)).toHaveLength(1);
  });

  test('[LIVE-12] [LIVE-14] Adjust Time moves it with the class’s, and says so to that student', async () => {
    const lesson = await start();
    const ear = await hear(app, lesson.slow, channels.account(lesson.slow.accountId));
    const adjust = (type: 'increase' | 'decrease', time: number) =>
      lesson.teacher.call(liveAdjustTime, { body: { assessment_id: lesson.assessmentId, type, time } });
    await adjust('increase', 2);
    await ear.first('own-time.changed');
    ear.close();
    const { session } = await standing(lesson, lesson.slow);
    expect(Date.parse(session.deadline_at) - Date.parse(session.attempts[0].opened_at)).toBe(9 * 60_000);
    await pass(6);
    expect((await adjust('increase', 1)).error?.code).toBe('FORM_NOT_RUNNING');
    expect((await standing(lesson, lesson.slow)).session.phase_open).toBe(true);
  });
});

describe('[B884] nothing that was written is lost', () => {
  test('[B885] when the next form opens while the student writes, in the form that is closed for the class and in one that is open', async () => {
    const lesson = await start();
    await draft(lesson, lesson.slow, 'Form - 1A', 'in mid-sentence');
    await pass(MINUTES);
    expect((await lesson.step('re-assign', MINUTES)).status).toBe(200);
    expect(await postsOf(lesson, lesson.slow)).toEqual([{ form: 'Form - 1A', filed_by: 'server', comment_text: 'in mid-sentence' }]);
    expect(await postsOf(lesson, lesson.slower)).toMatchObject([{ filed_by: 'server', comment_text: '' }]);
    expect((await lesson.answer(lesson.slow, 'Form - 1A', 0, { comment: 'later words' })).error?.code).toBe('PHASE_CLOSED');
    const page = await standing(lesson, lesson.slow);
    expect(page.late).toHaveLength(1);
    expect(page.session).toMatchObject({ form: 'Form - 1B', phase_open: true, attempts: [{ closed_at: expect.any(String) }, { own_time: true }] });
    await draft(lesson, lesson.slow, 'Form - 1B', 'and again');
    await lesson.step('next', MINUTES);
    expect((await postsOf(lesson, lesson.slow)).map(({ form, comment_text }) => [form, comment_text])).toEqual([
      ['Form - 1A', 'in mid-sentence'],
      ['Form - 1B', 'and again'],
    ]);
    await draft(lesson, lesson.slow, 'Form - 2', 'to the end');
    await pass(MINUTES);
    await lesson.step('finished');
    expect((await postsOf(lesson, lesson.slow)).at(-1)).toMatchObject({ form: 'Form - 2', comment_text: 'to the end' });
  });

  test('[B886] extra time that is taken away, raised or given in mid-form counts from the next form on', async () => {
    const lesson = await start();
    await draft(lesson, lesson.slow, 'Form - 1A', 'still mine');
    await pass(MINUTES);
    await give(lesson, [0, 100, 1_000]);
    expect((await standing(lesson, lesson.slow)).session.phase_open).toBe(true);
    expect((await standing(lesson, lesson.ordinary)).session.phase_open).toBe(false);
    await pass(MINUTES / 2);
    expect(await postsOf(lesson, lesson.slow)).toMatchObject([{ comment_text: 'still mine' }]);
    await lesson.step('re-assign', MINUTES);
    await pass(MINUTES);
    expect((await standing(lesson, lesson.slow)).session.phase_open).toBe(false);
    expect((await standing(lesson, lesson.ordinary)).session.phase_open).toBe(true);
  });

  test('[B887] a server that was down past all deadlines files everything when it is back, once', async () => {
    const lesson = await start();
    await draft(lesson, lesson.slow, 'Form - 1A', 'written before');
    await pass(60);
    await pass(1);
    expect(await writingIn(lesson)).toEqual([]);
    for (const student of lesson.students) expect(await postsOf(lesson, student)).toHaveLength(1);
  });

  test('[B888] an answer, the end of the own time and the next form at once, of two processes: one post, and it is acknowledged or kept as late', async () => {
    for (let round = 0; round < 6; round += 1) {
      const lesson = await start([100, 100, 100]);
      for (const student of lesson.students) await draft(lesson, student, 'Form - 1A', 'a draft');
      await pass(MINUTES);
      await app.clock.advanceMs(MINUTES * 60_000 - (round % 2 === 0 ? 0 : 2_000));
      const [replies] = await Promise.all([
        Promise.all(lesson.students.map((student) => lesson.answer(student, 'Form - 1A', 0, { comment: 'sent' }))),
        lesson.step('re-assign'),
        app.server.modules.live.deadlines.runDueDeadlines(),
      ]);
      for (const [index, student] of lesson.students.entries()) {
        const isTaken = replies[index]!.status === 200;
        expect((await postsOf(lesson, student)).map(({ comment_text }) => comment_text)).toEqual([isTaken ? 'sent' : 'a draft']);
        expect((await standing(lesson, student)).late).toHaveLength(isTaken ? 0 : 1);
      }
    }
  });

  test('[B889] a student who comes only after the class’s closing has the rest of the own time; a classmate without extra time has none', async () => {
    const lesson = await scenario.lesson({ students: 2 });
    await give(lesson, [100]);
    const running = await runLesson(app, lesson, MINUTES);
    const [slow, ordinary] = running.students as [TestPerson, TestPerson];
    await pass(MINUTES);
    await running.login(slow);
    await running.login(ordinary);
    expect((await running.answer(slow, 'Form - 1A', 1)).status).toBe(200);
    expect((await running.answer(ordinary, 'Form - 1A', 1)).error?.code).toBe('PHASE_CLOSED');
    await running.step('re-assign');
    expect(await postsOf(running, ordinary)).toEqual([]); // was not here when the form closed
  });

  test('[B890] a canceled lesson files nothing and ends every own time; a student who leaves the class writes no more', async () => {
    const lesson = await start();
    await draft(lesson, lesson.slow, 'Form - 1A', 'a draft');
    await pass(MINUTES);
    await scenario.remove(lesson.courseId, lesson.slower.accountId);
    expect((await lesson.answer(lesson.slower, 'Form - 1A', 1)).error?.code).toBe('MEMBERSHIP_ENDED');
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect(await postsOf(lesson, lesson.slow)).toEqual([]);
    await pass(60);
    expect([await writingIn(lesson), await postsOf(lesson, lesson.slow)]).toEqual([[], []]);
    const again = await runLesson(app, lesson, MINUTES);
    expect((await standing(again, lesson.slow)).session.attempts).toMatchObject([{ own_time: true }]);
  });
});

describe('what others see', () => {
  test('[B891] [LIVE-34] [LIVE-67] what is right, once revealed, waits for the student who still writes, in every call; and comes with the answer', async () => {
    const lesson = await start();
    await lesson.answer(lesson.slow, 'Form - 1A', 0);
    await lesson.step('re-assign', MINUTES);
    await pass(MINUTES);
    const revealed = await lesson.teacher.call(liveReveal, { body: { assessment_id: lesson.assessmentId, form: 'Form - 1B', what: 'correctness' } });
    expect(revealed.status).toBe(200);
    await lesson.teacher.call(liveReveal, { body: { assessment_id: lesson.assessmentId, form: 'Form - 1B', what: 'distribution' } });
    const query = { assessment_id: lesson.assessmentId };
    const everything = async (student: TestPerson) =>
      JSON.stringify([
        await standing(lesson, student),
        (await student.call(liveJoin, { body: query })).body,
        (await student.call(liveAssessment, { query })).body,
        (await student.call(liveOwnAnswers, { query })).body,
        await feedOf(lesson, student),
        await feedOf(lesson, student, 'Form - 1A'),
        (await student.call(livePastLessons)).body,
      ]);
    expect(await everything(lesson.ordinary)).toContain('is_valid');
    const hidden = await everything(lesson.slow);
    expect(hidden).not.toContain('is_valid');
    expect(hidden).not.toMatch(/"is_correct":(true|false)/);
    await lesson.answer(lesson.slow, 'Form - 1B', 1);
    expect(await everything(lesson.slow)).toContain('is_valid');
  });

  test('[B892] [LIVE-68] an answer in own time shows to staff at once, and to classmates only with the next form: it would say whose time was longer', async () => {
    const lesson = await start();
    await lesson.answer(lesson.ordinary, 'Form - 1A', 0);
    await pass(MINUTES);
    const before = await feedOf(lesson, lesson.ordinary);
    const reply = await lesson.answer(lesson.slow, 'Form - 1A', 1, { comment: 'took my time' });
    const postId = reply.body.post.id as number;
    const seen = await feedOf(lesson, lesson.ordinary);
    expect([seen.posts, seen.distribution]).toEqual([before.posts, before.distribution]);
    expect((await lesson.ordinary.call(postGet, { query: { post_id: postId } })).error?.code).toBe('POST_NOT_FOUND');
    expect((await lesson.slow.call(postGet, { query: { post_id: postId } })).status).toBe(200);
    const own = (await lesson.slow.call(liveOwnAnswers, { query: { assessment_id: lesson.assessmentId } })).body.answers[0]!;
    expect(own.post).toMatchObject({ id: postId });
    expect((await lesson.teacher.call(postGet, { query: { post_id: postId } })).status).toBe(200);
    expect(await tallyOf(lesson)).toMatchObject({ answered: 2 });
    await lesson.step('re-assign');
    expect(JSON.stringify(await feedOf(lesson, lesson.ordinary, 'Form - 1A'))).toContain('took my time');
  });

  test('[B893] nothing on the class’s channel and in no answer to a classmate tells who has extra time', async () => {
    const lesson = await start();
    const ear = await hear(app, lesson.ordinary, channels.assessment(lesson.assessmentId));
    await pass(MINUTES);
    await lesson.answer(lesson.slow, 'Form - 1A', 1);
    await pass(MINUTES);
    await lesson.step('re-assign', MINUTES);
    await ear.first('assessment.started');
    ear.close();
    const heard = JSON.stringify([
      ear.events,
      await standing(lesson, lesson.ordinary),
      (await lesson.ordinary.call(liveAssessment, { query: { assessment_id: lesson.assessmentId } })).body,
    ]);
    expect(heard).not.toMatch(/own[_-]|extra|percent/i);
    expect(ear.events.filter(({ name }) => name === 'assessment.phase.closed')).toHaveLength(1);
  });

  test('[B894] [LIVE-68] between the closing for the class and the next form the class’s channel says nothing, no number of it moves, and the wall counts nobody more', async () => {
    const lesson = await start();
    await lesson.answer(lesson.ordinary, 'Form - 1A', 0);
    await lesson.teacher.call(liveReveal, { body: { assessment_id: lesson.assessmentId, form: 'Form - 1A', what: 'distribution' } });
    const ear = await hear(app, lesson.ordinary, channels.assessment(lesson.assessmentId));
    const wall = await hear(app, lesson.teacher, channels.projector(lesson.assessmentId));
    await pass(MINUTES);
    await ear.first('assessment.phase.closed');
    const heard = ear.events.length;
    const query = { assessment_id: lesson.assessmentId };
    const seen = async () => ({
      session: (await lesson.ordinary.call(liveState, { query })).body.session!.sequence,
      wall: (await lesson.teacher.call(liveProjector, { query })).body.projector.run,
    });
    const before = await seen();
    expect(before.wall).toMatchObject({ answered: 1, counts: expect.any(Array) });
    expect((await lesson.answer(lesson.slow, 'Form - 1A', 1)).status).toBe(200);
    await draft(lesson, lesson.slower, 'Form - 1A', 'slowly');
    await pass(MINUTES);
    expect(await writingIn(lesson)).toEqual([]);
    expect(await tallyOf(lesson)).toMatchObject({ answered: 3 });
    expect(await seen()).toEqual(before);
    await lesson.step('re-assign', MINUTES);
    await ear.first('assessment.started');
    ear.close();
    wall.close();
    expect(ear.events.slice(heard).map(({ name }) => name)).toEqual(['assessment.started']);
    expect(wall.events.filter(({ data }) => data.run.form === 'Form - 1A' && data.run.answered !== 1)).toEqual([]);
    expect((await seen()).wall).toMatchObject({ form: 'Form - 1B', before: { form: 'Form - 1A', answered: 3 } });
  });

  test('[B895] [LIVE-68] whoever reads a post of own time later finds the closing as its time; staff find when it came', async () => {
    const lesson = await start();
    await lesson.answer(lesson.ordinary, 'Form - 1A', 0);
    await draft(lesson, lesson.slower, 'Form - 1A', 'slowly');
    await pass(MINUTES);
    const closedAt = (await standing(lesson, lesson.ordinary)).session.attempts[0].closed_at;
    await app.clock.advanceMs(60_000);
    const reply = await lesson.answer(lesson.slow, 'Form - 1A', 1);
    await pass(MINUTES);
    await lesson.step('re-assign');
    const timesFor = async (student: TestPerson) => {
      const { posts } = await feedOf(lesson, student, 'Form - 1A');
      return new Map(posts.map((post: { account: { id: number }; last_update: string }) => [post.account.id, post.last_update]));
    };
    for (const student of lesson.students) {
      const times = await timesFor(student);
      expect([times.get(lesson.slow.accountId), times.get(lesson.slower.accountId)]).toEqual([closedAt, closedAt]);
      expect(Date.parse(times.get(lesson.ordinary.accountId)!)).toBeLessThan(Date.parse(closedAt));
    }
    const postId = reply.body.post.id as number;
    expect(reply.body.post.last_update).toBe(closedAt);
    expect((await lesson.ordinary.call(postGet, { query: { post_id: postId } })).body.post.last_update).toBe(closedAt);
    const own = (await lesson.slow.call(liveOwnAnswers, { query: { assessment_id: lesson.assessmentId } })).body.answers[0]!;
    expect(own.post!.last_update).toBe(closedAt);
    const forStaff = (await lesson.teacher.call(postGet, { query: { post_id: postId } })).body.post.last_update;
    expect(Date.parse(forStaff) - Date.parse(closedAt)).toBeGreaterThanOrEqual(60_000);
  });

  test('[B896] what the end of an own time files stands in the staff’s feed at once, though nothing is announced of it', async () => {
    const lesson = await start();
    await lesson.answer(lesson.ordinary, 'Form - 1A', 0);
    await draft(lesson, lesson.slow, 'Form - 1A', 'filed by the deadline');
    await pass(MINUTES);
    const feed = async () => {
      const { posts } = (await lesson.teacher.call(liveFeed, { query: { assessment_id: lesson.assessmentId, form: 'Form - 1A' } })).body;
      return posts.map(({ account }) => account.id);
    };
    expect(await feed()).toEqual([lesson.ordinary.accountId]);
    expect(await feed()).toEqual([lesson.ordinary.accountId]); // now both processes have it ready
    const ear = await hear(app, lesson.teacher, channels.staff(lesson.assessmentId));
    await pass(MINUTES / 2);
    await ear.first('assessment.tally.changed');
    ear.close();
    expect(await feed()).toEqual([lesson.slow.accountId, lesson.ordinary.accountId]);
    expect(await feed()).toEqual([lesson.slow.accountId, lesson.ordinary.accountId]);
  });
});
