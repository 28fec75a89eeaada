import { courseGet, courseList } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createReferenceRow } from '../../school/reference/index.ts';
import { createClass, enrol, requireActiveClass, requireStaff } from './index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let levelId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
  levelId = await inTransaction(app.db, (tx) => createReferenceRow(tx, 'levels', { name: 'Grade 9' }));
});
afterAll(() => app.close());

const get = (by: TestPerson, id: unknown = room.courseId) => by.call(courseGet, { params: { id } });
const list = async (by: TestPerson, query: Record<string, unknown> = {}) => (await by.call(courseList, { query })).body;
const namesOf = async (by: TestPerson, query: Record<string, unknown> = {}) => (await list(by, query)).data.map(({ name }: { name: string }) => name);
const set = (id: number, values: object) => app.db.updateTable('courses').set(values).where('id', '=', id).execute();
const make = (owner: TestPerson, values: { name: string; section?: string; room?: string }) =>
  inTransaction(app.db, (tx) => createClass(tx, { schoolId: room.schoolId, ownerId: owner.accountId, levelId, ...values }));

test('[K003] [K004] [K212] [K213] a class carries every field, what the external classroom says of it, and who it has', async () => {
  const courseId = await make(room.teacher, { name: 'Physics <b>٩</b> 🧲', section: 'B', room: '214' });
  await inTransaction(app.db, (tx) => enrol(tx, courseId, [room.students[0]!.accountId], 'STUDENT'));
  await set(courseId, {
    subject: 'Physics',
    description_heading: 'Welcome',
    description: 'Forces',
    google_meet_link: 'https://meet.example/x',
    external: JSON.stringify({ alternateLink: 'https://classroom.example/c/1', guardiansEnabled: true, calendarId: 'c1', teacherFolder: 7 }),
  });
  const { course, data } = (await get(room.teacher, courseId)).body;
  expect(data).toEqual(course);
  expect(course).toEqual({
    id: courseId,
    name: 'Physics <b>٩</b> 🧲',
    section: 'B',
    subject: 'Physics',
    room: '214',
    descriptionHeading: 'Welcome',
    description: 'Forces',
    ownerId: room.teacher.accountId,
    owner_name: `${room.teacher.firstName} ${room.teacher.lastName}`,
    creationTime: expect.stringMatching(/^\d{4}-.*Z$/),
    updateTime: expect.stringMatching(/^\d{4}-.*Z$/),
    enrollmentCode: expect.stringMatching(/^[a-z2-9]{7}$/),
    courseState: 'ACTIVE',
    alternateLink: 'https://classroom.example/c/1',
    teacherGroupEmail: '',
    courseGroupEmail: '',
    teacherFolder: null,
    courseMaterialSets: [],
    guardiansEnabled: true,
    calendarId: 'c1',
    mask: null,
    level_id: levelId,
    level_name: 'Grade 9',
    local: { id: courseId, level_id: levelId, subject: 'Physics', google_meet_link: 'https://meet.example/x' },
    standing: 'staff',
    student_count: 1,
    teacher_count: 1,
    may_edit: false,
    may_delete: true,
    comments_by_students: true,
    removed_may_rejoin: true,
    is_archived: false,
    updated_at: expect.any(String),
  });
  expect((await get(room.students[0]!, courseId)).body.course).toMatchObject({ standing: 'student', enrollmentCode: null, name: course.name });
  expect((await get(room.admin, courseId)).body.course).toMatchObject({ standing: 'staff', enrollmentCode: course.enrollmentCode });
  await set(courseId, { archived_at: new Date() });
});

test('a class is seen by whoever is in it and by Admin; by nobody else, and once it is deleted by nobody', async () => {
  for (const person of [room.teacher, room.coTeacher, room.students[0]!, room.admin]) expect((await get(person)).status).toBe(200);
  for (const person of [room.otherTeacher, room.otherStudent]) expect((await get(person)).status).toBe(404);
  expect((await get(room.admin, 987_654)).status).toBe(404);
  expect((await get(room.admin, 'x')).status).toBe(422);
  const courseId = await make(room.teacher, { name: 'Chess' });
  await set(courseId, { course_state: 'ARCHIVED' });
  expect((await get(room.teacher, courseId)).body.course).toMatchObject({
    courseState: 'ARCHIVED',
    is_archived: true,
    alternateLink: expect.stringContaining('/class-details/'),
  });
  await expect(requireActiveClass(app.db, courseId)).rejects.toMatchObject({ code: 'CLASS_ARCHIVED' });
  await set(courseId, { archived_at: new Date() });
  expect([(await get(room.teacher, courseId)).status, (await get(room.admin, courseId)).status]).toEqual([404, 404]);
  await expect(requireActiveClass(app.db, courseId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(requireActiveClass(app.db, room.courseId)).resolves.toBeUndefined();
});

test('staff of a class are its teachers and Admin; a student of it is refused, and for anybody else it is not there', async () => {
  const ask = (person: TestPerson, isAdmin = false) =>
    requireStaff(app.db, { accountId: person.accountId, schoolId: null, isAdmin, rights: new Set(), reach: { all: true } }, room.courseId);
  await ask(room.coTeacher);
  await ask(room.admin, true);
  await expect(ask(room.students[0]!)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await expect(ask(room.otherTeacher)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[K103] [K120] [K359] classes are listed by type, found by name in any case, archived ones apart, sorted by any column', async () => {
  const person = room.otherTeacher;
  const [b, a, old] = [
    await make(person, { name: 'Bio 10', section: 'Z', room: '9' }),
    await make(person, { name: 'bio 9', section: 'A', room: '10' }),
    await make(person, { name: 'Old bio' }),
  ];
  await set(old, { course_state: 'ARCHIVED' });
  await inTransaction(app.db, (tx) => enrol(tx, room.courseId, [person.accountId], 'STUDENT'));
  expect(await namesOf(person, { type: 'teacher' })).toEqual(['bio 9', 'Bio 10']);
  expect((await list(person, { type: 'Student' })).data).toMatchObject([{ id: room.courseId, standing: 'student', enrollmentCode: null }]);
  expect(await namesOf(person, { type: '' })).toHaveLength(3);
  expect(await namesOf(person, { name: 'BIO' })).toEqual(['bio 9', 'Bio 10']);
  expect(await namesOf(person, { name: 'Z' })).toEqual([]);
  expect(await namesOf(person, { name: '%' })).toEqual([]);
  expect(await namesOf(person, { search_text: 'z' })).toEqual(['Bio 10']);
  expect(await namesOf(person, { state: 'ARCHIVED' })).toEqual(['Old bio']);
  expect(await namesOf(person, { type: 'TEACHER', sort: 'section', direction: 'desc' })).toEqual(['Bio 10', 'bio 9']);
  expect(await namesOf(person, { type: 'TEACHER', sort: 'room' })).toEqual(['Bio 10', 'bio 9']);
  expect(await namesOf(room.admin, { type: 'STUDENT' })).toEqual([]);
  expect(await namesOf(room.admin, { type: 'TEACHER', name: 'bio' })).toEqual(['bio 9', 'Bio 10']);
  expect((await person.call(courseList, { query: { type: 'PARENT' } })).error?.errors).toEqual({ type: ['Type is STUDENT or TEACHER.'] });
  for (const query of [{ state: 'GONE' }, { sort: 'owner' }, { per_page: 201 }])
    expect((await person.call(courseList, { query: query as never })).status).toBe(422);
  expect([a, b].length).toBe(2);
});
