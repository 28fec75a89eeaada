import { channels, liveClose, liveDraft, liveJoin, livePastLessons, liveReveal, liveRunning, postAdd } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createScenario,
  hear,
  readStudentPage,
  runLesson,
  type RunningLesson,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
  until,
} from '../../../../testing/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { enrol } from '../../../class/classes/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const join = (student: TestPerson, assessment_id: number, socket_id?: unknown) =>
  student.call(liveJoin, { body: { assessment_id, ...(socket_id === undefined ? {} : { socket_id }) } });

/** Returns the logins that were announced, however people joined. */
const loginsAnnounced = async (lesson: RunningLesson): Promise<number[]> => {
  const rows = await app.db
    .selectFrom('room_events')
    .select('payload')
    .where('room', '=', channels.assessment(lesson.assessmentId))
    .where('name', '=', 'assessment.studentlogin')
    .execute();
  return rows.flatMap(({ payload }) => (payload as { items: number[] }).items);
};

describe('live.join', () => {
  test('records the login once, and answers what the page of a student shows', async () => {
    const lesson = await startLesson(app, scenario);
    const [student, mate] = lesson.students as [TestPerson, TestPerson];
    const ear = await hear(app, lesson.teacher, channels.assessment(lesson.assessmentId));
    const first = await join(student, lesson.assessmentId);
    expect([first.status, first.body.running, first.body.auth]).toEqual([200, null, undefined]);
    const { body } = await readStudentPage(student, lesson.assessmentId);
    expect(body.logged_in_at).toBe(first.body.logged_in_at);
    await app.clock.advanceMs(30_000);
    expect((await join(student, lesson.assessmentId)).body.logged_in_at).toBe(first.body.logged_in_at);
    await join(mate, lesson.assessmentId);
    await until(() => ear.events.some(({ data }) => data.items?.includes(mate.accountId)), 'the second login');
    expect(ear.events.filter(({ data }) => data.items?.includes(student.accountId))).toHaveLength(1);
    ear.close();
  });

  test('at every stage of a lesson it answers the same as the calls that it stands for', async () => {
    const lesson = await startLesson(app, scenario);
    const [student, mate] = lesson.students as [TestPerson, TestPerson];
    const both = async () => {
      const joined = (await join(student, lesson.assessmentId)).body;
      const { running, auth, socket_ticket, ...rest } = joined;
      expect(socket_ticket).toMatch(/^\d+\.\d+\.\d+\.[\w-]+\.[\w-]{43}$/);
      const { body } = await readStudentPage(student, lesson.assessmentId);
      const still = (answer: object) => ({ ...answer, time: null, session: { ...(answer as typeof body).session, server_time: null, sequence: null } });
      expect([running, auth, still(rest)]).toEqual([null, undefined, still(body)]);
      return joined;
    };
    await both();
    const [right] = await lesson.choices('Form - 1A');
    await student.call(liveDraft, { body: { session_id: lesson.sessionId, form: 'Form - 1A', revision: 3, response_id: right, comment: 'Perhaps.' } });
    expect((await both()).draft).toMatchObject({ revision: 3 });
    expect((await lesson.answer(student, 'Form - 1A', 1)).status).toBe(200);
    expect((await both()).post_response).toMatchObject({ form: 'Form - 1A' });
    expect(JSON.stringify(await both())).not.toContain('is_valid');
    await lesson.step('re-assign');
    expect((await both()).post_response).toBeNull();
    await lesson.answer(mate, 'Form - 1A', 1); // late
    await lesson.answer(student, 'Form - 1A', 1, { key: 'late', comment: 'Another.' });
    await student.call(postAdd, { body: { session_id: lesson.sessionId, form: 'Form - 1A', response_id: right, comment: 'Too late.' } });
    await lesson.step('next');
    await lesson.teacher.call(liveReveal, { body: { assessment_id: lesson.assessmentId, form: 'Form - 1B', what: 'correctness' } });
    await both();
    await lesson.runOut();
    const over = await both();
    expect(over).toMatchObject({ time: { hour: 0, minute: 0, second: 0 }, session: { phase_open: false } });
  });

  test('what came too late is among what the student has', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const [student] = lesson.students as [TestPerson];
    await lesson.runOut();
    expect((await lesson.answer(student, 'Form - 1A', 1)).error?.code).toBe('PHASE_CLOSED');
    expect((await join(student, lesson.assessmentId)).body.late).toMatchObject([{ form: 'Form - 1A', kind: 'answer' }]);
  });

  test('[LIVE-62] names the lesson to go to when another one of the student began later', async () => {
    const one = await startLesson(app, scenario, { students: 1 });
    const [student] = one.students as [TestPerson];
    const second = await scenario.class({ schoolId: one.schoolId, students: 0 });
    await inTransaction(app.db, (tx) => enrol(tx, second.courseId, [student.accountId], 'STUDENT'));
    const newest = { ...second, ...(await scenario.assessment({ owner: second.teacher, schoolId: second.schoolId, classId: second.courseId })) };
    expect((await join(student, one.assessmentId)).body.running).toBeNull();
    await runLesson(app, newest);
    expect((await join(student, one.assessmentId)).body.running).toMatchObject({
      id: newest.assessmentId,
      teacher_name: `${newest.teacher.firstName} ${newest.teacher.lastName}`,
    });
    expect((await join(student, newest.assessmentId)).body.running).toBeNull();
    await scenario.remove(second.courseId, student.accountId);
    expect((await join(student, one.assessmentId)).body.running).toBeNull();
  });

  test('is refused outside the class as if there were no lesson, and where nothing runs', async () => {
    const lesson = await scenario.lesson();
    const [student] = lesson.students as [TestPerson];
    const codes = async (...people: TestPerson[]) => Promise.all(people.map(async (person) => (await join(person, lesson.assessmentId)).error?.code));
    expect(await codes(student, lesson.otherStudent)).toEqual(['SESSION_NOT_RUNNING', 'ASSESSMENT_NOT_FOUND']);
    expect((await join(student, 999_999)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    const running = await runLesson(app, lesson);
    expect(await codes(lesson.otherStudent, lesson.teacher)).toEqual(['ASSESSMENT_NOT_FOUND', 'NOT_ALLOWED']);
    await scenario.remove(lesson.courseId, lesson.students[1]!.accountId);
    expect(await codes(lesson.students[1]!)).toEqual(['ASSESSMENT_NOT_FOUND']);
    expect((await app.call(liveJoin, { body: { assessment_id: lesson.assessmentId } })).status).toBe(401);
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } }); // canceled
    expect(await codes(student)).toEqual(['SESSION_NOT_RUNNING']);
    const again = await runLesson(app, lesson);
    expect((await join(student, lesson.assessmentId)).body.session.id).toBe(again.sessionId);
    for (const type of ['re-assign', 'next', 'finished'] as const) await again.step(type);
    expect(await codes(student)).toEqual(['SESSION_NOT_RUNNING']);
    expect(await loginsAnnounced(running)).not.toContain(lesson.otherStudent.accountId);
    expect((await student.call(livePastLessons)).body.data).toMatchObject([{ assessment_id: lesson.assessmentId }]);
  });

  test('a session that ends between reading and recording takes no login', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    const [student] = lesson.students as [TestPerson];
    const login = await inTransaction(app.db, async (tx) => {
      // simulates a step in progress: the login waits for it
      await sql`SELECT FROM live_sessions WHERE id = ${lesson.sessionId} FOR UPDATE`.execute(tx);
      const joining = join(student, lesson.assessmentId);
      await until(
        async () =>
          (
            await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`.execute(
              app.db,
            )
          ).rows[0]!.n > 0,
        'the login to wait',
      );
      await tx.updateTable('live_sessions').set({ state: 'canceled', ended_at: new Date() }).where('id', '=', lesson.sessionId).execute();
      return { joining };
    });
    expect((await login.joining).error?.code).toBe('SESSION_NOT_RUNNING');
    expect(await app.db.selectFrom('live_participants').select('account_id').where('session_id', '=', lesson.sessionId).execute()).toEqual([]);
  });

  test('what is no assessment and what is no socket is refused at its field', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const [student] = lesson.students as [TestPerson];
    for (const assessment_id of ['', 'x', -1, null, '1;DROP TABLE accounts'])
      expect((await student.call(liveJoin, { body: { assessment_id } })).status).toBe(422);
    for (const socket_id of ['', 'x', '1', '1.2.3', 5, null, '1.2:private-account-1', `${'1'.repeat(21)}.1`]) {
      const reply = await join(student, lesson.assessmentId, socket_id);
      expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, ['socket_id']]);
    }
    expect(await loginsAnnounced(lesson)).toEqual([]);
  });

  test('[L440] repeated under its key nothing is done twice, and what opens channels is kept nowhere', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const [student] = lesson.students as [TestPerson];
    const call = () => student.call(liveJoin, { body: { assessment_id: lesson.assessmentId } }, { key: 'join-1' });
    const [first, second] = [await call(), await call()];
    expect([first.status, second.status, second.body.logged_in_at]).toEqual([200, 200, first.body.logged_in_at]);
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM idempotency_keys WHERE account_id = ${student.accountId}`.execute(app.db);
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('a class that comes at once is recorded whole and each once, by fewer statements than one after the other', async () => {
    const lesson = await startLesson(app, scenario, { students: 30 });
    for (const student of lesson.students) await student.call(liveRunning); // the rights of each are remembered from here on
    const statements = await app.recordStatements(async () => {
      const replies = await Promise.all([...lesson.students, ...lesson.students].map((student) => join(student, lesson.assessmentId)));
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    });
    expect(statements.length).toBeLessThan(4 * 60); // one after the other, eight for the first time and four for the second
    await until(async () => (await loginsAnnounced(lesson)).length >= 30, 'all logins');
    expect((await loginsAnnounced(lesson)).toSorted((a, b) => a - b)).toEqual(lesson.students.map(({ accountId }) => accountId).toSorted((a, b) => a - b));
  });

  test('twice at once from two processes: both come in, with one login and one event', async () => {
    const other = await app.another();
    try {
      const lesson = await startLesson(app, scenario, { students: 12 });
      const replies = await Promise.all(
        lesson.students.flatMap((student) =>
          [app, other].map((process) => process.call(liveJoin, { body: { assessment_id: lesson.assessmentId } }, { token: student.token })),
        ),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      for (let index = 0; index < replies.length; index += 2) expect(replies[index]!.body.logged_in_at).toBe(replies[index + 1]!.body.logged_in_at);
      await until(async () => (await loginsAnnounced(lesson)).length >= 12, 'all logins');
      expect((await loginsAnnounced(lesson)).toSorted((a, b) => a - b)).toEqual(lesson.students.map(({ accountId }) => accountId).toSorted((a, b) => a - b));
    } finally {
      await other.close();
    }
  });
});
