import { courseArchiveMany, courseDelete, courseDeleteMany, courseGet, courseList, courseRestoreMany, courseUnarchiveMany } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createClass, enrol } from './index.ts';
import { createClasses } from './service.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
});
afterAll(() => app.close());

const make = (owner: TestPerson = room.teacher, name = 'Chess') =>
  inTransaction(app.db, (tx) => createClass(tx, { schoolId: room.schoolId, ownerId: owner.accountId, name }));
const many = (endpoint: typeof courseArchiveMany | typeof courseUnarchiveMany | typeof courseRestoreMany, ids: number[], by: TestPerson = room.teacher) =>
  by.call(endpoint, { body: { ids } });
const remove = (id: number, by: TestPerson = room.teacher, body?: object) => by.call(courseDelete, { params: { id }, body: (body ?? {}) as never });
const statusOf = async (id: number, by: TestPerson) => (await by.call(courseGet, { params: { id } })).status;

test('staff archive classes and make them active again, many at once; what is not theirs stays, with its reason', async () => {
  const [own, theirs] = [await make(), await make(room.otherTeacher)];
  const done = await many(courseArchiveMany, [own, theirs, room.courseId, 987_654], room.coTeacher);
  expect(done.body).toMatchObject({ ids: [room.courseId], message: '1 class archived.' });
  expect(done.body.refused.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([own, theirs, 987_654].map((id) => [id, `#${id}`]));
  expect((await room.students[0]!.call(courseGet, { params: { id: room.courseId } })).body.course).toMatchObject({
    is_archived: true,
    courseState: 'ARCHIVED',
  });
  expect((await room.students[0]!.call(courseList, { query: {} })).body.data).toEqual([]);
  expect((await many(courseArchiveMany, [room.courseId])).body.refused).toMatchObject([{ message: 'It is already archived.' }]);
  expect((await many(courseUnarchiveMany, [room.courseId], room.admin)).body.ids).toEqual([room.courseId]);
  expect((await many(courseUnarchiveMany, [room.courseId])).body.refused).toMatchObject([{ message: 'It is already active.' }]);
  expect((await many(courseArchiveMany, [room.courseId], room.students[0]!)).status).toBe(403);
});

test('[K344] a class is deleted by its owner or an Admin alone; a co-teacher is refused, and for others it is not there', async () => {
  const id = await make();
  await inTransaction(app.db, (tx) => enrol(tx, id, [room.coTeacher.accountId], 'TEACHER'));
  expect((await remove(id, room.coTeacher)).status).toBe(403);
  expect((await remove(id, room.otherTeacher)).status).toBe(404);
  expect((await remove(id, room.students[0]!)).status).toBe(403);
  expect((await remove(987_654, room.admin)).status).toBe(404);
  expect(await remove(id)).toMatchObject({ status: 200, body: { message: 'Class Deleted Successfully', id } });
  for (const person of [room.teacher, room.coTeacher, room.admin]) expect(await statusOf(id, person)).toBe(404);
  expect((await remove(id)).status).toBe(404);
  expect((await many(courseRestoreMany, [id], room.coTeacher)).body.refused).toMatchObject([{ message: 'It is not deleted, or you cannot restore it.' }]);
  expect((await many(courseRestoreMany, [id])).body.ids).toEqual([id]);
  expect(await statusOf(id, room.coTeacher)).toBe(200);
  expect((await remove(await make(), room.admin)).status).toBe(200);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_type', '=', 'course')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['course.deleteMany', 'course.restoreMany']);
});

test('a class that has students or work is deleted only with a confirmation, which says what it has; brought back, everybody is in it again', async () => {
  await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId });
  const refused = await remove(room.courseId);
  expect(refused).toMatchObject({
    status: 409,
    error: {
      code: 'CLASS_NOT_EMPTY',
      params: {
        depends_on: [
          { table: 'class_students', count: 2 },
          { table: 'assessments', count: 1 },
        ],
      },
    },
  });
  expect(refused.error?.message).toContain('2 students and 1 assessment');
  const empty = await make();
  const some = await room.teacher.call(courseDeleteMany, { body: { ids: [room.courseId, empty] } });
  expect(some.body).toMatchObject({ ids: [empty], refused: [{ id: room.courseId, message: expect.stringContaining('2 students') }] });
  expect((await room.teacher.call(courseDeleteMany, { body: { ids: [room.courseId], confirm: true } })).body.ids).toEqual([room.courseId]);
  expect(await statusOf(room.courseId, room.students[0]!)).toBe(404);
  expect((await many(courseRestoreMany, [room.courseId, empty])).body).toMatchObject({ message: '2 classes restored.', refused: [] });
  expect(await statusOf(room.courseId, room.students[0]!)).toBe(200);
});

test('300 classes are archived, deleted and brought back, each in one go; 301 are too many', { timeout: 60_000 }, async () => {
  const ids = await inTransaction(app.db, (tx) =>
    createClasses(
      tx,
      Array.from({ length: 300 }, (_, at) => ({ schoolId: room.schoolId, ownerId: room.otherTeacher.accountId, name: `Class ${at}` })),
    ),
  );
  const by = room.otherTeacher;
  expect((await many(courseArchiveMany, ids, by)).body.message).toBe('300 classes archived.');
  expect((await by.call(courseDeleteMany, { body: { ids, confirm: false } })).body.message).toBe('300 classes deleted.');
  expect((await many(courseRestoreMany, ids, by)).body.message).toBe('300 classes restored.');
  expect((await many(courseArchiveMany, [...ids, 1], by)).status).toBe(422);
  expect((await many(courseArchiveMany, [], by)).status).toBe(422);
});
