import { markingPeriods, type ReferenceList, referenceLists, requestedClasses, schools } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createListSamples,
  createScenario,
  giveRights,
  type ListSamples,
  type Scenario,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let teacher: TestPerson;
let student: TestPerson;
let samples: ListSamples;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  const school = await scenario.school();
  teacher = await scenario.person('teachers', school);
  student = await scenario.person('student', school);
  samples = createListSamples(scenario, admin);
});
afterAll(() => app.close());

const NOT_ALLOWED = { status: 403, error: { code: 'NOT_ALLOWED' } };
const NOT_FOUND = { status: 404, error: { code: 'NOT_FOUND' } };
/** The lists that teachers may maintain too. */
const OF_TEACHERS = ['requestedClass', 'storeItem', 'idea'];

describe.each(referenceLists.map((list) => [list.name, list] as const))('%s', (_name, list) => {
  const { endpoints } = list;
  const writes = async (): Promise<[keyof ReferenceList['endpoints'], { params?: { id: number }; body?: unknown }][]> => {
    const { id } = await samples.row(list);
    const body = await samples.body(list);
    return [
      ['create', { body }],
      ['update', { params: { id }, body }],
      ['updateByPost', { params: { id }, body: { ...body, _method: 'PUT' } }],
      ['remove', { params: { id } }],
    ];
  };

  test('[K352] [L006] [Q007] [Q370] nobody writes who is not signed in, and by default nobody but Admin', async () => {
    const refused = list.writable ? await writes() : [];
    for (const [name, args] of refused) {
      expect(await app.call(endpoints[name], args)).toMatchObject({ status: 401, error: { code: 'NOT_SIGNED_IN' } });
      expect(await student.call(endpoints[name], args)).toMatchObject(NOT_ALLOWED);
      expect((await teacher.call(endpoints[name], args)).error?.code === 'NOT_ALLOWED').toBe(!OF_TEACHERS.includes(list.name));
    }
  });

  test('[L368] [Q371] lookup lists are read by everybody who is signed in, all others by those who may open the screen', async () => {
    const isOpen = list.read === 'signed-in';
    const isTeachers = isOpen || OF_TEACHERS.includes(list.name);
    expect(await app.call(endpoints.list)).toMatchObject({ status: 401, error: { code: 'NOT_SIGNED_IN' } });
    expect((await admin.call(endpoints.list)).status).toBe(200);
    expect((await teacher.call(endpoints.list)).status).toBe(isTeachers ? 200 : 403);
    expect((await student.call(endpoints.list)).status).toBe(isOpen ? 200 : 403);
    expect((await student.call(endpoints.get, { params: { id: 1 } })).status === 403).toBe(!isOpen);
  });

  test('what depends on a row is told to those who may delete it, and to nobody else', async () => {
    const rows = list.writable && list.read === 'signed-in' ? [await samples.row(list)] : [];
    for (const { id } of rows) expect((await student.call(endpoints.get, { params: { id } })).body?.dependents ?? []).toEqual([]);
  });
});

test('each right opens its own call and no other', async () => {
  const person = await scenario.person('student', null);
  const levels = referenceLists.find(({ name }) => name === 'level') as ReferenceList;
  const { id } = await samples.row(levels);
  const calls = async () => ({
    create: (await person.call(levels.endpoints.create, { body: await samples.body(levels) })).status,
    edit: (await person.call(levels.endpoints.update, { params: { id }, body: await samples.body(levels) })).status,
    delete: (await person.call(levels.endpoints.remove, { params: { id: (await samples.row(levels)).id } })).status,
  });
  expect(await calls()).toEqual({ create: 403, edit: 403, delete: 403 });
  await giveRights(app.db, person.accountId, ['levels:edit']);
  expect(await calls()).toEqual({ create: 403, edit: 200, delete: 403 });
  await giveRights(app.db, person.accountId, ['levels:create', 'levels:delete']);
  expect(await calls()).toEqual({ create: 201, edit: 200, delete: 200 });
});

describe('[B048] schools that are not one’s own', () => {
  const RIGHTS = ['schools', 'periods', 'requested-classes'].flatMap((resource) =>
    ['view', 'create', 'edit', 'delete'].map((action) => `${resource}:${action}`),
  );
  let keeper: TestPerson;
  let own: number;
  let foreign: number;
  beforeAll(async () => {
    own = (await samples.row(schools)).id;
    foreign = (await samples.row(schools)).id;
    keeper = await scenario.person('teachers', own);
    await giveRights(app.db, keeper.accountId, RIGHTS);
  });
  const everyCall = async (list: ReferenceList, id: number) => {
    const body = await samples.body(list);
    return [
      await keeper.call(list.endpoints.get, { params: { id } }),
      await keeper.call(list.endpoints.update, { params: { id }, body }),
      await keeper.call(list.endpoints.updateByPost, { params: { id }, body: { ...body, _method: 'PUT' } }),
      await keeper.call(list.endpoints.remove, { params: { id } }),
    ];
  };

  test('answer as missing, whatever rights somebody of a school holds', async () => {
    for (const reply of await everyCall(schools, foreign)) expect(reply).toMatchObject(NOT_FOUND);
    expect((await keeper.call(schools.endpoints.list)).body.data.map(({ id }: { id: number }) => id)).toEqual([own]);
    expect((await keeper.call(schools.endpoints.update, { params: { id: own }, body: await samples.body(schools) })).status).toBe(200);
    expect(await keeper.call(schools.endpoints.create, { body: await samples.body(schools) })).toMatchObject(NOT_ALLOWED);
  });

  test('their marking periods answer as missing, and cannot be named', async () => {
    const period = await samples.row(markingPeriods, { school_id: [foreign] });
    for (const reply of await everyCall(markingPeriods, period.id)) expect(reply).toMatchObject(NOT_FOUND);
    for (const school_id of [foreign, [foreign], [own, foreign]]) {
      const reply = await keeper.call(markingPeriods.endpoints.create, { body: { ...(await samples.body(markingPeriods)), school_id } });
      expect(reply).toMatchObject({ status: 422, error: { errors: { school_id: ['Schools is not valid. Choose it again from the list.'] } } });
    }
    const mine = await keeper.call(markingPeriods.endpoints.create, { body: { ...(await samples.body(markingPeriods)), school_id: [own] } });
    expect(mine).toMatchObject({ status: 201, body: { data: { school_id: [own], account_id: keeper.accountId } } });
    expect((await keeper.call(markingPeriods.endpoints.list)).body.data.map(({ id }: { id: number }) => id)).toEqual([mine.body.data.id]);
  });

  test('a period that several schools share is seen by each, and changed by who spans the installation', async () => {
    const shared = await samples.row(markingPeriods, { school_id: [own, foreign] });
    const [read, ...others] = await everyCall(markingPeriods, shared.id);
    expect(read).toMatchObject({ status: 200, body: { data: { school_id: [own, foreign] } } });
    const kept = await keeper.call(markingPeriods.endpoints.update, { params: { id: shared.id }, body: { ...shared, name: 'Mine now' } });
    for (const reply of [kept, others.at(-1)]) expect(reply).toMatchObject(NOT_ALLOWED);
    expect((await admin.call(markingPeriods.endpoints.update, { params: { id: shared.id }, body: { ...shared, name: 'Shared' } })).status).toBe(200);
  });

  test('a teacher’s requests for classes are the teacher’s own; Admin sees all', async () => {
    const colleague = await scenario.person('teachers', own);
    const made = await colleague.call(requestedClasses.endpoints.create, { body: await samples.body(requestedClasses) });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { account_id: colleague.accountId, account_name: `${colleague.firstName} ${colleague.lastName}` } },
    });
    for (const reply of await everyCall(requestedClasses, made.body.data.id)) expect(reply).toMatchObject(NOT_FOUND);
    expect((await keeper.call(requestedClasses.endpoints.list)).body.data).toEqual([]);
    expect((await admin.call(requestedClasses.endpoints.get, { params: { id: made.body.data.id } })).status).toBe(200);
    expect((await colleague.call(requestedClasses.endpoints.remove, { params: { id: made.body.data.id } })).status).toBe(200);
  });
});
