import { channels, gradeBook, markingPeriods, studentGradeBook } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, hear, startTestApp, type TestApp, type TestClass } from '../../../testing/index.ts';
import { postWork, submissionsOf } from '../submissions/testing/work.ts';

let app: TestApp;
let rooms: TestClass[];
let elsewhere: TestClass;
beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  const first = await scenario.class({ students: 1 });
  rooms = [first, await scenario.class({ students: 1, schoolId: first.schoolId })];
  elsewhere = await scenario.class({ students: 1 });
});
afterAll(() => app.close());

test('a marking period that is made, changed or put away reaches everybody in the classes of its school, in one statement, and figures are of it', async () => {
  const [room] = rooms as [TestClass];
  const [student] = room.students;
  const { admin, courseId, schoolId } = room;
  const workId = await postWork(app, room, { due_on: '2020-01-10', due_at: new Date('2020-01-10T23:59:59Z') });
  const [submissionId] = await submissionsOf(app, workId, [student!]);
  await app.db.updateTable('submissions').set({ draft_grade: 40, assigned_grade: 40, state: 'RETURNED' }).where('id', '=', submissionId!).execute();
  const ears = [
    await hear(app, student!, channels.classroom(courseId)),
    await hear(app, rooms[1]!.teacher, channels.classroom(rooms[1]!.courseId)),
    await hear(app, elsewhere.teacher, channels.classroom(elsewhere.courseId)),
  ];
  const heard = () => ears.map(({ events }) => events.filter(({ name }) => name === 'class.periods.changed').length);
  const values = { name: 'January', start_date: '2020-01-01', end_date: '2020-01-31', school_id: [schoolId], active: true };
  let made: { data: { id: number } } | undefined;
  const statements = await app.recordStatements(async () => {
    made = (await admin.call(markingPeriods.endpoints.create, { body: values })).body as never;
  });
  expect(statements.filter((statement) => JSON.stringify(statement).includes('INSERT INTO room_outbox'))).toHaveLength(1);
  await expect.poll(heard).toEqual([1, 1, 0]);
  const { id } = made!.data;
  const mpg = async () => (await room.teacher.call(gradeBook, { query: { class: courseId, marking_periods: String(id), figures: true } })).body.gradebook.mpg;
  expect(await mpg()).toEqual([[80]]);
  await admin.call(markingPeriods.endpoints.update, { params: { id }, body: { ...values, start_date: '2020-01-20' } });
  await expect.poll(heard).toEqual([2, 2, 0]);
  expect(await mpg()).toEqual([[null]]);
  expect((await student!.call(studentGradeBook, { query: { class: courseId } })).body.gradebook?.periods).toEqual([]);
  await admin.call(markingPeriods.endpoints.remove, { params: { id } });
  await expect.poll(heard).toEqual([3, 3, 0]);
  for (const ear of ears) {
    expect(JSON.stringify(ear.events)).not.toContain('January');
    ear.close();
  }
});
