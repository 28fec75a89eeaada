import { courseList, levelCourses, suggestTopics, topicCreate, topicDelete, topicList, topicUpdate, topicUpdateByPost } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../../testing/index.ts';
import { createReferenceRow } from '../../../school/reference/index.ts';
import { createClass } from '../index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class();
});
afterAll(() => app.close());

const create = (by: TestPerson, name: unknown, external_course_id: unknown = room.courseId) => by.call(topicCreate, { body: { name, external_course_id } });
const namesOf = async (by: TestPerson, courseId?: unknown) =>
  (await by.call(topicList, { query: courseId === undefined ? {} : { courseId } })).body.topics.map(({ name }: { name: string }) => name);

describe('topics of a class', () => {
  test('[K336] [K438] [K235] [K385] [K386] [L186] [L446] [L448] a teacher makes one, and everybody in the class finds it', async () => {
    const reply = await create(room.teacher, '  Electric circuits ');
    expect(reply).toMatchObject({ status: 201, body: { message: 'Topic created successfully.' } });
    expect(reply.body.topic).toMatchObject({
      id: expect.any(Number),
      name: 'Electric circuits',
      description: '',
      external_course_id: room.courseId,
      course_name: expect.stringMatching(/^Class /),
      external_metadata: { courseId: String(room.courseId), name: 'Electric circuits', topicId: String(reply.body.topic.id), updateTime: expect.any(String) },
    });
    for (const person of [room.teacher, room.coTeacher, room.students[0]!, room.admin]) {
      expect(await namesOf(person, room.courseId)).toContain('Electric circuits');
      expect(await namesOf(person)).toContain('Electric circuits');
    }
    for (const person of [room.otherTeacher, room.otherStudent]) expect(await namesOf(person, room.courseId)).toEqual([]);
    expect((await room.teacher.call(suggestTopics, { query: { query: 'circ' } })).body.data).toMatchObject([{ name: 'Electric circuits' }]);
  });

  test.each([
    ['no name', '', 'Name is required'],
    ['a name of 26 characters', 'x'.repeat(26), 'Input too long!'],
    ['a name the class has already', 'ELECTRIC CIRCUITS', 'This class already has a topic with this name. Choose another name.'],
  ])('%s is refused', async (_, name, message) => {
    expect((await create(room.teacher, name)).error?.errors).toEqual({ name: [message] });
  });

  test('one without a class, or in a class that is not the teacher’s, is refused at the class; students make none', async () => {
    expect((await create(room.teacher, 'A', '')).error?.errors).toEqual({ external_course_id: ['Course is required'] });
    expect((await create(room.otherTeacher, 'A')).error?.errors).toEqual({ external_course_id: ['Class is not valid. Choose it again from the list.'] });
    expect((await create(room.students[0]!, 'A')).status).toBe(403);
  });

  test.each([['PUT', topicUpdate] as const, ['POST with _method=PUT', topicUpdateByPost] as const])(
    '[K387] [L449] [L311] %s renames it, and it stays in its class',
    async (_, endpoint) => {
      const { topic } = (await create(room.teacher, `Old ${endpoint.method}`)).body;
      const change = (body: object, by = room.coTeacher) => by.call(endpoint, { params: { id: topic.id }, body: { _method: 'PUT', ...body } });
      const reply = await change({ id: topic.id, name: `New ${endpoint.method}`, external_course_id: room.courseId, updated_at: topic.updated_at });
      expect(reply).toMatchObject({ status: 200, body: { message: 'Topic updated successfully.', topic: { name: `New ${endpoint.method}` } } });
      const far = await scenario.class();
      expect((await change({ name: 'A', external_course_id: far.courseId })).error?.errors).toEqual({
        external_course_id: ['A topic cannot move to another class.'],
      });
      expect(await change({ name: 'B', updated_at: topic.updated_at })).toMatchObject({
        status: 409,
        error: { code: 'EDIT_CONFLICT', params: { row: { name: `New ${endpoint.method}` } } },
      });
      expect((await change({ name: 'electric circuits' })).error?.errors).toHaveProperty('name');
      expect((await change({ name: 'B' }, room.otherTeacher)).status).toBe(404);
      expect((await change({ name: 'B' }, room.students[0])).status).toBe(403);
    },
  );

  test('[K388] [L450] deleting takes it out of the class, unless an assessment names it', async () => {
    const { topic } = (await create(room.teacher, 'Going')).body;
    const remove = (by: TestPerson) => by.call(topicDelete, { params: { id: topic.id } });
    expect((await remove(room.otherTeacher)).status).toBe(404);
    expect((await remove(room.students[0]!)).status).toBe(403);
    const { assessmentId } = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId });
    await app.db.updateTable('assessments').set({ topic_id: topic.id }).where('id', '=', assessmentId).execute();
    expect(await remove(room.teacher)).toMatchObject({ status: 409, error: { code: 'IN_USE', message: expect.stringContaining('1 assessment') } });
    await app.db.updateTable('assessments').set({ topic_id: null }).where('id', '=', assessmentId).execute();
    expect(await remove(room.teacher)).toMatchObject({ status: 200, body: { message: 'Topic Deleted Successfully', id: topic.id } });
    expect(await namesOf(room.teacher)).not.toContain('Going');
    expect((await remove(room.teacher)).status).toBe(404);
    expect((await create(room.teacher, 'Going')).status).toBe(201);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_type', '=', 'topic')
      .where('subject_id', '=', topic.id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['topic.create', 'topic.delete']);
  });

  test('a course that is no number is refused', async () => {
    expect((await room.teacher.call(topicList, { query: { courseId: 'x' } })).error?.errors).toHaveProperty('courseId');
  });
});

test('[K363] [Q430] [Q200] the classes of a level that a teacher teaches, each with name and local.id; all of them for Admin', async () => {
  const [level, other] = await inTransaction(app.db, async (tx) => [
    await createReferenceRow(tx, 'levels', { name: 'Grade 9' }),
    await createReferenceRow(tx, 'levels', { name: 'Grade 11' }),
  ]);
  const classAt = (levelId: number, ownerId: number, name: string) =>
    inTransaction(app.db, (tx) => createClass(tx, { schoolId: room.schoolId, ownerId, name, levelId }));
  const own = await classAt(level as number, room.teacher.accountId, 'Physics 9');
  await classAt(other as number, room.teacher.accountId, 'Physics 11');
  const theirs = await classAt(level as number, room.otherTeacher.accountId, 'Biology 9');
  const ask = async (by: TestPerson, query: Record<string, unknown>) => (await by.call(levelCourses, { query })).body.data;
  expect(await ask(room.teacher, { level_id: level })).toEqual([
    { id: own, name: 'Physics 9', section: '', level_id: level, level_name: 'Grade 9', local: { id: own } },
  ]);
  expect((await ask(room.admin, { level_id: level })).map(({ id }: { id: number }) => id)).toEqual([theirs, own]);
  expect(await ask(room.teacher, {})).toHaveLength(3);
  expect([(await room.teacher.call(levelCourses)).body.chooses_account, (await room.admin.call(levelCourses)).body.chooses_account]).toEqual([false, true]);
  await app.db.updateTable('courses').set({ archived_at: new Date() }).where('id', '=', own).execute();
  expect(await ask(room.teacher, { level_id: level })).toEqual([]);
  expect((await room.students[0]!.call(levelCourses)).status).toBe(403);
  expect((await room.teacher.call(levelCourses, { query: { level_id: 'x' } })).status).toBe(422);
});

test('[L447] [L187] the classes that somebody teaches or attends, found by name, page by page; all of them for Admin', async () => {
  const here = await scenario.class();
  const ask = async (by: TestPerson, query: Record<string, unknown> = {}) => (await by.call(courseList, { query })).body;
  for (const person of [here.teacher, here.coTeacher, here.students[0]!]) {
    const { data, courses, pagination } = await ask(person);
    expect(data).toMatchObject([{ id: here.courseId, name: expect.stringMatching(/^Class /), local: { id: here.courseId } }]);
    expect([courses, pagination.total]).toEqual([data, 1]);
  }
  expect((await ask(here.otherTeacher)).data).toEqual([]);
  const all = (await ask(here.admin, { per_page: 200 })).data.length;
  expect((await ask(here.admin, { per_page: 1, page: 2 })).pagination).toMatchObject({ total: all, current_page: 2 });
  expect((await ask(here.admin, { per_page: 200, page: 9 })).pagination).toMatchObject({ total: all, from: null });
  expect((await ask(here.teacher, { search_text: 'no such class' })).data).toEqual([]);
  expect((await app.call(courseList)).status).toBe(401);
});
