import { gradesDashboard, homeMonday, liveDashboard, mailChoiceUpdate, notificationList, notificationPreferencesUpdate } from '@classwright/contract';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createMailbox, createScenario, runLesson, type Scenario, startLesson, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

const mailbox = createMailbox();
const { sent } = mailbox;
let app: TestApp;
let second: TestApp;
let scenario: Scenario;

beforeAll(async () => {
  app = await startTestApp({ publicUrl: new URL('https://school.example'), mailer: mailbox.mailer });
  second = await app.another();
  scenario = createScenario(app);
});
afterAll(async () => {
  await second.close();
  await app.close();
});

/**
 * The week of the test. Each test uses weeks of its own, so that the clock only moves forward. It begins on a
 * Wednesday; in Kolkata it is 10:30.
 */
let week = 0;
beforeEach(async () => {
  week += 4;
  await app.clock.moveTo(new Date(Date.UTC(2027, 0, 6 + 7 * week, 5, 0, 0)));
  for (const table of ['notifications', 'notification_preferences', 'jobs', 'job_schedules'] as const) await app.db.deleteFrom(table).execute();
  mailbox.empty();
  await work();
});

async function work(where = app) {
  await where.server.jobs.runSchedules();
  await where.server.jobs.runDue();
}
async function moveTo(daysOn: number, hourUtc: number, minute = 0) {
  await app.clock.moveTo(new Date(Date.UTC(2027, 0, 6 + 7 * week + daysOn, hourUtc, minute, 0)));
  await work();
}
const choose = (person: TestPerson, mail: 'now' | 'never') =>
  person.call(notificationPreferencesUpdate, { body: { preferences: [{ kind: 'weekly-figures', mail }] } });
const told = async (person: TestPerson) => (await person.call(notificationList)).body.data;

/** Prepares a class in Kolkata that has held a lesson: two students answered its first form, one of them correctly. */
async function heldLesson() {
  const lesson = await startLesson(app, scenario, { students: 2 });
  await sql`UPDATE schools SET time_zone = 'Asia/Kolkata' WHERE id = ${lesson.schoolId}`.execute(app.db);
  for (const [place, student] of lesson.students.entries()) {
    await lesson.login(student);
    await lesson.answer(student, 'Form - 1A', place);
  }
  for (const step of ['re-assign', 'next', 'finished'] as const) await lesson.step(step);
  return lesson;
}

const isoDay = (day: number): string => new Date(Date.UTC(2027, 0, 6 + day)).toISOString().slice(0, 10);
/** Returns the path of the lessons of seven days, starting this many days after the first Wednesday. */
const ofWeek = (first: number): string => `/home?week=${isoDay(first)}`;

test('[B841] whoever chose it is told of the last week on Monday at seven by the school’s clock, once, in counts and with no name', async () => {
  const lesson = await heldLesson();
  await choose(lesson.teacher, 'now');
  await moveTo(5, 1, 15); // Monday, 06:45 in Kolkata
  expect(await told(lesson.teacher)).toEqual([]);
  await moveTo(5, 1, 45);
  await moveTo(5, 2);
  const [notice] = await told(lesson.teacher);
  expect(notice).toMatchObject({ kind: 'weekly-figures', path: ofWeek(7 * week - 2), params: { lessons: 1, answers: 2, correct: 1 } });
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toContain('Your last week. Lessons: 1. Answers: 2, right: 1.');
  expect(sent[0]?.text).toContain(`https://school.example${notice!.path}`);
  for (const { firstName, lastName } of lesson.students) {
    expect(sent[0]?.text).not.toContain(lastName);
    expect(sent[0]?.text).not.toContain(firstName);
  }
  await moveTo(5, 6);
  await moveTo(6, 6);
  expect(await told(lesson.teacher)).toHaveLength(1);
  expect(sent).toHaveLength(1);
});

test('[B910] the mail’s own link ends it with one press and begins it again, without signing in', async () => {
  const lesson = await heldLesson();
  await choose(lesson.teacher, 'now');
  await moveTo(5, 2);
  await moveTo(5, 2, 5);
  const code = /end-mails#code=(\S+)/.exec(sent[0]!.text)![1]!;
  const press = async (sends: boolean) => (await app.call(mailChoiceUpdate, { body: { code, sends } })).body.mails;
  expect(await press(false)).toEqual([{ kind: 'weekly-figures', mail: 'never' }]);
  await moveTo(12, 2);
  await moveTo(12, 3);
  expect(sent).toHaveLength(1);
  expect(await press(true)).toEqual([{ kind: 'weekly-figures', mail: 'now' }]);
});

test('nobody else is told: off until chosen, ended when ended, not of an empty week, not on Wednesday, not students, not who is deactivated', async () => {
  const lesson = await heldLesson();
  const [ended, gone, student, other] = [lesson.coTeacher, await scenario.person('teachers', lesson.schoolId), lesson.students[0]!, lesson.otherTeacher];
  for (const person of [ended, gone, student, other]) await choose(person, 'now');
  await choose(ended, 'never');
  await scenario.deactivate(gone.accountId);
  await moveTo(5, 2);
  for (const person of [lesson.teacher, ended, student, other]) expect(await told(person)).toEqual([]);
  expect(sent).toEqual([]);
  await moveTo(7, 2); // Wednesday
  await choose(lesson.teacher, 'now');
  await moveTo(7, 3);
  expect(await told(lesson.teacher)).toEqual([]);
});

test('two processes tell everybody once, and a class that was lost in between is not told of', async () => {
  const lesson = await heldLesson();
  for (const person of [lesson.teacher, lesson.coTeacher]) await choose(person, 'now');
  await scenario.remove(lesson.courseId, lesson.coTeacher.accountId);
  await app.clock.moveTo(new Date(Date.UTC(2027, 0, 6 + 7 * week + 5, 2, 0, 0)));
  await Promise.all([work(), work(second), work(), work(second)]);
  expect(await told(lesson.teacher)).toHaveLength(1);
  expect(await told(lesson.coTeacher)).toEqual([]);
});

/** Makes the report fail for one person, like a count that takes too long. */
async function failFor(accountId: number): Promise<() => Promise<unknown>> {
  await sql`CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`.execute(app.db);
  await sql`CREATE TRIGGER refuse_one BEFORE INSERT ON notifications FOR EACH ROW WHEN (NEW.account_id = ${sql.lit(accountId)}) EXECUTE FUNCTION refuse_one()`.execute(
    app.db,
  );
  return () => sql`DROP FUNCTION refuse_one CASCADE`.execute(app.db);
}

test('[B922] who cannot be told keeps nobody behind them from being told, and is told when it goes again', async () => {
  const lesson = await heldLesson();
  for (const person of [lesson.teacher, lesson.coTeacher]) await choose(person, 'now');
  expect(lesson.teacher.accountId).toBeLessThan(lesson.coTeacher.accountId);
  const mend = await failFor(lesson.teacher.accountId);
  await moveTo(5, 2);
  expect([await told(lesson.teacher), await told(lesson.coTeacher)]).toMatchObject([[], [{ kind: 'weekly-figures' }]]);
  await mend();
  await moveTo(5, 3);
  expect([await told(lesson.teacher), await told(lesson.coTeacher)]).toMatchObject([[{ kind: 'weekly-figures' }], [{ kind: 'weekly-figures' }]]);
});

/** Returns the newest notification id. A repeated notification would get a new one. */
const newestId = async (): Promise<number> =>
  (await sql<{ last: number }>`SELECT last_value AS last FROM pg_sequences WHERE sequencename = 'notifications_id_seq'`.execute(app.db)).rows[0]!.last;

test('[B923] the same work done twice at once tells once, and whoever ended it in between is not told', async () => {
  const lesson = await heldLesson();
  for (const person of [lesson.teacher, lesson.coTeacher]) await choose(person, 'now');
  await app.clock.moveTo(new Date(Date.UTC(2027, 0, 6 + 7 * week + 5, 2, 0, 0)));
  const { run } = app.server.jobs.findKind('dashboards.weekly')!;
  const job = { id: 0, isLastTry: false, isAwaited: true, standBack: async () => undefined, isBusy: () => false };
  const before = await newestId();
  const ran = await inTransaction(app.db, async (tx) => {
    // both have listed the two people before one of them unsubscribes
    await tx.updateTable('notification_preferences').set({ mail: 'never' }).where('account_id', '=', lesson.coTeacher.accountId).execute();
    const both = [run({ missed: 0 }, job), run({ missed: 0 }, job)];
    await expect.poll(async () => (await told(lesson.teacher)).length).toBe(1);
    await sleep(100);
    return both;
  });
  await Promise.all(ran);
  expect([await newestId(), await told(lesson.coTeacher)]).toEqual([before + 1, []]);
});

test('what is told stands where it leads: the lessons of that week, or, without one, the work that waits', async () => {
  const lesson = await heldLesson();
  await choose(lesson.teacher, 'now');
  await moveTo(5, 2);
  const [of] = await told(lesson.teacher);
  const query = { week: String(new URL(of!.path, 'https://school.example').searchParams.get('week')) };
  const { week, lessons } = (await lesson.teacher.call(homeMonday, { query })).body;
  expect(lessons).toHaveLength(Number(of!.params['lessons']));
  const { body } = await lesson.teacher.call(liveDashboard.endpoints.get, { query: { from: week!.from, to: week!.to } });
  expect(of!.params).toMatchObject({ lessons: body['total_sessions'], correct: body['total_correct'] });
  expect(of!.params['answers']).toBe(Number(body['total_correct']) + Number(body['total_incorrect']));
  await sql`
    WITH work AS (INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, due_on, due_at, max_points)
                  VALUES (${lesson.courseId}, ${lesson.teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', 'Sheet', app_now(), app_now()::date, app_now(), 10) RETURNING id, posted_at)
    INSERT INTO submissions (course_id, course_work_id, account_id, state, assigned_at) SELECT ${lesson.courseId}, work.id, student.account_id, 'CREATED', work.posted_at FROM work, class_students student WHERE student.course_id = ${lesson.courseId}`.execute(
    app.db,
  );
  await moveTo(12, 2); // a week without a lesson
  const [later] = await told(lesson.teacher);
  expect(later).toMatchObject({ path: '/dashboard?tab=grade-book', params: { lessons: 0, overdue: 2 } });
  const { stats } = (await lesson.teacher.call(gradesDashboard.endpoints.get)).body as { stats: Record<string, number> };
  expect(later!.params).toMatchObject({ overdue: stats['total_overdue'], waiting: stats['turned_in_ungraded'] });
});

test('[B929] while everybody’s week is counted and all past lessons are filled in, what is done in a moment is not kept waiting', async () => {
  const { jobs } = app.server;
  await inTransaction(app.db, async (tx) => {
    for (const kind of ['dashboards.weekly', 'results.fill-in', 'notifications.plan']) await jobs.enqueue(tx, kind, [{ missed: 0 }]);
  });
  const waiting = async (): Promise<string[]> => (await app.db.selectFrom('jobs').select('kind').orderBy('kind').execute()).map(({ kind }) => kind);
  await app.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE notification_preferences, lesson_figures IN ACCESS EXCLUSIVE MODE`.execute(tx);
    jobs.start();
    await expect.poll(waiting).toEqual(['dashboards.weekly', 'results.fill-in']);
  });
  await expect.poll(waiting).toEqual([]);
  await jobs.stop();
});

test('[B841] on the Monday after the clocks went back seven is seven by the new time, and the week is the seven days before', async () => {
  const lesson = await heldLesson();
  await sql`UPDATE schools SET time_zone = 'Europe/Berlin' WHERE id = ${lesson.schoolId}`.execute(app.db);
  // held a week before the change, and on the day of 25 hours
  for (const day of ['2027-10-24', '2027-10-31']) {
    const held = await runLesson(app, {
      ...lesson,
      ...(await scenario.assessment({ owner: lesson.teacher, schoolId: lesson.schoolId, classId: lesson.courseId })),
    });
    for (const step of ['re-assign', 'next', 'finished'] as const) await held.step(step);
    await sql`UPDATE lesson_figures SET held_on = ${day}, finished_on = ${day} WHERE session_id = ${held.sessionId}`.execute(app.db);
  }
  await choose(lesson.teacher, 'now');
  const at = async (hourUtc: number, minute: number): Promise<unknown[]> => {
    await app.clock.moveTo(new Date(Date.UTC(2027, 10, 1, hourUtc, minute)));
    await work();
    return app.db.selectFrom('notifications').select(['params', 'path']).where('kind', '=', 'weekly-figures').execute(); // nobody is signed in any more by then
  };
  expect(await at(5, 45)).toEqual([]); // 06:45; a week ago it was 07:45
  expect(await at(6, 15)).toMatchObject([{ params: { lessons: 1 }, path: '/home?week=2027-10-25' }]);
});
