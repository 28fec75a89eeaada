import {
  courseArchiveMany,
  courseUnarchiveMany,
  courseUpcoming,
  courseWorkCreate,
  courseWorkDelete,
  courseWorkDeleteMany,
  courseWorkGet,
  courseWorkList,
  courseWorkMoveMany,
  courseWorkRestoreMany,
  courseWorkUpdate,
  topicCreate,
  topicDelete,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appNow } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class();
});
afterAll(() => app.close());

const made = async (body: Record<string, unknown> = {}, here = room) => {
  const reply = await here.teacher.call(courseWorkCreate, { params: { id: here.courseId }, body: { title: 'Work', ...body } as never });
  if (reply.error) throw new Error(JSON.stringify(reply.error));
  return reply.body.courseWork;
};
const change = (workId: number, body: Record<string, unknown>, by: TestPerson = room.teacher, here = room) =>
  by.call(courseWorkUpdate, { params: { id: here.courseId, workId }, body: body as never });
const find = async (workId: number, by: TestPerson = room.teacher, here = room) => by.call(courseWorkGet, { params: { id: here.courseId, workId } });
const titlesOf = async (by: TestPerson, here = room): Promise<string[]> =>
  (await by.call(courseWorkList, { params: { id: here.courseId }, query: { per_page: 200 } })).body.data.map(({ title }: { title: string }) => title);
/** Sets the grade of a submission, as a grader would. */
const grade = (workId: number, accountId: number, points: number, here = room) =>
  sql`INSERT INTO submissions (course_id, course_work_id, account_id, state, draft_grade) VALUES (${here.courseId}, ${workId}, ${accountId}, 'TURNED_IN', ${points})
      ON CONFLICT (course_work_id, account_id) DO UPDATE SET state = 'TURNED_IN', draft_grade = excluded.draft_grade`.execute(app.db);
/** Returns the time an hour from now by the clock of the product, which tests move. */
const inAnHour = async (): Promise<string> => new Date((await appNow(app.db)).getTime() + 3_600_000).toISOString();
const tend = async () => {
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
};

describe('editing', () => {
  test('[K367] [K269] [K436] title, instructions, points, dates and topic can be changed; what is not sent stays', async () => {
    const work = await made({ description: 'Read it.', maxPoints: 50, dueDate: { year: 2030, month: 5, day: 6 } });
    const reply = await change(work.id, { title: 'Another title', dueTime: { hours: 8, minutes: 5 }, updated_at: work.updated_at });
    expect(reply).toMatchObject({ status: 200, body: { message: 'Class Work updated successfully.' } });
    expect(reply.body.courseWork).toMatchObject({ title: 'Another title', maxPoints: 50, due_at: '2030-05-06T08:05:00.000Z', description: work.description });
    expect((await change(work.id, { dueDate: null })).body.courseWork).toMatchObject({ dueDate: null, dueTime: null, due_at: null });
    expect((await change(work.id, { dueDate: { year: 2001, month: 1, day: 1 } })).body.courseWork.due_at).toBe('2001-01-01T23:59:59.000Z');
    expect((await change(work.id, { title: '' })).error?.errors).toEqual({ title: ['Title is required'] });
  });

  test('an edit that began on an older version is refused, with the newer one', async () => {
    const work = await made();
    await change(work.id, { title: 'Newer' });
    expect(await change(work.id, { title: 'Mine', updated_at: work.updated_at })).toMatchObject({
      status: 409,
      error: { code: 'EDIT_CONFLICT', params: { row: { id: work.id, title: 'Newer' } } },
    });
  });

  test('[K268] posted work keeps its class, students, options and attachments; sending them as they are changes nothing', async () => {
    const one = room.students[0]?.accountId;
    const work = await made({
      workType: 'MULTIPLE_CHOICE_QUESTION',
      multipleChoiceQuestion: { choices: ['A', 'B'] },
      individualStudentsOptions: { studentIds: [one] },
      materials: [{ link: { url: 'https://example.org' } }],
    });
    const locked: [Record<string, unknown>, string][] = [
      [{ courseId: 2_000_000_000 }, 'courseId'],
      [{ workType: 'ASSIGNMENT' }, 'workType'],
      [{ assigneeMode: 'ALL_STUDENTS' }, 'assigneeMode'],
      [{ individualStudentsOptions: { studentIds: [one, room.students[1]?.accountId] } }, 'individualStudentsOptions.studentIds'],
      [{ multipleChoiceQuestion: { choices: ['A', 'C'] } }, 'multipleChoiceQuestion.choices'],
      [{ materials: [] }, 'materials'],
      [{ materials: ['', '/more'].map((path) => ({ link: { url: `https://example.org${path}` } })) }, 'materials'],
    ];
    for (const [body, field] of locked) expect(Object.keys((await change(work.id, body)).error?.errors ?? {})).toEqual([field]);
    await scenario.remove(room.courseId, one as number);
    const { courseWork } = (await change(work.id, { ...work, title: 'Kept', updated_at: undefined })).body;
    expect(courseWork).toMatchObject({ title: 'Kept', multipleChoiceQuestion: work.multipleChoiceQuestion, materials: work.materials });
  });

  test('a draft has not been seen by anybody, so all of it can be changed', async () => {
    const here = await scenario.class();
    const draft = await made({ state: 'DRAFT', materials: [{ link: { url: 'https://example.org' } }] }, here);
    const students = [here.students[1]?.accountId];
    const reply = await change(draft.id, { materials: [], individualStudentsOptions: { studentIds: students } }, here.teacher, here);
    expect(reply.body.courseWork).toMatchObject({ state: 'DRAFT', materials: [], individualStudentsOptions: { studentIds: students } });
    await change(draft.id, { state: 'PUBLISHED' }, here.teacher, here);
    expect((await find(draft.id, here.students[1], here)).status).toBe(200);
    expect((await find(draft.id, here.students[0], here)).status).toBe(404);
    expect((await change(draft.id, { state: 'DRAFT' }, here.teacher, here)).error?.errors).toHaveProperty('state');
  });

  test('other points for graded work say first how many grades they touch', async () => {
    const here = await scenario.class();
    const work = await made({ maxPoints: 100 }, here);
    await grade(work.id, here.students[0]?.accountId as number, 80, here);
    await grade(work.id, here.students[1]?.accountId as number, 20, here);
    expect(await change(work.id, { maxPoints: 50 }, here.teacher, here)).toMatchObject({
      status: 409,
      error: { code: 'GRADES_WOULD_CHANGE', params: { grades: 2, above: 1, points: 50 } },
    });
    expect((await change(work.id, { maxPoints: 100, title: 'Same points' }, here.teacher, here)).status).toBe(200);
    expect((await change(work.id, { maxPoints: 50, confirm: true }, here.teacher, here)).body.courseWork.maxPoints).toBe(50);
  });
});

describe('deleting', () => {
  test('[K368] [K143] work leaves the class; graded work only where that is confirmed, and its grades stay', async () => {
    const here = await scenario.class();
    const [plain, graded] = [await made({ title: 'Plain' }, here), await made({ title: 'Graded' }, here)];
    await grade(graded.id, here.students[0]?.accountId as number, 7, here);
    const remove = (workId: number, query: Record<string, unknown> = {}) =>
      here.teacher.call(courseWorkDelete, { params: { id: here.courseId, workId }, query });
    expect(await remove(plain.id)).toMatchObject({ status: 200, body: { id: plain.id, message: 'Class Work Deleted Successfully' } });
    expect((await remove(plain.id)).status).toBe(404);
    expect(await remove(graded.id)).toMatchObject({
      status: 409,
      error: { code: 'WORK_GRADED', message: expect.stringContaining('Graded has grades. Students: 1.') },
    });
    expect((await remove(graded.id, { confirm: true })).status).toBe(200);
    expect(await titlesOf(here.teacher, here)).toEqual([]);
    const { rows } = await sql<{
      draft_grade: number;
    }>`SELECT draft_grade FROM submissions WHERE course_work_id = ${graded.id} AND draft_grade IS NOT NULL`.execute(app.db);
    expect(rows).toEqual([{ draft_grade: 7 }]);
    const { rows: told } = await sql`SELECT 1 FROM notifications WHERE key = ${`work:${plain.id}`}`.execute(app.db);
    expect(told).toEqual([]);
  });

  test('many at once: what cannot go is named, and all of it comes back', async () => {
    const here = await scenario.class();
    const ids: number[] = [];
    for (let at = 0; at < 4; at += 1) ids.push((await made({ title: `W${at}` }, here)).id);
    await grade(ids[3] as number, here.students[0]?.accountId as number, 1, here);
    const params = { id: here.courseId };
    const reply = await here.coTeacher.call(courseWorkDeleteMany, { params, body: { ids: [...ids, 2_000_000_000] } });
    expect(reply.body).toMatchObject({ ids: ids.slice(0, 3), message: '3 class works deleted.' });
    expect(reply.body.refused).toMatchObject([{ id: ids[3], name: 'W3' }, { id: 2_000_000_000 }]);
    expect(await titlesOf(here.teacher, here)).toEqual(['W3']);
    expect((await here.teacher.call(courseWorkRestoreMany, { params, body: { ids: reply.body.ids } })).body.ids).toEqual(ids.slice(0, 3));
    expect((await titlesOf(here.students[0] as TestPerson, here)).toSorted()).toEqual(['W0', 'W1', 'W2', 'W3']);
    for (const endpoint of [courseWorkDeleteMany, courseWorkRestoreMany]) {
      expect((await here.students[0]?.call(endpoint, { params, body: { ids } }))?.status).toBe(403);
      expect((await here.otherTeacher.call(endpoint, { params, body: { ids } })).status).toBe(404);
      for (const bad of [[], ['x'], Array.from({ length: 301 }, (_, at) => at + 1)])
        expect((await here.teacher.call(endpoint, { params, body: { ids: bad } })).status).toBe(422);
    }
    const theirs = await made({}, room);
    expect((await here.teacher.call(courseWorkDeleteMany, { params, body: { ids: [theirs.id] } })).body.ids).toEqual([]);
  });

  test('[B726] [K201] several works get a topic, and back; a topic with work in it is not deleted', async () => {
    const here = await scenario.class();
    const topic = (await here.teacher.call(topicCreate, { body: { name: 'Light', external_course_id: here.courseId } })).body.topic;
    const [one, two] = [await made({ topicId: topic.id }, here), await made({}, here)];
    const params = { id: here.courseId };
    const move = (works: unknown, by = here.teacher) => by.call(courseWorkMoveMany, { params, body: { works } as never });
    const reply = await move([one.id, two.id].map((id) => ({ id, topicId: topic.id })));
    expect(reply.body.former).toEqual([
      { id: one.id, topicId: topic.id },
      { id: two.id, topicId: null },
    ]);
    expect(await here.teacher.call(topicDelete, { params: { id: topic.id } })).toMatchObject({
      status: 409,
      error: { code: 'IN_USE', message: expect.stringContaining('2 class works') },
    });
    await move(reply.body.former);
    expect((await find(two.id, here.teacher, here)).body.courseWork.topicId).toBeNull();
    const far = await scenario.class();
    const other = (await far.teacher.call(topicCreate, { body: { name: 'Theirs', external_course_id: far.courseId } })).body.topic;
    expect((await move([{ id: one.id, topicId: other.id }])).error?.errors).toHaveProperty('works');
    expect((await move([{ id: 2_000_000_000, topicId: null }])).status).toBe(404);
    expect((await move([{ id: one.id, topicId: null }], here.students[0])).status).toBe(403);
  });
});

describe('time', () => {
  test('[B728] work that waits for its time is posted then, once, and its students are told; also when its author is gone', async () => {
    const here = await scenario.class();
    const at = new Date((await app.clock.now()).getTime() + 3 * 3_600_000).toISOString();
    const work = await made({ title: 'Later', scheduledTime: at }, here);
    expect(work).toMatchObject({ state: 'DRAFT', scheduledTime: at });
    expect((await find(work.id, here.students[0], here)).status).toBe(404);
    await scenario.deactivate(here.teacher.accountId);
    await tend();
    expect((await find(work.id, here.coTeacher, here)).body.courseWork.state).toBe('DRAFT');
    await app.clock.moveTo(new Date(Date.parse(at) + 61_000));
    await tend();
    await tend();
    const { courseWork } = (await find(work.id, here.coTeacher, here)).body;
    expect(courseWork).toMatchObject({ state: 'PUBLISHED', scheduledTime: null });
    expect((await find(work.id, here.students[0], here)).status).toBe(200);
    const { rows } = await sql<{ account_id: number }>`SELECT account_id FROM notifications WHERE key = ${`work:${work.id}`} ORDER BY account_id`.execute(
      app.db,
    );
    expect(rows.map(({ account_id }) => account_id)).toEqual(here.students.map(({ accountId }) => accountId).toSorted((a, b) => a - b));
  });

  test('[B1431] what is scheduled in a class that is archived stays a draft, also when the class is brought back, and nobody is notified', async () => {
    const here = await scenario.class();
    const at = await inAnHour();
    const work = await made({ title: 'Later', scheduledTime: at }, here);
    const ids = { body: { ids: [here.courseId] } };
    expect((await here.teacher.call(courseArchiveMany, ids)).body.ids).toEqual([here.courseId]);
    await app.clock.moveTo(new Date(Date.parse(at) + 61_000));
    await tend();
    expect((await here.teacher.call(courseUnarchiveMany, ids)).body.ids).toEqual([here.courseId]);
    await tend();
    expect((await find(work.id, here.teacher, here)).body.courseWork).toMatchObject({ state: 'DRAFT', scheduledTime: null, posted_at: null });
    expect((await find(work.id, here.students[0], here)).status).toBe(404);
    expect((await sql`SELECT FROM notifications WHERE key = ${`work:${work.id}`}`.execute(app.db)).rows).toEqual([]);
  });

  test('[B1902] staff see which posting time a draft missed in an archived class, until they choose a new one or post it', async () => {
    const here = await scenario.class();
    const at = await inAnHour();
    const [moved, posted] = [await made({ title: 'Moved', scheduledTime: at }, here), await made({ title: 'Posted', scheduledTime: at }, here)];
    const ids = { body: { ids: [here.courseId] } };
    await here.teacher.call(courseArchiveMany, ids);
    await app.clock.moveTo(new Date(Date.parse(at) + 61_000));
    await tend();
    await here.teacher.call(courseUnarchiveMany, ids);
    const missed = async (id: number) => (await find(id, here.teacher, here)).body.courseWork.missed_at;
    expect([await missed(moved.id), await missed(posted.id)]).toEqual([at, at]);
    const listed = (await here.teacher.call(courseWorkList, { params: { id: here.courseId } })).body.data;
    expect(listed.map(({ missed_at }) => missed_at)).toEqual([at, at]);
    const edit = (id: number, body: Record<string, unknown>) => change(id, body, here.teacher, here);
    // a draft that is edited and stays one has still missed its time
    expect((await edit(moved.id, { title: 'Moved on', state: 'DRAFT', scheduledTime: null })).body.courseWork.missed_at).toBe(at);
    expect((await edit(moved.id, { scheduledTime: await inAnHour() })).body.courseWork.missed_at).toBeNull();
    expect((await edit(moved.id, { scheduledTime: null })).body.courseWork).toMatchObject({ state: 'DRAFT', missed_at: null });
    expect((await edit(posted.id, { state: 'PUBLISHED' })).body.courseWork).toMatchObject({ state: 'PUBLISHED', missed_at: null });
  });

  test.each([
    ['postponed', sql`scheduled_at = app_now() + interval '1 hour'`, { state: 'DRAFT', scheduledTime: expect.any(String) }],
    ['made a draft without a time', sql`scheduled_at = NULL`, { state: 'DRAFT', scheduledTime: null }],
  ])('[B1432] what somebody has %s just before it is posted is not posted', async (_, edit, after) => {
    const here = await scenario.class();
    const at = await inAnHour();
    const work = await made({ title: 'Later', scheduledTime: at }, here);
    await app.clock.moveTo(new Date(Date.parse(at) + 61_000));
    let tending: Promise<void> | null = null;
    await inTransaction(app.db, async (tx) => {
      await sql`SELECT FROM course_works WHERE id = ${work.id} FOR UPDATE`.execute(tx);
      tending = tend();
      const isWaiting = async () =>
        (await sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`.execute(app.db)).rows.length > 0;
      await expect.poll(isWaiting).toBe(true); // it has listed the work, and waits for it
      await sql`UPDATE course_works SET ${edit} WHERE id = ${work.id}`.execute(tx);
    });
    await tending;
    expect((await find(work.id, here.teacher, here)).body.courseWork).toMatchObject(after);
    expect((await find(work.id, here.students[0], here)).status).toBe(404);
  });

  test('[B718] a due day that is past is taken, a time that the clocks skip moves forward, and 29 February is a day where there is one', async () => {
    const here = await scenario.class({ schoolId: await scenario.school('Europe/Berlin') });
    const dueOf = async (dueDate: object, dueTime?: object) => (await made({ dueDate, ...(dueTime && { dueTime }) }, here)).due_at;
    expect(await dueOf({ year: 2020, month: 3, day: 2 })).toBe('2020-03-02T22:59:59.000Z');
    expect(await dueOf({ year: 2031, month: 3, day: 30 }, { hours: 2, minutes: 30 })).toBe('2031-03-30T01:30:00.000Z');
    expect(await dueOf({ year: 2031, month: 10, day: 26 }, { hours: 2, minutes: 30 })).toBe('2031-10-26T00:30:00.000Z');
    expect(await dueOf({ year: 2028, month: 2, day: 29 })).toBe('2028-02-29T22:59:59.000Z');
    const none = await here.teacher.call(courseWorkCreate, { params: { id: here.courseId }, body: { title: 'W', dueDate: { year: 2030, month: 2, day: 29 } } });
    expect(none.error?.errors).toEqual({ dueDate: [expect.stringContaining('This date does not exist')] });
    // work that was due before it was given counts as missed for nobody
    const listed = (await here.students[0]!.call(courseUpcoming, { params: { id: here.courseId } })).body.data;
    expect(listed).toEqual([]);
  });

  test('when a school moves to another zone, its work is due on the same day there', async () => {
    const here = await scenario.class();
    const work = await made({ dueDate: { year: 2031, month: 1, day: 15 }, dueTime: { hours: 9 } }, here);
    expect(work.due_at).toBe('2031-01-15T09:00:00.000Z');
    // more than are moved in one transaction
    await sql`INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, due_on, due_time, due_at, due_zone)
              SELECT course_id, creator_id, kind, work_type, title || ' ' || number, posted_at, due_on, due_time, due_at, due_zone
                FROM course_works, generate_series(1, 1001) AS number WHERE id = ${work.id}`.execute(app.db);
    await sql`UPDATE schools SET time_zone = 'America/New_York' WHERE id = ${here.schoolId}`.execute(app.db);
    await app.clock.advanceMs(61_000);
    await tend();
    expect((await find(work.id, here.teacher, here)).body.courseWork).toMatchObject({ due_at: '2031-01-15T14:00:00.000Z', dueTime: { hours: 9, minutes: 0 } });
    const { rows } = await sql`SELECT due_at, count(*) AS works FROM course_works WHERE course_id = ${here.courseId} GROUP BY due_at`.execute(app.db);
    expect(rows).toEqual([{ due_at: new Date('2031-01-15T14:00:00.000Z'), works: 1002 }]);
  });

  test('what is due within seven days: the staff see all of it, a student what is still to be done', async () => {
    const here = await scenario.class();
    const day = (days: number) => {
      const at = new Date(now.getTime() + days * 86_400_000);
      return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
    };
    const { rows } = await sql<{ now: Date }>`SELECT app_now() AS now`.execute(app.db);
    const now = rows[0]?.now as Date;
    const [soon, later] = [await made({ title: 'Soon', dueDate: day(2) }, here), await made({ title: 'Later', dueDate: day(4) }, here)];
    await made({ title: 'Far', dueDate: day(20) }, here);
    await made({ title: 'Material', workType: 'MATERIAL', dueDate: day(1) }, here);
    await made({ title: 'Draft', state: 'DRAFT', dueDate: day(1) }, here);
    const ask = async (by: TestPerson) => (await by.call(courseUpcoming, { params: { id: here.courseId } })).body;
    expect(await ask(here.teacher)).toMatchObject({ total: 2, data: [{ id: soon.id }, { id: later.id }] });
    await grade(soon.id, here.students[0]?.accountId as number, 1, here);
    expect((await ask(here.students[0] as TestPerson)).data).toMatchObject([{ id: later.id }]);
    expect((await here.otherTeacher.call(courseUpcoming, { params: { id: here.courseId } })).status).toBe(404);
  });

  test('a student’s list says of work whether it is overdue or excused; what was due before they joined is not overdue', async () => {
    const here = await scenario.class();
    const student = here.students[0] as TestPerson;
    const dueOn = (year: number) => ({ year, month: 1, day: 1 });
    const [joined, old, missed, excused, open] = [
      await made({ title: 'Before they joined', dueDate: dueOn(2001) }, here),
      await made({ title: 'Old', dueDate: dueOn(2001) }, here),
      await made({ title: 'Missed', dueDate: dueOn(2090) }, here),
      await made({ title: 'Excused', dueDate: dueOn(2090) }, here),
      await made({ title: 'Open', dueDate: dueOn(2090) }, here),
    ];
    await sql`UPDATE course_works SET due_at = app_now() WHERE id = ${missed.id}`.execute(app.db);
    await sql`UPDATE submissions SET assigned_at = app_now() WHERE course_work_id = ${joined.id}`.execute(app.db);
    await sql`UPDATE submissions SET excused = true WHERE course_work_id = ${excused.id}`.execute(app.db);
    await app.clock.advanceMs(60_000);
    const { data } = (await student.call(courseWorkList, { params: { id: here.courseId } })).body;
    const standing = new Map(data.map(({ id, submission }) => [id, [submission?.state, submission?.overdue, submission?.excused]]));
    expect([joined, old, missed, excused, open].map(({ id }) => standing.get(id))).toEqual([
      ['CREATED', false, false],
      ['CREATED', true, false],
      ['CREATED', true, false],
      ['CREATED', false, true],
      ['CREATED', false, false],
    ]);
  });
});
