import {
  type Endpoint,
  groups,
  protocols,
  questionGrades,
  questionSubjects,
  type ReferenceList,
  standards,
  suggestAccounts,
  suggestClasses,
  suggestGrades,
  suggestGroups,
  suggestProtocols,
  suggestSchools,
  suggestStandards,
  suggestStudents,
  suggestSubjects,
  suggestTeachers,
  suggestTopics,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import {
  createListSamples,
  createScenario,
  type ListSamples,
  type Scenario,
  startTestApp,
  type TestApp,
  type TestClass,
  type TestPerson,
} from '../../../testing/index.ts';
import { createTopic } from '../../class/classes/index.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let room: TestClass;
let samples: ListSamples;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null, { firstName: 'Rita', lastName: 'Halvorsen' });
  room = await scenario.class({ students: 2 });
  samples = createListSamples(scenario, admin);
});
afterAll(() => app.close());

const ask = async (endpoint: Endpoint, query: string | Record<string, unknown> = '', person = admin) =>
  (await person.call(endpoint, { query: typeof query === 'string' ? { query } : query })).body?.data;
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);

describe.each([
  ['subjects', suggestSubjects, questionSubjects],
  ['grades', suggestGrades, questionGrades],
  ['standards', suggestStandards, standards],
  ['protocols', suggestProtocols, protocols],
  ['groups', suggestGroups, groups],
] as [string, Endpoint, ReferenceList][])('[Q434] %s', (what, endpoint, list) => {
  test('those that start with what was typed come first; no accent, case or order of words hides one; nothing archived', async () => {
    const make = (name: string) => samples.row(list, { name, ...(what === 'groups' ? { is_active: true } : {}) });
    for (const name of ['Later Émile', 'Émile one', 'émile 10', 'émile 9', 'Other', '100% sure']) await make(name);
    await samples.row(list, { name: 'Emile gone' }).then(({ id }) => admin.call(list.endpoints.remove, { params: { id } }));
    expect(namesOf(await ask(endpoint, 'emile'))).toEqual(['émile 9', 'émile 10', 'Émile one', 'Later Émile']);
    expect(namesOf(await ask(endpoint, ' ONE  emile'))).toEqual(['Émile one']);
    expect(namesOf(await ask(endpoint, '%'))).toEqual(['100% sure']);
    for (const typed of ['_', '\\', "'; --", '％％']) expect([typed, await ask(endpoint, typed)]).toEqual([typed, []]);
    expect(await ask(endpoint, { limit: 2 })).toHaveLength(2);
    expect(Object.keys((await ask(endpoint, 'one'))[0])).toEqual(['id', 'name']);
    expect(namesOf(await ask(endpoint, 'emile', room.students[0]))).toHaveLength(4);
  });
});

test('groups that are switched off are not offered', async () => {
  await samples.row(groups, { name: 'Sleeping', is_active: false });
  expect(await ask(suggestGroups, 'sleeping')).toEqual([]);
});

describe('people', () => {
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

  test('[Q433] [Q199] teachers and students are found by any part of name or e-mail, those of the type alone', async () => {
    const anna = await scenario.person('teachers', room.schoolId, { firstName: 'Ánna', lastName: "O'Brien-Ångström" });
    const ann = await scenario.person('student', room.schoolId, { firstName: 'Ann', lastName: 'Obrien' });
    for (const typed of ['anna', 'ÁNNA', 'obrien angstrom', 'brien ann', "o'brien-a"])
      expect([typed, ids(await ask(suggestTeachers, typed))]).toEqual([typed, [anna.accountId]]);
    expect(ids(await ask(suggestStudents, 'obrien'))).toEqual([ann.accountId]);
    const [found] = await ask(suggestStudents, 'ann obrien');
    expect(found).toEqual({ id: ann.accountId, name: 'Ann Obrien', first_name: 'Ann', last_name: 'Obrien', email: expect.stringContaining('@school.test') });
    expect(ids(await ask(suggestStudents, found.email))).toEqual([ann.accountId]);
  });

  test('[B1406] a teacher finds students by two letters of a name, and by an address typed whole; no other address is shown', async () => {
    const nora = await scenario.person('student', room.schoolId, { firstName: 'Nora', lastName: 'Quist' });
    const address = (await ask(suggestStudents, 'nora quist'))[0].email as string;
    const found = async (typed: string) => (await ask(suggestStudents, typed, room.teacher)).map(({ id, email }: { id: number; email: string }) => [id, email]);
    expect(await found('nora quist')).toEqual([[nora.accountId, '']]);
    expect(await found(address.toUpperCase())).toEqual([[nora.accountId, address]]);
    for (const typed of ['', 'n', ' ', address.slice(0, -1), 'school.test', '%', '__']) expect([typed, await found(typed)]).toEqual([typed, []]);
  });

  test('[Q196] [Q485] a teacher is offered people of the own school, Admin those of all; deactivated ones nobody is', async () => {
    const far = await scenario.person('student', await scenario.school(), { firstName: 'Zuleika', lastName: 'Far' });
    const near = await scenario.person('student', room.schoolId, { firstName: 'Zuleika', lastName: 'Near' });
    const gone = await scenario.person('student', room.schoolId, { firstName: 'Zuleika', lastName: 'Gone' });
    await scenario.deactivate(gone.accountId);
    expect(ids(await ask(suggestStudents, 'zuleika', room.teacher))).toEqual([near.accountId]);
    expect(ids(await ask(suggestStudents, 'zuleika'))).toEqual([far.accountId, near.accountId]);
    expect(ids(await ask(suggestAccounts, 'zuleika'))).toEqual([far.accountId, gone.accountId, near.accountId]);
  });

  test('nobody looks for people or schools who has no right to', async () => {
    const [student] = room.students as [TestPerson];
    for (const endpoint of [suggestTeachers, suggestStudents, suggestSchools, suggestAccounts]) {
      expect(await student.call(endpoint)).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
      expect(await app.call(endpoint)).toMatchObject({ status: 401 });
    }
    expect((await room.teacher.call(suggestTeachers)).status).toBe(200);
    expect((await room.teacher.call(suggestAccounts)).status).toBe(403);
  });
});

test('[B138] [Q201] schools are offered by name: the own one, and all to whoever spans the installation', async () => {
  const [own, other] = [room.schoolId, await scenario.school()];
  const idsFor = async (person: TestPerson) => (await ask(suggestSchools, { limit: 50 }, person)).map(({ id }: { id: number }) => id);
  expect(await idsFor(room.teacher)).toEqual([own]);
  expect(await idsFor(admin)).toEqual(expect.arrayContaining([own, other]));
  const [school] = await ask(suggestSchools, 'School');
  expect(school).toEqual({ id: expect.any(Number), name: school.school_name, school_name: school.school_name });
});

test('[Q434] classes and their topics are offered to those who are in them, and to Admin', async () => {
  await inTransaction(app.db, (tx) => createTopic(tx, room.courseId, 'Electric circuits'));
  const other = await scenario.class({ students: 1 });
  const classesOf = async (person: TestPerson) => (await ask(suggestClasses, '', person)).map(({ id }: { id: number }) => id);
  expect(await classesOf(room.teacher)).toEqual([room.courseId]);
  expect(await classesOf(room.students[0] as TestPerson)).toEqual([room.courseId]);
  expect(await classesOf(room.otherTeacher)).toEqual([]);
  expect(await classesOf(admin)).toEqual(expect.arrayContaining([room.courseId, other.courseId]));
  expect(await ask(suggestTopics, 'circuits', room.teacher)).toEqual([
    { id: expect.any(Number), name: 'Electric circuits', class_id: room.courseId, class_name: expect.stringMatching(/^Class/) },
  ]);
  expect(await ask(suggestTopics, 'circuits', other.teacher)).toEqual([]);
  await scenario.remove(room.courseId, (room.students[0] as TestPerson).accountId);
  expect(await classesOf(room.students[0] as TestPerson)).toEqual([]);
  expect((await ask(suggestClasses, '', room.teacher))[0]).toMatchObject({ local: { id: room.courseId } });
});

test.each([
  [{ limit: 0 }, 'limit'],
  [{ limit: 51 }, 'limit'],
  [{ query: 'x'.repeat(201) }, 'query'],
])('a question that makes no sense is refused at its field: %o', async (query, field) => {
  expect(await admin.call(suggestSubjects, { query })).toMatchObject({ status: 422, error: { errors: { [field]: [expect.any(String)] } } });
});
