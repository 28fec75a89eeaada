import { childList, childWeekChoose, guardianRulesGet, guardianRulesUpdate, mailChoiceUpdate, notificationList } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createMailbox,
  createScenario,
  giveRights,
  runLesson,
  type Scenario,
  startTestApp,
  type TestApp,
  type TestClass,
  type TestPerson,
} from '../../../testing/index.ts';

const mailbox = createMailbox();
let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let child: TestPerson;
let guardian: TestPerson;
let office: TestPerson;

/** Each test has a Friday of its own, on which it is noon in New York at its begin. */
let friday = Date.UTC(2027, 1, 5, 17, 0, 0);
beforeAll(async () => {
  app = await startTestApp({ publicUrl: new URL('https://school.example'), mailer: mailbox.mailer });
  scenario = createScenario(app);
}, 60_000);
afterAll(() => app.close());
beforeEach(async () => {
  friday += 14 * 24 * 3_600_000;
  await app.clock.moveTo(new Date(friday));
  room = await scenario.class();
  await sql`UPDATE schools SET time_zone = 'America/New_York' WHERE id = ${room.schoolId}`.execute(app.db);
  child = room.students[0]!;
  guardian = await scenario.person('guardian', room.schoolId);
  await sql`INSERT INTO guardian_ties (child_id, guardian_id, relation) VALUES (${child.accountId}, ${guardian.accountId}, 'Mother')`.execute(app.db);
  office = await scenario.person('teachers', room.schoolId);
  await giveRights(app.db, office.accountId, ['school-settings:view', 'school-settings:edit']);
  mailbox.empty();
});

const offer = (is_weekly = true) => office.call(guardianRulesUpdate, { params: { id: room.schoolId }, body: { is_weekly } });
const choose = (is_chosen = true) => guardian.call(childWeekChoose, { body: { is_chosen } });
const work = async (where = app) => {
  await where.server.jobs.runSchedules();
  await where.server.jobs.runDue();
};
const moveHours = async (hours: number) => {
  await app.clock.moveTo(new Date(friday + hours * 3_600_000));
  await work();
};
const told = async () => (await guardian.call(notificationList)).body.data;

interface Work {
  title: string;
  state?: 'CREATED' | 'TURNED_IN' | 'RETURNED';
  /** The hours since it was handed in, or came back. */
  hoursAgo?: number;
  dueInHours?: number | null;
}

async function give({ title, state = 'CREATED', hoursAgo = 0, dueInHours = null }: Work): Promise<void> {
  const at = new Date(friday - hoursAgo * 3_600_000);
  const dueAt = dueInHours === null ? null : new Date(friday + dueInHours * 3_600_000);
  await sql`
    WITH work AS (
      INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points, due_on, due_time, due_at)
      SELECT ${room.courseId}, ${room.teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', ${title}, app_now() - interval '20 days', 100,
             (due.at AT TIME ZONE 'America/New_York')::date, (due.at AT TIME ZONE 'America/New_York')::time, due.at FROM (SELECT ${dueAt}::timestamptz AS at) due
      RETURNING id)
    INSERT INTO submissions (course_id, course_work_id, account_id, state, assigned_at, turned_in_at, returned_at, assigned_grade)
    SELECT ${room.courseId}, id, ${child.accountId}, ${state}, app_now() - interval '20 days', ${state === 'CREATED' ? null : at}::timestamptz,
           ${state === 'RETURNED' ? at : null}::timestamptz, ${state === 'RETURNED' ? 84 : null}::numeric FROM work`.execute(app.db);
}

/** Holds a lesson of the child, and gives it a work product that was made so many hours ago. */
async function makeProduct(title: string, hoursAgo: number): Promise<void> {
  const assessment = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId });
  await sql`UPDATE assessments SET title = ${title} WHERE id = ${assessment.assessmentId}`.execute(app.db);
  const lesson = await runLesson(app, { ...room, ...assessment });
  await lesson.login(child);
  for (const step of ['re-assign', 'next', 'finished'] as const) await lesson.step(step);
  await work();
  const { rows } = await sql`
    UPDATE work_products SET made_at = ${new Date(friday - hoursAgo * 3_600_000)} FROM live_sessions session
     WHERE session.id = session_id AND session.assessment_id = ${assessment.assessmentId} AND account_id = ${child.accountId} AND file_id IS NOT NULL
     RETURNING work_products.id`.execute(app.db);
  expect(rows).toHaveLength(1);
}

describe('[B2709] guardians who chose it get the week of their children on Fridays', () => {
  test('by title and without grades, once, with what was done, what came back, and what is due', async () => {
    await offer();
    await choose();
    await give({ title: 'Forces', state: 'TURNED_IN', hoursAgo: 30 });
    await give({ title: 'Old report', state: 'TURNED_IN', hoursAgo: 24 * 9 });
    await give({ title: 'Essay', state: 'RETURNED', hoursAgo: 48 });
    await give({ title: 'Lab report', dueInHours: 72 });
    await makeProduct('Circuits', 24 * 6);
    await makeProduct('An earlier lesson', 24 * 8);
    await moveHours(3);
    expect(await told()).toEqual([]);
    await moveHours(4.2);
    const week = { title: child.firstName, done: 'Circuits, Forces', back: 'Essay', overdue: 'nothing', soon: 'Lab report' };
    expect(await told()).toMatchObject([{ kind: 'children-week', params: week, path: `/my-children?child=${child.accountId}` }]);
    const second = await app.another();
    await Promise.all([moveHours(5), work(second)]);
    await second.close();
    expect(await told()).toHaveLength(1);
    await moveHours(6);
    expect(mailbox.sent).toHaveLength(1);
    expect(mailbox.sent[0]!.text).toContain('Done: Circuits, Forces. Came back: Essay. Overdue: nothing. Due in the next week: Lab report.');
    expect(mailbox.sent[0]!.text).not.toMatch(/\d+ of \d+|84/);
    const code = new URL(mailbox.sent[0]!.endAt!).searchParams.get('code')!;
    expect((await app.call(mailChoiceUpdate, { body: { code, sends: false } })).status).toBe(200);
    expect((await guardian.call(childList)).body.week).toEqual({ is_offered: true, is_chosen: false });
  });

  test('nothing is sent of an empty week, of an ended tie, without the choice, or at a school that does not offer it', async () => {
    await offer();
    await moveHours(5);
    await choose();
    await moveHours(6);
    expect(await told()).toEqual([]);
    await give({ title: 'Forces', state: 'TURNED_IN', hoursAgo: 1 });
    await offer(false);
    await moveHours(7);
    expect(await told()).toEqual([]);
    await offer();
    await sql`UPDATE guardian_ties SET ended_at = app_now() WHERE guardian_id = ${guardian.accountId}`.execute(app.db);
    await moveHours(8);
    expect(await told()).toEqual([]);
  });

  test('long lists name five titles and the number of the others', async () => {
    await offer();
    await choose();
    for (const title of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) await give({ title, state: 'TURNED_IN', hoursAgo: 2 });
    await moveHours(5);
    expect((await told())[0]?.params.done).toBe('A, B, C, D, E, and 2 more');
  });
});

describe('[B2710] a school offers the weekly email', () => {
  test('it is not offered at first, and a guardian cannot choose it then', async () => {
    expect((await guardian.call(childList)).body.week).toEqual({ is_offered: false, is_chosen: false });
    expect((await choose()).status).toBe(404);
    expect((await office.call(guardianRulesGet, { params: { id: room.schoolId } })).body).toMatchObject({ is_weekly: false });
    expect((await offer()).body.is_weekly).toBe(true);
    expect((await choose()).body).toMatchObject({ is_offered: true, is_chosen: true });
    expect((await choose(false)).body).toMatchObject({ is_chosen: false });
  });

  test('teachers and guardians do not set it, students do not choose it, another school is not found', async () => {
    for (const person of [room.teacher, guardian])
      expect((await person.call(guardianRulesUpdate, { params: { id: room.schoolId }, body: { is_weekly: true } })).status).toBe(403);
    expect((await guardian.call(guardianRulesGet, { params: { id: room.schoolId } })).status).toBe(403);
    expect((await child.call(childWeekChoose, { body: { is_chosen: true } })).status).toBe(403);
    const other = await scenario.school();
    expect((await office.call(guardianRulesGet, { params: { id: other } })).status).toBe(404);
    expect((await office.call(guardianRulesUpdate, { params: { id: other }, body: { is_weekly: true } })).status).toBe(404);
    expect((await office.call(guardianRulesUpdate, { params: { id: room.schoolId }, body: { is_weekly: 'perhaps' as never } })).error).toMatchObject({
      errors: { is_weekly: [expect.any(String)] },
    });
  });
});
