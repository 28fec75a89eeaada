import { gradeBook, gradeBookFilter, gradeSubmission, rowsOf } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, untilNumbered } from '../../../testing/index.ts';
import { postWork } from '../submissions/testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let workId = 0;

const ask = async (query: Record<string, unknown> = {}) => {
  const { status, body, headers } = await room.teacher.call(gradeBook, { query: { class: room.courseId, ...query } });
  expect(status).toBe(200);
  const students = [...rowsOf(body.students)];
  return {
    ...{ head: body.gradebook, etag: headers['etag'], grades: [...rowsOf(body.items)][0]!.draft },
    people: students.map(({ account_id, has_left }) => [room.students.findIndex(({ accountId }) => accountId === account_id), has_left]),
  };
};

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  for (const [at, { accountId }] of room.students.entries())
    await app.db
      .updateTable('accounts')
      .set({ last_name: `Student ${at}` })
      .where('id', '=', accountId)
      .execute();
  workId = await postWork(app, room, { title: 'Circuits', max_points: 50 });
  await app.db.insertInto('grade_settings').values({ course_id: room.courseId, calculation_type: 'TOTAL_POINTS' }).execute();
  for (const [at, { accountId }] of room.students.entries())
    await room.teacher.call(gradeSubmission, {
      body: { courseId: room.courseId, courseWorkId: workId, account_id: accountId, submission: { type: 'DRAFT_GRADE', draftGrade: [10, 20, 40][at]! } },
    });
});
afterAll(() => app.close());

test('students who left are there where they are asked for, marked so, and in no mean; added again, everything is as it was', async () => {
  const before = await ask({ figures: true });
  expect(before).toMatchObject({ grades: [10, 20, 40], head: { student_count: 3, left_count: 0, overall: [20, 40, 80], averages: { overall: 46.7 } } });
  const second = room.students[1]!;
  await scenario.remove(room.courseId, second.accountId);
  const hidden = await ask({ figures: true, marking_periods: '2000-01-01..2999-12-31' });
  expect(hidden.people).toEqual([
    [0, false],
    [2, false],
  ]);
  expect(hidden).toMatchObject({ grades: [10, 40], head: { student_count: 2, left_count: 1, overall: [20, 80], averages: { overall: 50, mpg: [50] } } });
  const shown = await ask({ left: true, figures: true, marking_periods: '2000-01-01..2999-12-31' });
  expect(shown.people).toEqual([
    [0, false],
    [1, true],
    [2, false],
  ]);
  expect(shown).toMatchObject({ grades: [10, 20, 40], head: { left_count: 1, overall: [20, 40, 80], averages: { overall: 50, mpg: [50] } } });
  expect((await ask({ left: true, grade_end: 50, figures: true })).people).toEqual([
    [0, false],
    [1, true],
  ]);
  const inBody = await room.teacher.call(gradeBookFilter, { body: { class: room.courseId, left: true } });
  expect(inBody.body.students.columns.has_left).toEqual([false, true, false]);
  await app.db.updateTable('course_members').set({ left_at: null }).where('account_id', '=', second.accountId).execute();
  const again = await ask({ figures: true });
  expect({ ...again.head, as_of: '', room: null }).toEqual({ ...before.head, as_of: '', room: null });
  expect([again.people, again.grades]).toEqual([before.people, before.grades]);
});

test('the ETag is another once somebody leaves, and once who left has another name', async () => {
  /** Returns the ETag once the class's events have their numbers, which are in the response. */
  const askNumbered = async (): Promise<unknown> => {
    await untilNumbered(app.db);
    return (await ask({ left: true })).etag;
  };
  const first = await askNumbered();
  const third = room.students[2]!.accountId;
  await scenario.remove(room.courseId, third);
  const second = await askNumbered();
  await app.db.updateTable('accounts').set({ first_name: 'Renamed' }).where('id', '=', third).execute();
  const last = await askNumbered();
  expect(new Set([first, second, last]).size).toBe(3);
  expect(await askNumbered()).toBe(last);
});

test('those who left are for the staff of the class alone, and the question is yes or no', async () => {
  const status = async (by: (typeof room)['teacher'], query: object = {}) =>
    (await by.call(gradeBook, { query: { class: room.courseId, left: true, ...query } })).status;
  expect(await Promise.all([room.coTeacher, room.admin].map((one) => status(one)))).toEqual([200, 200]);
  // the third has left the class
  expect(await Promise.all(room.students.map((one) => status(one)))).toEqual([403, 403, 404]);
  expect(await status(room.otherTeacher)).toBe(404);
  await scenario.remove(room.courseId, room.coTeacher.accountId);
  expect(await status(room.coTeacher)).toBe(404);
  const { status: refused, body } = await room.teacher.call(gradeBook, { query: { class: room.courseId, left: 'maybe' } });
  expect(refused).toBe(422);
  expect(Object.keys((body as unknown as { errors: object }).errors)).toEqual(['left']);
});
