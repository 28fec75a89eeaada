import { type ReferenceList, referenceLists } from '@classwright/contract';
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
let samples: ListSamples;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  samples = createListSamples(scenario, admin);
});
afterAll(() => app.close());

type Rows = { data: { id: number }[] };
const idsOf = ({ data }: Rows): number[] => data.map(({ id }) => id);

/** Reads all rows in blocks of `limit` by following the cursors. */
async function byBlocks({ endpoints }: ReferenceList, query: Record<string, unknown>, limit: number): Promise<number[]> {
  const ids: number[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { body } = await admin.call(endpoints.blocks, { query: { ...query, limit, ...(after ? { after } : {}) } });
    ids.push(...idsOf(body));
    after = body.cursors.after;
  }
  return ids;
}

describe.each(referenceLists.map((list) => [list.name, list] as const))('%s', (_name, list) => {
  const { endpoints } = list;

  test('blocks hold what the list holds, in each of its orders', async () => {
    if (list.writable) for (let count = 0; count < 5; count++) await samples.row(list);
    const orders = list.known.filter(({ sortable }) => sortable).flatMap(({ key }) => ['asc', 'desc'].map((direction) => ({ sort: key, direction })));
    for (const query of [{}, ...orders]) {
      const whole = (await admin.call(endpoints.list, { query: { ...query, per_page: 0 } })).body;
      expect([query, await byBlocks(list, query, Math.max(2, Math.ceil(whole.data.length / 5)))]).toEqual([query, idsOf(whole)]);
      const first = (await admin.call(endpoints.blocks, { query })).body;
      expect(first.data).toEqual(whole.data.slice(0, 100));
      expect(first.total).toEqual({ count: whole.data.length, is_more: false });
    }
  });

  test('[ACCESS] whoever may not read the list reads no block of it; the archive is for those who may empty it', async () => {
    const school = await scenario.school();
    for (const role of ['teachers', 'student'] as const) {
      const person = await scenario.person(role, school);
      const { status, body } = await person.call(endpoints.list, { query: { per_page: 0 } });
      const blocks = await person.call(endpoints.blocks, { query: { limit: 500 } });
      expect(blocks.status).toBe(status);
      expect(blocks.body?.data?.map(({ id }: { id: number }) => id)).toEqual(body?.data?.slice(0, 500).map(({ id }: { id: number }) => id));
      // teachers may empty the archive of the lists that they maintain
      const archived = list.deletion !== 'archive' ? 422 : role === 'teachers' && ['storeItem', 'idea'].includes(list.name) ? status : 403;
      expect((await person.call(endpoints.blocks, { query: { archived: 'true' } })).status).toBe(status === 200 ? archived : status);
    }
    expect((await app.call(endpoints.blocks)).status).toBe(401);
  });
});

test('whoever keeps one school walks through its rows alone, whatever a cursor of another person says', async () => {
  const list = referenceLists.find(({ name }) => name === 'group') as ReferenceList;
  for (let count = 0; count < 3; count++) await samples.row(list);
  const keeper = await scenario.person('teachers', await scenario.school());
  await giveRights(app.db, keeper.accountId, [`${list.resource}:view`]);
  const seen = idsOf((await keeper.call(list.endpoints.list, { query: { per_page: 0 } })).body);
  const { after } = (await admin.call(list.endpoints.blocks, { query: { limit: 1 } })).body.cursors;
  const found = await keeper.call(list.endpoints.blocks, { query: { limit: 500, after } });
  expect(found.status).toBe(200);
  expect(idsOf(found.body).every((id) => seen.includes(id))).toBe(true);
});

test('a cursor of another list, of another order or of nothing is refused in words', async () => {
  const [levels, subjects] = ['level', 'questionSubject'].map((name) => referenceLists.find((list) => list.name === name) as ReferenceList);
  for (const list of [levels, subjects]) for (let count = 0; count < 2; count++) await samples.row(list!);
  const { after } = (await admin.call(levels!.endpoints.blocks, { query: { limit: 1 } })).body.cursors;
  const words = ['This place in the list is unknown. Reload the list.'];
  const other = levels!.sort.direction === 'asc' ? 'desc' : 'asc';
  for (const query of [{ after, sort: levels!.sort.by, direction: other }, { after, sort: 'updated_at' }, { after: 'x' }, { after: 'A'.repeat(4001) }])
    expect(await admin.call(levels!.endpoints.blocks, { query })).toMatchObject({ status: 422, body: { errors: { after: words } } });
});
