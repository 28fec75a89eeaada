import {
  announcementCreate,
  announcementStream,
  courseGet,
  courseUpcoming,
  courseWorkCreate,
  courseWorkList,
  type Endpoint,
  homeGet,
  submissionList,
  topicCreate,
  topicList,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestArguments } from './testing/app.ts';
import { createScenario, startTestApp, type TestApp, type TestClass, type TestPerson } from './testing/index.ts';

const MOST = 6;

let app: TestApp;
/** A class with something of every kind. */
let room: TestClass;
let empty: TestClass;
let workId: number;

beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  [room, empty] = [await scenario.class({ students: 2 }), await scenario.class({ students: 1 })];
  const { teacher, students, courseId } = room;
  const announce = async (more: object) => {
    const reply = await teacher.call(announcementCreate, { body: { text: 'Bring a ruler.', students: ['ALL_STUDENTS'], courses: [courseId], ...more } });
    expect(reply.error).toBeNull();
  };
  await announce({ materials: [{ link: { url: 'https://rulers.example/' } }] });
  await announce({ students: [students[0]?.accountId] });
  await announce({ state: 'DRAFT' });
  await teacher.call(topicCreate, { body: { name: 'Length', external_course_id: courseId } });
  const dueDate = new Date(Date.now() + 3 * 86_400_000).toISOString().split('T')[0]?.split('-').map(Number) as [number, number, number];
  const work = { title: 'Measure a table', dueDate: { year: dueDate[0], month: dueDate[1], day: dueDate[2] } };
  workId = (await teacher.call(courseWorkCreate, { params: { id: courseId }, body: work })).body.courseWork.id;
});
afterAll(() => app.close());

type Call = readonly [Endpoint, TestArguments];
const ofClass = (course: TestClass, query = {}): TestArguments => ({ params: { id: course.courseId }, query });

const PAGES: Record<string, (course: TestClass) => readonly Call[]> = {
  home: () => [[homeGet, {}]],
  'the page of a class': (course) => [
    [courseGet, ofClass(course)],
    [courseUpcoming, ofClass(course)],
    [announcementStream, ofClass(course)],
  ],
  'the list of classwork': (course) => [
    [courseGet, ofClass(course)],
    [courseWorkList, ofClass(course)],
    [topicList, { query: { courseId: course.courseId } }],
  ],
};

async function countStatements(person: TestPerson, calls: readonly Call[]): Promise<number> {
  const load = async () => {
    for (const [endpoint, args] of calls) expect((await person.call(endpoint, args)).error, endpoint.name).toBeNull();
  };
  await load(); // rights are looked up once
  return (await app.recordStatements(load)).length;
}

test.each(Object.keys(PAGES))('[B662] %s takes at most six statements, for whoever reads it, however much there is', async (page) => {
  for (const course of [room, empty])
    for (const person of [course.students[0] as TestPerson, course.teacher, course.admin]) {
      const sent = await countStatements(person, PAGES[page]?.(course) ?? []);
      expect(sent).toBeGreaterThan(1);
      expect(sent).toBeLessThanOrEqual(MOST);
    }
});

test('[B662] a work’s submissions take at most six statements', async () => {
  for (const person of [room.teacher, room.admin])
    expect(await countStatements(person, [[submissionList, { params: { courseId: room.courseId, workId } }]])).toBeLessThanOrEqual(MOST);
});

test('beside the newest of a stream its drafts stand for staff, and for nobody else', async () => {
  const first = async (person: TestPerson, query = {}) => (await person.call(announcementStream, ofClass(room, query))).body;
  expect(await first(room.teacher)).toMatchObject({ data: [{}, {}], drafts: [{ state: 'DRAFT' }] });
  expect((await first(room.students[0] as TestPerson)).drafts).toEqual([]);
  const { next } = await first(room.teacher, { limit: 1 });
  expect(await first(room.teacher, { limit: 1, after: next })).toMatchObject({ data: [{ state: 'PUBLISHED' }], next: null, drafts: [] });
  expect(await first(room.teacher, { state: 'DRAFT' })).toMatchObject({ data: [{ state: 'DRAFT' }], drafts: [] });
});
