import { gradeBookWhy, gradeSettingCreate, gradeSettingUpdate, gradeSubmission, returnSubmission, studentGradeBook } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { postWork, submissionsOf } from '../submissions/testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let [ann, bob]: TestPerson[] = [];
let [lab, test1, essay] = [0, 0, 0];
let [tests, settingId] = [0, 0];

const draft = (workId: number, submissionId: number, draftGrade: number) =>
  room.teacher.call(gradeSubmission, {
    body: { courseId: room.courseId, courseWorkId: workId, submissionId, submission: { type: 'DRAFT_GRADE', draftGrade } },
  });
async function give(workId: number, student: TestPerson, points: number, isReturned: boolean): Promise<void> {
  const [id] = await submissionsOf(app, workId, [student]);
  await draft(workId, id!, points);
  if (isReturned)
    await room.teacher.call(returnSubmission, { body: { id, courseId: room.courseId, courseWorkId: workId, message: 'Mind the units', paper: true } });
}
const own = async (by: TestPerson, query: Record<string, unknown> = {}) => by.call(studentGradeBook, { query });
const book = async (by: TestPerson) => (await own(by, { class: room.courseId })).body.gradebook!;
const why = (by: TestPerson, query: Record<string, unknown> = {}) => by.call(gradeBookWhy, { query: { class: room.courseId, ...query } });
const show = (show_grade: boolean) => room.teacher.call(gradeSettingUpdate, { params: { setting_id: settingId }, body: { show_grade } });
const PERIOD = '2020-01-01..2020-01-31';

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
  [ann, bob] = room.students as [TestPerson, TestPerson];
  const { body } = await room.teacher.call(gradeSettingCreate, {
    body: {
      course_id: room.courseId,
      calculation_type: 'WEIGHTED_BY_CATEGORY',
      categories: [
        { category_name: 'Tests', category_point: 40, drop_lowest: 1 },
        { category_name: 'Labs', category_point: 30 },
      ],
    },
  });
  settingId = body.setting.setting_id!;
  const [first, second] = body.setting.categories;
  tests = first!.category_id;
  const due = { due_on: '2020-01-10', due_at: new Date('2020-01-10T23:59:59Z'), due_zone: 'UTC' };
  test1 = await postWork(app, room, { title: 'Test 1', category_id: tests, ...due });
  await postWork(app, room, { title: 'Test 2', category_id: tests, ...due });
  lab = await postWork(app, room, { title: 'Lab', category_id: second!.category_id, max_points: 20, ...due });
  essay = await postWork(app, room, { title: 'Essay', max_points: 10 });
  await postWork(app, room, { title: 'Reading', work_type: 'MATERIAL', kind: 'MATERIAL', max_points: null });
  await app.db
    .updateTable('submissions')
    .set({ assigned_at: new Date('2020-01-01T00:00:00Z') })
    .execute();
  await give(test1, ann!, 40, true);
  await give(lab, ann!, 15, true);
  await give(essay, ann!, 9, false);
  const { id } = await app.db
    .insertInto('marking_periods')
    .values({ name: 'Winter', start_date: '2020-01-01', end_date: '2020-01-31' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db.insertInto('marking_period_schools').values({ marking_period_id: id, school_id: room.schoolId }).execute();
});
afterAll(() => app.close());

describe('a student’s own gradebook', () => {
  test('[B1652] shows the marking periods that have work, and none without', async () => {
    const { id } = await app.db
      .insertInto('marking_periods')
      .values({ name: 'Summer', start_date: '2019-06-01', end_date: '2019-06-30' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.insertInto('marking_period_schools').values({ marking_period_id: id, school_id: room.schoolId }).execute();
    expect((await own(ann!)).body.gradebook!.periods.map(({ name }) => name)).toEqual(['Winter']);
    await app.db.deleteFrom('marking_period_schools').where('marking_period_id', '=', id).execute();
  });

  test('[K035] has the items, what was returned with its message, and the figures of that alone', async () => {
    const { body } = await own(ann!);
    expect(body.classes).toEqual([{ id: room.courseId, name: expect.any(String) }]);
    const gradebook = body.gradebook!;
    expect(gradebook.items.map(({ title, assignedGrade, overdue, message }) => [title, assignedGrade, overdue, message])).toEqual([
      ['Test 1', 40, false, 'Mind the units'],
      ['Test 2', null, true, null],
      ['Lab', 15, false, 'Mind the units'],
      ['Essay', null, false, null],
    ]);
    // Tests 80% of which the missing one is dropped, weight 40; Labs 75%, weight 30. The period: 80, 0 and 75.
    expect(gradebook).toMatchObject({ overall: 77.9, periods: [{ name: 'Winter', mpg: 51.7 }], show_grade: true });
  });

  test('never says a draft, not even in a figure', async () => {
    const before = await book(bob!);
    const [id] = await submissionsOf(app, essay, [bob!]);
    await draft(essay, id!, 7);
    const [other] = await submissionsOf(app, lab, [bob!]);
    await draft(lab, other!, 20);
    const after = await book(bob!);
    expect(after.items).toEqual(before.items);
    expect([after.overall, after.periods]).toEqual([before.overall, before.periods]);
    expect(JSON.stringify(after)).not.toMatch(/draft|average/i);
  });

  test('[K332] shows figures and weights only where the class shows them, and returned grades all the same', async () => {
    await show(false);
    expect(await book(ann!)).toMatchObject({ show_grade: false, overall: null, periods: [], settings: null, items: [{ assignedGrade: 40 }, {}, {}, {}] });
    expect(await why(ann!)).toMatchObject({ status: 403, body: { code: 'FIGURES_HIDDEN' } });
    await show(true);
    expect((await book(ann!)).overall).toBe(77.9);
  });

  test('[FIG-7] tells of a lesson that is not over neither its points nor its category, and counts it once it is', async () => {
    const [student] = room.students as [TestPerson];
    const { assessmentId } = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId });
    const workId = await postWork(app, room, { title: 'Lesson', assessment_id: assessmentId, work_type: 'ASSIGNMENT', max_points: 33, category_id: tests });
    await give(workId, student, 33, true);
    const item = async () => (await book(student)).items.find(({ id }) => id === workId);
    expect(await item()).toMatchObject({ maxPoints: null, category_id: null, title: 'Lesson' });
    expect((await book(student)).overall).toBe(77.9);
    expect((await why(student)).body.why.items.find(({ id }) => id === workId)).toMatchObject({ maxPoints: null, counting: 'no-points' });
    await app.db.updateTable('assessments').set({ status: 'finished' }).where('id', '=', assessmentId).execute();
    expect(await item()).toMatchObject({ maxPoints: 33, category_id: tests });
    expect((await book(student)).overall).toBe(83.6);
    await app.db.updateTable('course_works').set({ archived_at: new Date() }).where('id', '=', workId).execute();
  });

  test('is of classes that one learns in', async () => {
    const other = await scenario.class({ students: 1 });
    expect((await own(ann!, { class: other.courseId })).status).toBe(404);
    expect((await own(ann!, { class: 'x' })).status).toBe(422);
    expect((await own(room.otherStudent)).body).toMatchObject({ gradebook: null, classes: [] });
    expect((await own(room.teacher)).status).toBe(403);
    const left = other.students[0]!;
    expect((await own(left)).body.gradebook).toMatchObject({ course_id: other.courseId });
    await scenario.remove(other.courseId, left.accountId);
    expect((await own(left, { class: other.courseId })).status).toBe(404);
  });
});

describe('why a figure is what it is', () => {
  test('[K331] names each item, counted or not and for which reason, and the sum', async () => {
    const { body } = await why(ann!);
    expect(body.why).toMatchObject({
      value: 77.9,
      how: 'weighted',
      exact: { numerator: '545', denominator: '7' },
      sum: '(40 × 80% + 30 × 75%) / 70',
      period: null,
      parts: [
        { category_name: 'Tests', weight: 40, percent: 80, items: [test1] },
        { category_name: 'Labs', weight: 30, percent: 75, items: [lab] },
      ],
    });
    expect(body.why.items.map(({ title, counting, earned }) => [title, counting, earned])).toEqual([
      ['Test 1', 'counted', 40],
      ['Test 2', 'dropped', 0],
      ['Lab', 'counted', 15],
      ['Essay', 'ungraded', null],
      ['Reading', 'no-points', null],
    ]);
  });

  test('[K326] of a marking period, for staff from drafts', async () => {
    const { body } = await why(room.teacher, { account_id: ann!.accountId, marking_periods: PERIOD });
    expect(body.why).toMatchObject({
      value: 51.7,
      how: 'mean',
      sum: '(40/50 + 0/50 + 15/20) / 3',
      period: { start_date: '2020-01-01', end_date: '2020-01-31' },
    });
    const { body: overall } = await why(room.teacher, { account_id: ann!.accountId });
    expect(overall.why.items.find(({ id }) => id === essay)).toMatchObject({ grade: 9, counting: 'no-category' });
  });

  test('is asked of one’s own by students, of any student by staff, and by nobody else', async () => {
    expect((await why(ann!, { account_id: bob!.accountId })).status).toBe(404);
    expect((await why(ann!, { account_id: ann!.accountId })).status).toBe(200);
    expect((await why(room.admin, { account_id: ann!.accountId })).status).toBe(200);
    expect((await why(room.otherTeacher, { account_id: ann!.accountId })).status).toBe(404);
    expect((await why(room.otherStudent)).status).toBe(404);
    expect((await why(room.teacher)).status).toBe(422);
    expect((await why(room.teacher, { account_id: room.otherStudent.accountId })).status).toBe(404);
    expect((await why(room.teacher, { account_id: ann!.accountId, marking_periods: `${PERIOD},${PERIOD}` })).status).toBe(422);
    expect((await why(room.teacher, { account_id: ann!.accountId, marking_periods: '999999' })).status).toBe(422);
  });
});
