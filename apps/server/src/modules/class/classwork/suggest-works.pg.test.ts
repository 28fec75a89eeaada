import { courseWorkCreate, courseWorkDelete, suggestWorks } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let admin: TestPerson;
let hiddenId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
  admin = await scenario.person('admin', null);
  for (const title of ['Dénsity of oil', 'The density of ice', 'كثافة الماء', '密度 42', '100% sure']) await make({ title });
  await make({ title: 'Density draft', state: 'DRAFT' });
  const one = { assigneeMode: 'INDIVIDUAL_STUDENTS', individualStudentsOptions: { studentIds: [room.students[1]!.accountId] } };
  hiddenId = await make({ title: 'Density for one', ...one });
});
afterAll(() => app.close());

async function make(body: object): Promise<number> {
  const { body: answer, error } = await room.teacher.call(courseWorkCreate, { params: { id: room.courseId }, body: body as never });
  if (error) throw new Error(JSON.stringify(error));
  return answer.courseWork.id;
}
const ask = async (person: TestPerson, query: string): Promise<{ name: string }[]> => (await person.call(suggestWorks, { query: { query } })).body.data;
const names = async (person: TestPerson, query: string): Promise<string[]> => (await ask(person, query)).map(({ name }) => name);

test('[B2430] work is found by every typed word of its title, in any script, without regard to accents and capitals', async () => {
  expect(await names(room.teacher, 'DENSITY')).toEqual(['Density draft', 'Density for one', 'Dénsity of oil', 'The density of ice']);
  expect(await names(room.teacher, 'ice dens')).toEqual(['The density of ice']);
  for (const [typed, name] of [
    ['الماء', 'كثافة الماء'],
    ['密度', '密度 42'],
    ['42', '密度 42'],
    ['%', '100% sure'],
  ] as const)
    expect([typed, await names(room.teacher, typed)]).toEqual([typed, [name]]);
  expect(await ask(room.teacher, 'oil')).toEqual([
    { id: expect.any(Number), name: 'Dénsity of oil', class_id: room.courseId, class_name: expect.any(String), assessment_id: null, is_staff: true },
  ]);
  expect(await names(admin, 'dénsity OF')).toEqual(['Dénsity of oil', 'The density of ice']);
});

test('[B2430] students find only posted work that is theirs, and nobody work of a class that is not', async () => {
  const [one, other] = room.students as [TestPerson, TestPerson];
  expect(await names(one, 'density')).toEqual(['Dénsity of oil', 'The density of ice']);
  expect(await names(other, 'density')).toEqual(['Density for one', 'Dénsity of oil', 'The density of ice']);
  expect(await names(room.otherTeacher, 'density')).toEqual([]);
  expect(await names((await scenario.class({ students: 1 })).teacher, 'density')).toEqual([]);
  await room.teacher.call(courseWorkDelete, { params: { id: room.courseId, workId: hiddenId } });
  expect(await names(other, 'density')).toEqual(['Dénsity of oil', 'The density of ice']);
  await scenario.remove(room.courseId, other.accountId);
  expect(await names(other, 'density')).toEqual([]);
});

test('[B2430] it needs the right to see classwork, and refuses a limit that makes no sense', async () => {
  expect(await admin.call(suggestWorks, { query: { limit: 51 } as never })).toMatchObject({ status: 422 });
  await sql`DELETE FROM resource_policies WHERE resource_id = (SELECT id FROM resources WHERE key = 'classwork')`.execute(app.db);
  expect((await room.teacher.call(suggestWorks, { query: { query: 'density' } })).error).toMatchObject({ code: 'NOT_ALLOWED' });
});
