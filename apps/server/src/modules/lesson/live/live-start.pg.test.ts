import { liveAdjustTime, liveClose, liveReveal, liveSettingsUpdate, liveStart, liveStatus, notificationList } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestLesson, until } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const start = (lesson: Pick<TestLesson, 'teacher' | 'assessmentId'>, time: unknown = 5, person = lesson.teacher) =>
  person.call(liveStart, { body: { assessment_id: lesson.assessmentId, time } });
const sessionsOf = (assessmentId: number) => app.db.selectFrom('live_sessions').selectAll().where('assessment_id', '=', assessmentId).orderBy('id').execute();

test('[L424] [LIVE-3] Activate opens Form - 1A with its deadline by the server’s clock, and freezes both questions', async () => {
  const lesson = await scenario.lesson();
  const reply = await start(lesson, 7);
  expect(reply.status).toBe(200);
  const { session, assessment } = reply.body;
  expect(session).toMatchObject({
    assessment_id: lesson.assessmentId,
    state: 'running',
    form: 'Form - 1A',
    phase_open: true,
    can_comment: false,
    epoch: session.id,
  });
  expect(session.attempts).toHaveLength(1);
  expect(Date.parse(session.deadline_at) - Date.parse(session.attempts[0]!.opened_at)).toBe(7 * 60_000);
  expect(assessment).toMatchObject({ id: lesson.assessmentId, status: 'Active', class_id: lesson.courseId });

  const frozen = await app.db.selectFrom('live_session_questions').selectAll().where('session_id', '=', session.id).orderBy('position').execute();
  expect(frozen.map(({ question_version_id }) => question_version_id)).toEqual([lesson.first.versionId, lesson.transfer.versionId]);
  const versions = await app.db
    .selectFrom('question_versions')
    .select('first_used_at')
    .where('id', 'in', [lesson.first.versionId, lesson.transfer.versionId])
    .execute();
  expect(versions.every(({ first_used_at }) => first_used_at !== null)).toBe(true);
});

test('[LIVE-6] an assessment without a class, or with a question that cannot be asked, is ASSESSMENT_INCOMPLETE', async () => {
  const room = await scenario.class();
  const homeless = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: null });
  expect((await start({ ...homeless, teacher: room.teacher })).error?.code).toBe('ASSESSMENT_INCOMPLETE');

  const thin = await scenario.question(room.teacher, room.schoolId, { responses: 1 });
  const incomplete = await scenario.assessment({
    owner: room.teacher,
    schoolId: room.schoolId,
    classId: room.courseId,
    questions: [await scenario.question(room.teacher, room.schoolId), thin],
  });
  const reply = await start({ ...incomplete, teacher: room.teacher });
  expect([reply.status, reply.error?.code]).toEqual([409, 'ASSESSMENT_INCOMPLETE']);
  expect(await sessionsOf(incomplete.assessmentId)).toEqual([]);
});

test('[Q230] [LIVE-6] a finished assessment never runs again; a canceled one runs again from no attempts', async () => {
  const lesson = await scenario.lesson();
  await start(lesson);
  await lesson.teacher.call(liveSettingsUpdate, { body: { assessment_id: lesson.assessmentId, can_comment: true } });
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  const again = await start(lesson);
  expect(again.body.session).toMatchObject({ form: 'Form - 1A', can_comment: false });
  expect(again.body.session.attempts).toHaveLength(1);
  for (const type of ['re-assign', 'next', 'finished']) await lesson.teacher.call(liveStatus, { body: { id: lesson.assessmentId, type, time: 5 } });
  const finished = await start(lesson);
  expect([finished.status, finished.error?.code]).toEqual([409, 'ASSESSMENT_FINISHED']);
  expect((await sessionsOf(lesson.assessmentId)).map(({ state }) => state)).toEqual(['canceled', 'finished']);
});

test('[B019] [LIVE-21] of ten activations at once one starts the lesson and nine are told SESSION_RUNNING', async () => {
  const lesson = await scenario.lesson();
  const replies = await Promise.all(Array.from({ length: 10 }, (_, index) => start(lesson, 5, index % 2 === 0 ? lesson.teacher : lesson.coTeacher)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status, error }) => status === 409 && error?.code === 'SESSION_RUNNING')).toHaveLength(9);
  expect(await sessionsOf(lesson.assessmentId)).toHaveLength(1);
});

test('[B020] [L245] [LIVE-21] of two assessments of one class that start at once, one runs', async () => {
  for (let round = 0; round < 5; round += 1) {
    const lesson = await scenario.lesson({ students: 0 });
    const other = await scenario.assessment({
      owner: lesson.coTeacher,
      schoolId: lesson.schoolId,
      classId: lesson.courseId,
      questions: [lesson.transfer, lesson.first],
    });
    const replies = await Promise.all([start(lesson), start({ ...other, teacher: lesson.coTeacher })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ error }) => error)?.error?.code).toBe('SESSION_RUNNING');
  }
});

test('[B112] [LIVE-21] a lesson that starts while another of its class is just being started waits for it, and is told SESSION_RUNNING', async () => {
  const lesson = await scenario.lesson({ students: 0 });
  const other = await scenario.assessment({
    owner: lesson.coTeacher,
    schoolId: lesson.schoolId,
    classId: lesson.courseId,
    questions: [lesson.transfer, lesson.first],
  });
  const met = await inTransaction(app.db, async (tx) => {
    await tx
      .insertInto('live_sessions')
      .values({ assessment_id: lesson.assessmentId, course_id: lesson.courseId, started_by: lesson.teacher.accountId, started_at: sql`app_now()` })
      .execute();
    const reply = start({ ...other, teacher: lesson.coTeacher }); // it cannot see our row, and meets it in the index
    await until(async () => {
      const { rows } = await sql<{ waiting: number }>`SELECT count(*)::integer AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE 'insert into "live_sessions"%'`.execute(app.db);
      return rows[0]!.waiting > 0;
    }, 'the start that meets ours');
    return { reply };
  });
  const reply = await met.reply;
  expect([reply.status, reply.error?.code]).toEqual([409, 'SESSION_RUNNING']);
  expect(await sessionsOf(other.assessmentId)).toEqual([]);
});

test('[LIVE-21] a second start under the same Idempotency-Key answers the first result', async () => {
  const lesson = await scenario.lesson();
  const body = { assessment_id: lesson.assessmentId, time: 5 };
  const [first, second] = await Promise.all([
    lesson.teacher.call(liveStart, { body }, { key: 'start-1' }),
    lesson.teacher.call(liveStart, { body }, { key: 'start-1' }),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.session.id).toBe(first.body.session.id);
  const other = await lesson.teacher.call(liveStart, { body: { ...body, time: 6 } }, { key: 'start-1' });
  expect([other.status, other.error?.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
});

test.each([
  [0, 'Please increase the time'],
  [-1, 'Please increase the time'],
  ['', 'Please increase the time'],
  [null, 'Please increase the time'],
  [undefined, 'Please increase the time'],
  ['soon', 'Please increase the time'],
  [Number.NaN, 'Please increase the time'],
  [1.5, 'The time must be a whole number of minutes'],
  ['2.5', 'The time must be a whole number of minutes'],
  [181, 'The time can be at most 180 minutes'],
  [525_600, 'The time can be at most 180 minutes'],
])('[LIVE-7] [LIVE-8] Activate for %j minutes is refused and starts nothing: %s', async (time, message) => {
  const lesson = await scenario.lesson({ students: 0 });
  const reply = await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time } });
  expect(reply.status).toBe(422);
  expect(reply.error?.errors).toEqual({ time: [message] });
  expect(await sessionsOf(lesson.assessmentId)).toEqual([]);
});

test('[L354] the owner, co-teachers and Admins may run a lesson; other teachers are told that it does not exist, students that they may not', async () => {
  for (const role of ['teacher', 'coTeacher', 'admin'] as const) {
    const lesson = await scenario.lesson({ students: 0 });
    expect({ role, status: (await start(lesson, 5, lesson[role])).status }).toEqual({ role, status: 200 });
  }
  const lesson = await scenario.lesson({ students: 1 });
  const other = await start(lesson, 5, lesson.otherTeacher);
  expect([other.status, other.error?.code]).toEqual([404, 'ASSESSMENT_NOT_FOUND']);
  const student = await start(lesson, 5, lesson.students[0]!);
  expect([student.status, student.error?.code]).toEqual([403, 'NOT_ALLOWED']);
  expect((await app.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 5 } })).status).toBe(401);
  expect((await start({ ...lesson, assessmentId: 999_999 })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
});

test('a teacher who was taken out of the class cannot run its lessons any more, not even an own one', async () => {
  const lesson = await scenario.lesson({ students: 0 });
  const own = await scenario.assessment({ owner: lesson.coTeacher, schoolId: lesson.schoolId, classId: lesson.courseId });
  await scenario.remove(lesson.courseId, lesson.coTeacher.accountId);
  for (const assessmentId of [lesson.assessmentId, own.assessmentId])
    expect((await start({ teacher: lesson.coTeacher, assessmentId })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
});

test('[L355] what somebody other than the owner does to a lesson is written down', async () => {
  const lesson = await scenario.lesson({ students: 0 });
  const { assessmentId: id, coTeacher, teacher } = lesson;
  await start(lesson, 5, coTeacher);
  await coTeacher.call(liveAdjustTime, { body: { assessment_id: id, type: 'increase', time: 2 } });
  await teacher.call(liveStatus, { body: { id, type: 're-assign', time: 5 } });
  await coTeacher.call(liveReveal, { body: { assessment_id: id, form: 'Form - 1A', what: 'distribution' } });
  await coTeacher.call(liveSettingsUpdate, { body: { assessment_id: id, can_comment: true } });
  await coTeacher.call(liveStatus, { body: { id, type: 'next', time: 5 } });
  await coTeacher.call(liveClose, { body: { id } });
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'account_id', 'after'])
    .where('subject_type', '=', 'assessment')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['live.start', 'live.adjustTime', 'live.reveal', 'live.settingsUpdate', 'live.status', 'live.close']);
  expect(entries.every(({ account_id }) => account_id === coTeacher.accountId)).toBe(true);
  expect(entries[4]?.after).toEqual({ type: 'next' });
});

test('students of the class are told as long as the lesson goes on, whoever started it is not, and nobody is mailed unless they chose it', async () => {
  const lesson = await scenario.lesson();
  await start(lesson);
  const told = async (person = lesson.students[0]!) => (await person.call(notificationList)).body.data;
  for (const student of lesson.students)
    expect(await told(student)).toMatchObject([
      { kind: 'lesson-started', params: { title: expect.any(String) }, path: `/student-live-learning?assessment_id=${lesson.assessmentId}`, read_at: null },
    ]);
  expect(await told(lesson.teacher)).toEqual([]);
  expect(await app.db.selectFrom('notifications').select('id').where('mail_at', 'is not', null).execute()).toEqual([]);
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  expect(await told()).toEqual([]);
});
