import { homeGet, notificationRead, requestedClasses } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createListSamples, createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createNotifier } from '../../school/notifications/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let student: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.clock.moveTo('2027-03-10T04:00:00Z'); // in Kolkata Wednesday, 9:30
  room = await scenario.class({ students: 2, schoolId: await scenario.school('Asia/Kolkata') });
  student = room.students[0]!;
});

const home = async (person = student) => (await person.call(homeGet)).body;

interface Work {
  title?: string;
  dueAt?: string | null;
  state?: string;
  workType?: string;
  points?: number | null;
  into?: TestClass;
  values?: Record<string, unknown>;
}
/** Creates work in a class, with a submission for each of its students. */
async function give({
  title = 'Kirchhoff problems',
  dueAt = '2027-03-10T12:00:00Z',
  state = 'CREATED',
  workType = 'ASSIGNMENT',
  points = 100,
  into = room,
  values = {},
}: Work = {}) {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points, due_on, due_time, due_at)
    VALUES (${into.courseId}, ${into.teacher.accountId}, ${workType === 'MATERIAL' ? 'MATERIAL' : 'ASSIGNMENT'}, ${workType}, ${title}, app_now(), ${points},
            (${dueAt}::timestamptz AT TIME ZONE 'Asia/Kolkata')::date, (${dueAt}::timestamptz AT TIME ZONE 'Asia/Kolkata')::time, ${dueAt}::timestamptz)
    RETURNING id`.execute(app.db);
  const id = rows[0]!.id;
  await sql`
    INSERT INTO submissions (course_id, course_work_id, account_id, state, assigned_at)
    SELECT ${into.courseId}, ${id}, account_id, ${state}, app_now() - interval '60 days' FROM class_students WHERE course_id = ${into.courseId}`.execute(
    app.db,
  );
  if (Object.keys(values).length > 0) await app.db.updateTable('course_works').set(values).where('id', '=', id).execute();
  return id;
}
const titles = async () => (await home()).student!.due.map(({ title, when }) => `${when} ${title}`);

describe('a student’s work', () => {
  test('stands by when it is due, what comes next first, what is late after it', async () => {
    await give({ title: 'in five days', dueAt: '2027-03-15T04:00:00Z' });
    await give({ title: 'tonight', dueAt: '2027-03-10T18:29:00Z' }); // 23:59 in Kolkata
    await give({ title: 'tomorrow', dueAt: '2027-03-10T18:31:00Z' });
    await give({ title: 'of last week', dueAt: '2027-03-03T04:00:00Z' });
    await give({ title: 'of this morning', dueAt: '2027-03-10T03:59:00Z' });
    expect(await titles()).toEqual(['today tonight', 'soon tomorrow', 'soon in five days', 'overdue of this morning', 'overdue of last week']);
    expect((await home()).student).toMatchObject({
      due_total: 5,
      due: [{ course_id: room.courseId, class_name: expect.stringContaining('Class'), has_time: true }, {}, {}, {}, {}],
    });
  });

  test('is none of it when it is handed in, archived, a draft, material, excused, without a date, too far off, or of a class that was left or archived', async () => {
    await give({ state: 'TURNED_IN' });
    await give({ state: 'RETURNED' });
    await give({ values: { archived_at: new Date() } });
    await give({ values: { state: 'DRAFT', posted_at: null } });
    await give({ workType: 'MATERIAL' });
    await give({ dueAt: null });
    await give({ dueAt: '2027-03-18T04:00:00Z' });
    await give({ dueAt: '2027-01-18T04:00:00Z' });
    const excused = await give();
    await app.db.updateTable('submissions').set({ excused: true }).where('course_work_id', '=', excused).execute();
    const takenOff = await give();
    await app.db.updateTable('submissions').set({ assigned_at: null }).where('course_work_id', '=', takenOff).execute();
    expect(await titles()).toEqual([]);
    await give();
    expect(await titles()).toHaveLength(1);
    await sql`UPDATE courses SET archived_at = app_now() WHERE id = ${room.courseId}`.execute(app.db);
    expect(await titles()).toEqual([]);
    await sql`UPDATE courses SET archived_at = NULL WHERE id = ${room.courseId}`.execute(app.db);
    await scenario.remove(room.courseId, student.accountId);
    expect(await titles()).toEqual([]);
  });

  test('that was due before it was this student’s is never late', async () => {
    const id = await give({ dueAt: '2027-03-09T04:00:00Z' });
    await sql`UPDATE course_works SET posted_at = '2027-03-01T05:00:00Z' WHERE id = ${id}`.execute(app.db);
    await sql`UPDATE submissions SET assigned_at = '2027-03-09T05:00:00Z' WHERE course_work_id = ${id}`.execute(app.db);
    expect(await titles()).toEqual([]);
  });

  test('is cut at eight rows, and says how many there are', async () => {
    for (let n = 0; n < 11; n += 1) await give({ title: `Work ${n}` });
    const { due, due_total } = (await home()).student!;
    expect([due.length, due_total]).toEqual([8, 11]);
  });

  test('that was returned stands there with its points until it was read', async () => {
    const id = await give({ title: 'Lab', state: 'RETURNED' });
    await app.db
      .updateTable('submissions')
      .set({ assigned_grade: 84, returned_at: new Date('2027-03-09T10:00:00Z') })
      .where('course_work_id', '=', id)
      .where('account_id', '=', student.accountId)
      .execute();
    const notifier = createNotifier({ realtime: { publish: () => undefined }, sendsMail: false });
    await inTransaction(app.db, (tx) =>
      notifier.notify(tx, {
        kind: 'work-returned',
        key: `returned:${id}`,
        accountIds: [student.accountId],
        courseId: room.courseId,
        path: '/std-classwork',
      }),
    );
    const [returned] = (await home()).student!.returned;
    expect(returned).toMatchObject({ title: 'Lab', points: 84, max_points: 100, path: '/std-classwork', returned_at: '2027-03-09T10:00:00.000Z' });
    expect((await home(room.students[1])).student!.returned).toEqual([]);
    await student.call(notificationRead, { body: { ids: [returned!.notification_id] } });
    expect((await home()).student!.returned).toEqual([]);
  });
});

test('lessons of today are those planned for today in the school’s zone, not finished, not archived, not running', async () => {
  const plan = async (values: Record<string, unknown>) => {
    const { assessmentId } = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId });
    await app.db.updateTable('assessments').set(values).where('id', '=', assessmentId).execute();
    return assessmentId;
  };
  await app.clock.moveTo('2027-03-10T19:00:00Z'); // in Kolkata the 11th
  const today = await plan({ schedule_date: '2027-03-11' });
  await plan({ schedule_date: '2027-03-10' });
  await plan({ schedule_date: '2027-03-11', status: 'finished' });
  await plan({ schedule_date: '2027-03-11', is_archived: true });
  const running = await plan({ schedule_date: '2027-03-11' });
  await sql`INSERT INTO live_sessions (assessment_id, course_id, started_by, state, started_at) VALUES (${running}, ${room.courseId}, ${room.teacher.accountId}, 'running', app_now())`.execute(
    app.db,
  );
  const fresh = { ...student, token: await app.signIn(student.accountId) };
  const { body } = await app.call(homeGet, {}, { token: fresh.token });
  expect(body.student!.lessons).toMatchObject([{ assessment_id: today, class_name: expect.stringContaining('Class') }]);
});

test('teachers see what waits to be graded in each of their classes, co-teachers too, and nobody else', async () => {
  await give({ state: 'TURNED_IN' });
  await give({ state: 'TURNED_IN' });
  await give({ state: 'TURNED_IN', values: { archived_at: new Date() } });
  await give();
  for (const person of [room.teacher, room.coTeacher])
    expect(await home(person)).toMatchObject({
      student: null,
      staff: { to_grade: [{ course_id: room.courseId, count: 4 }], to_grade_total: 4, to_return_total: 0 },
      admin: null,
    });
  expect(await home(room.otherTeacher)).toMatchObject({ staff: { to_grade: [], to_grade_total: 0, to_return_total: 0 } });
  await scenario.remove(room.courseId, student.accountId);
  expect((await home(room.teacher)).staff).toMatchObject({ to_grade: [{ count: 2 }] });
});

test('administrators alone see how many classes are asked for, and what failed', async () => {
  const samples = createListSamples(scenario, room.admin);
  const body = await samples.body(requestedClasses);
  await room.teacher.call(requestedClasses.endpoints.create, { body });
  await sql`INSERT INTO jobs (kind, payload, state, attempts, last_error, failed_at) VALUES ('x', '{}', 'failed', 8, 'no', app_now())`.execute(app.db);
  const { admin } = await home(room.admin);
  expect(admin?.requested_classes).toBeGreaterThan(0);
  expect(admin?.failed_jobs).toBe(1);
  expect((await home(room.teacher)).admin).toBeNull();
  expect((await home()).admin).toBeNull();
});

test('open invitations are counted until they are accepted or taken back, also those to the address alone', async () => {
  const other = await scenario.class({ students: 0, schoolId: room.schoolId });
  const elsewhere = await scenario.class({ students: 0 });
  const invite = (courseId: number, accountId: number | null) =>
    sql`INSERT INTO invitations (course_id, role, email, email_key, account_id) SELECT ${courseId}, 'STUDENT', email, email_key, ${accountId} FROM accounts WHERE id = ${student.accountId}`.execute(
      app.db,
    );
  await invite(other.courseId, student.accountId);
  await invite(elsewhere.courseId, null); // this class is of another school
  expect((await home()).waiting).toEqual({ invitations: 1, decisions: 0 });
  await sql`UPDATE invitations SET account_id = NULL`.execute(app.db);
  expect((await home()).waiting.invitations).toBe(1);
  expect((await home(room.students[1])).waiting.invitations).toBe(0);
  await sql`UPDATE invitations SET accepted_at = app_now()`.execute(app.db);
  expect((await home()).waiting.invitations).toBe(0);
});

test('decisions on class requests are counted until they are read', async () => {
  const notifier = createNotifier({ realtime: { publish: () => undefined }, sendsMail: false });
  await inTransaction(app.db, (tx) =>
    notifier.notify(tx, { kind: 'class-request-decided', key: 'decided:1', accountIds: [room.teacher.accountId], path: '/requested-classes' }),
  );
  expect((await home(room.teacher)).waiting).toEqual({ invitations: 0, decisions: 1 });
  await room.teacher.call(notificationRead, { body: { up_to: 999_999 } });
  expect((await home(room.teacher)).waiting.decisions).toBe(0);
});

test('nobody sees it without a sign-in', async () => {
  expect((await app.call(homeGet)).status).toBe(401);
});
