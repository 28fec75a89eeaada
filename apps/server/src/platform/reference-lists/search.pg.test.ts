import { accountRoles, censorshipWords, markingPeriods, type ReferenceList, requestedClasses, standards } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createListSamples, createScenario, type ListSamples, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../testing/index.ts';
import { inTransaction } from '../database/index.ts';
import { rowsQuery } from './select-queries.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let samples: ListSamples;
let hasParts: boolean;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  samples = createListSamples(scenario, admin);
  hasParts = (await sql`SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'`.execute(app.db)).rows.length > 0;
});
afterAll(() => app.close());

const find = async (list: ReferenceList, search_text: string): Promise<number[]> =>
  (await admin.call(list.endpoints.list, { query: { search_text, per_page: 0 } })).body.data.map(({ id }: { id: number }) => id);

/** Returns the query plan for finding rows of a list as if it had very many. */
const planOf = (list: ReferenceList, searchText: string): Promise<string> =>
  inTransaction(app.db, async (tx) => {
    for (const way of ['seqscan', 'indexscan', 'indexonlyscan']) await sql.raw(`SET LOCAL enable_${way} = off`).execute(tx);
    const query = rowsQuery(list, { visible: 'all', searchText, filters: {}, sort: list.sort, page: { limit: 25, offset: 0 } });
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${query}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

describe('[B054] a part of a word is found by an index', () => {
  test.each([
    ['censorship words', censorshipWords, 'censorship_words_search'],
    ['requested classes', requestedClasses, 'requested_classes_search'],
    ['standards', standards, 'standards_search'],
    ['account roles', accountRoles, 'accounts_search'],
  ] as [string, ReferenceList, string][])('%s', async (_name, list, index) => {
    // Without the extension all rows are read, with the same result.
    expect((await planOf(list, 'neill')).includes(index)).toBe(hasParts);
  });
});

test('people are found by their name’s words in any order, without case, accents and apostrophes, and by their e-mail', async () => {
  const { accountId } = await scenario.person('student', await scenario.school(), { firstName: 'Zoë', lastName: "O'Brien-Ångström" });
  const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow();
  const [own] = (await admin.call(accountRoles.endpoints.list, { query: { account_id: accountId } })).body.data;
  for (const typed of ['zoe', 'OBRIEN', 'angstrom  zoë', "O'Brien", email.slice(0, 12)])
    expect([typed, (await find(accountRoles, typed)).includes(own!.id)]).toEqual([typed, true]);
  for (const typed of ['zoe nobody', '%', '_']) expect([typed, await find(accountRoles, typed)]).toEqual([typed, []]);
});

test('a row is found by what it points at, once, though several parts of it match', async () => {
  const standard = await samples.row(standards, { name: 'Waves and more', description: 'All about waves' });
  expect(await find(standards, 'waves')).toEqual([standard.id]);
  const period = await samples.row(markingPeriods, { name: 'Harvest term' });
  const [school] = period['schools'] as { name: string }[];
  expect(await find(markingPeriods, String(school?.name))).toContain(period.id);
  expect(await find(markingPeriods, 'harvest')).toEqual([period.id]);
});
