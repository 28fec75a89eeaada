import { channels, FORMS, liveAdjustTime, liveDraft, liveFeed, liveResponded, liveStatus } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createScenario,
  hear,
  type RunningLesson,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestReply,
  until,
  untilNumbered,
} from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterEach(() => app.server.modules.live.deadlines.stop());
afterAll(() => app.close());

const phaseOf = ({ sessionId }: RunningLesson) =>
  app.db.selectFrom('live_phases').selectAll().where('session_id', '=', sessionId).orderBy('id', 'desc').executeTakeFirstOrThrow();
const postsOf = async ({ sessionId }: RunningLesson) =>
  app.db.selectFrom('live_posts').select(['account_id', 'response_id', 'filed_by']).where('session_id', '=', sessionId).execute();
const moveToDeadline = async (lesson: RunningLesson, plusMs: number) => app.clock.moveTo(new Date((await phaseOf(lesson)).deadline_at.getTime() + plusMs));
const eventsOf = ({ sessionId }: RunningLesson, name: string) =>
  app.db.selectFrom('room_events').select('sequence').where('epoch', '=', sessionId).where('name', '=', name).execute();

describe('closing', () => {
  test('[L247] [LIVE-11] a form closes at its deadline plus 3 seconds by the database’s clock, never earlier, and once', async () => {
    const lesson = await startLesson(app, scenario);
    await moveToDeadline(lesson, 2_700);
    expect(await app.server.modules.live.deadlines.runDueDeadlines()).toBe(0);
    expect((await phaseOf(lesson)).closed_at).toBeNull();
    await moveToDeadline(lesson, 3_000);
    expect(await app.server.modules.live.deadlines.runDueDeadlines()).toBe(1);
    expect(await app.server.modules.live.deadlines.runDueDeadlines()).toBe(0);
    const { closed_at, deadline_at } = await phaseOf(lesson);
    expect(closed_at!.getTime() - deadline_at.getTime()).toBeGreaterThanOrEqual(3_000);
    await untilNumbered(app.db);
    expect(await eventsOf(lesson, 'assessment.phase.closed')).toHaveLength(1);
  });

  test('[LIVE-11] the watch closes a form when its time is over, at the right moment', async () => {
    const lesson = await startLesson(app, scenario);
    await lesson.login(lesson.students[0]!);
    const ear = await hear(app, lesson.students[0]!, channels.assessment(lesson.assessmentId));
    await moveToDeadline(lesson, 1_500);
    app.server.modules.live.deadlines.start();
    const { data } = await ear.first('assessment.phase.closed');
    ear.close();
    const { closed_at, deadline_at } = await phaseOf(lesson);
    const lateMs = closed_at!.getTime() - deadline_at.getTime() - 3_000;
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(10_000); // milliseconds, on a machine that has nothing else to do
    expect(data).toMatchObject({ form: 'Form - 1A', epoch: lesson.sessionId });
  });

  test('[LIVE-63] a form whose deadline passed while no server ran is closed when one starts', async () => {
    const lesson = await startLesson(app, scenario);
    await lesson.login(lesson.students[0]!);
    await moveToDeadline(lesson, 3_600_000);
    app.server.modules.live.deadlines.start();
    await until(async () => (await phaseOf(lesson)).closed_at, 'the closing');
    expect(await postsOf(lesson)).toMatchObject([{ filed_by: 'server' }]);
  });

  test('[LIVE-12] more time in the last moment keeps the form open; less time closes it earlier', async () => {
    const lesson = await startLesson(app, scenario);
    const adjust = (type: string, time: number) => lesson.teacher.call(liveAdjustTime, { body: { assessment_id: lesson.assessmentId, type, time } });
    await moveToDeadline(lesson, 1_000);
    app.server.modules.live.deadlines.start();
    await adjust('increase', 1);
    await new Promise((resolve) => setTimeout(resolve, 2_600));
    expect((await phaseOf(lesson)).closed_at).toBeNull();
    await adjust('decrease', 1);
    await app.clock.advanceMs(2_000);
    await until(async () => (await phaseOf(lesson)).closed_at, 'the closing');
  });

  test('[LIVE-16] a step and the deadline at once: the form closes once, and drafts are filed once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const lesson = await startLesson(app, scenario, { students: 2 });
      for (const student of lesson.students) await lesson.login(student);
      await moveToDeadline(lesson, 3_100);
      const [step] = await Promise.all([
        lesson.step('re-assign'),
        app.server.modules.live.deadlines.runDueDeadlines(),
        app.server.modules.live.deadlines.runDueDeadlines(),
      ]);
      expect(step.status).toBe(200);
      expect(await postsOf(lesson)).toHaveLength(2);
      await untilNumbered(app.db);
      expect(await eventsOf(lesson, 'assessment.phase.closed')).toHaveLength(1);
    }
  });

  test('several processes that watch one database close every form once', async () => {
    const other = await app.another();
    const lessons = [];
    for (let index = 0; index < 8; index += 1) lessons.push(await startLesson(app, scenario, { students: 1 }));
    for (const lesson of lessons) await lesson.login(lesson.students[0]!);
    await moveToDeadline(lessons.at(-1)!, 3_001);
    const closed = await Promise.all([
      app.server.modules.live.deadlines.runDueDeadlines(),
      other.server.modules.live.deadlines.runDueDeadlines(),
      app.server.modules.live.deadlines.runDueDeadlines(),
    ]);
    expect(closed[0]! + closed[1]!).toBeGreaterThanOrEqual(8); // both checks of a process count what they found
    await app.server.modules.live.deadlines.runDueDeadlines();
    await untilNumbered(app.db);
    for (const lesson of lessons) {
      expect((await phaseOf(lesson)).closed_at).not.toBeNull();
      expect(await postsOf(lesson)).toHaveLength(1);
      expect(await eventsOf(lesson, 'assessment.phase.closed')).toHaveLength(1);
    }
    await other.close();
  });

  test('[LIVE-63] broken connections to the database are got over: the watch goes on and closes what is due', async () => {
    const lesson = await startLesson(app, scenario);
    await moveToDeadline(lesson, 1_500);
    app.server.modules.live.deadlines.start();
    for (let time = 0; time < 5; time += 1) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
        .execute(app.db)
        .catch(() => undefined);
    }
    await until(async () => (await phaseOf(lesson).catch(() => null))?.closed_at, 'the closing', 10_000);
    expect((await phaseOf(lesson)).closed_at!.getTime()).toBeGreaterThanOrEqual((await phaseOf(lesson)).deadline_at.getTime() + 3_000);
  });
});

test('[LIVE-16] a stream of drafts does not keep a step waiting: it takes its turn', async () => {
  const other = await app.another();
  const lesson = await startLesson(app, scenario, { students: 10 });
  let isStreaming = true;
  const stream = lesson.students.map(async ({ token }, index) => {
    for (let revision = 1; isStreaming; revision += 1) {
      const body = { session_id: lesson.sessionId, form: FORMS[0], revision, response_id: null, comment: `word ${revision} of ${index}` };
      await other.call(liveDraft, { body }, { token });
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const startedAt = performance.now();
  const step = await lesson.step('re-assign');
  const tookMs = performance.now() - startedAt;
  isStreaming = false;
  await Promise.all(stream);
  await other.close();
  expect(step.status).toBe(200);
  expect(tookMs).toBeLessThan(10_000); // left behind, it would come after the stream, which does not end before it
});

describe('[B006] [LIVE-61] thirty answers at the deadline', () => {
  async function startFullLesson(): Promise<RunningLesson> {
    const lesson = await startLesson(app, scenario, { students: 30 });
    await Promise.all(lesson.students.map((student) => lesson.login(student)));
    return lesson;
  }

  /**
   * Makes everybody send simultaneously while the form closes; exactly the students who got "received" are in the
   * figures.
   */
  async function storm(lesson: RunningLesson, close: () => Promise<unknown>, afterReplies: number): Promise<{ received: number; late: number }> {
    let replied = 0;
    let closing: Promise<unknown> | null = null;
    const closeInTime = (): void => {
      if (replied >= afterReplies) closing ??= close();
    };
    const send = async (student: TestPerson, index: number): Promise<TestReply> => {
      const reply = await lesson.answer(student, 'Form - 1A', index % 4, { key: `answer-${index}` });
      replied += 1;
      closeInTime();
      return reply;
    };
    const sending = lesson.students.map(send);
    closeInTime();
    const replies = await Promise.all(sending);
    await closing;
    const received = replies.map(({ status }, index) => (status === 200 ? lesson.students[index]!.accountId : 0)).filter((id) => id > 0);
    expect(replies.every(({ status, error }) => status === 200 || error?.code === 'PHASE_CLOSED')).toBe(true);

    const posts = await postsOf(lesson);
    const chosen = posts.filter(({ response_id }) => response_id !== null).map(({ account_id }) => account_id);
    expect(chosen.sort((a, b) => a - b)).toEqual(received.sort((a, b) => a - b));
    expect(posts).toHaveLength(lesson.students.length); // a late student has an empty post, filed at the closing
    const late = await app.db.selectFrom('live_late_answers').select('account_id').where('session_id', '=', lesson.sessionId).execute();
    expect(late).toHaveLength(lesson.students.length - received.length);
    const feed = (await lesson.teacher.call(liveFeed, { query: { assessment_id: lesson.assessmentId, form: 'Form - 1A' } })).body;
    expect([feed.distribution.answered, feed.posts.length]).toEqual([received.length, received.length]);
    return { received: received.length, late: late.length };
  }

  /** Checks that some arrived in time and some too late; otherwise the rounds did not overlap the closing. */
  function expectBoth(outcomes: readonly { received: number; late: number }[]): void {
    expect(outcomes.some(({ received }) => received > 0)).toBe(true);
    expect(outcomes.some(({ late }) => late > 0)).toBe(true);
  }

  test('with the server closing: tally, rows and acknowledgements agree, in every round', async () => {
    const outcomes = [];
    for (let round = 0; round < 6; round += 1) {
      const lesson = await startFullLesson();
      await moveToDeadline(lesson, 2_000);
      const close = async (): Promise<void> => {
        await moveToDeadline(lesson, 3_000);
        await app.server.modules.live.deadlines.runDueDeadlines();
      };
      outcomes.push(await storm(lesson, close, round * 3));
    }
    expectBoth(outcomes);
  });

  test('with the teacher pressing Re-Assign, in another process: tally, rows and acknowledgements agree, in every round', async () => {
    const other = await app.another();
    const outcomes = [];
    for (let round = 0; round < 6; round += 1) {
      const lesson = await startFullLesson();
      const press = async (): Promise<void> => {
        const reply = await other.call(liveStatus, { body: { id: lesson.assessmentId, type: 're-assign', time: 5 } }, { token: lesson.teacher.token });
        expect(reply.status).toBe(200);
      };
      outcomes.push(await storm(lesson, press, round * 3));
      const { students, tally } = (await lesson.teacher.call(liveResponded, { query: { assessment_id: lesson.assessmentId } })).body;
      expect(students).toHaveLength(30);
      expect(tally).toMatchObject({ form: 'Form - 1B', answered: 0, students: 30 });
    }
    await other.close();
    expectBoth(outcomes);
  });
});
