import { ACCOUNT_SORTS, accountBlocks, accountList } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { familyNameOrder, firstNameOrder, nameOrder } from '../../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../../testing/index.ts';
import { giveRights } from '../../../../testing/rights.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schools: number[];
const PEOPLE = 230;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schools = [await scenario.school(), await scenario.school()];
  admin = await scenario.person('admin', null);
  await sql`INSERT INTO accounts (school_id, account_type_id, role_id, first_name, last_name, email, email_key, status)
    SELECT CASE WHEN n % 9 = 0 THEN NULL ELSE ${schools[0]!}::bigint + n % 2 * (${schools[1]!}::bigint - ${schools[0]!}::bigint) END, 1 + n % 3, (SELECT id FROM roles WHERE key = 'student' AND n % 4 > 0),
           (ARRAY['Zoë', 'José', 'Åsa', ''])[1 + n % 4], 'Name ' || n % 20, 'p' || n || '@blocks.test', 'p' || n || '@blocks.test', n % 6 > 0 FROM generate_series(1, ${PEOPLE}) n`.execute(
    app.db,
  );
});
afterAll(() => app.close());

const block = async (query: Record<string, unknown> = {}, by = admin) => by.call(accountBlocks, { query });
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

test.each(ACCOUNT_SORTS.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
  'blocks by %s %s hold what the pages hold, in their order',
  async (sort, direction) => {
    const query = { sort, direction, search_text: 'blocks.test' };
    const pages: number[] = [];
    for (let page = 1; page <= 2; page++) pages.push(...idsOf((await admin.call(accountList, { query: { ...query, page, per_page: 200 } })).body));
    const blocks: number[] = [];
    for (let after: string | undefined; ; ) {
      const { body } = await block({ ...query, limit: 60, ...(after ? { after } : {}) });
      expect(body.total).toEqual(after ? null : { count: PEOPLE, is_more: false });
      blocks.push(...idsOf(body));
      if (body.cursors.after === null) break;
      after = body.cursors.after;
    }
    expect(blocks).toEqual(pages);
  },
);

test('a cursor of another order, a broken one, and two places at once are refused in words', async () => {
  const { after } = (await block({ limit: 5 })).body.cursors;
  const words = ['This place in the list is unknown. Reload the list.'];
  for (const query of [{ after, sort: 'email' }, { after, direction: 'desc' }, { after: 'x' }, { after: 'a'.repeat(5000) }])
    expect(await block(query)).toMatchObject({ status: 422, body: { errors: { after: words } } });
  expect(await block({ before: `${after}x` })).toMatchObject({ status: 422, body: { errors: { before: words } } });
  expect(await block({ after, before: after })).toMatchObject({ status: 422 });
  expect(await block({ after, skip: 5 })).toMatchObject({ status: 422 });
  for (const query of [{ limit: 0 }, { limit: 501 }, { skip: -1 }, { skip: 'x' }]) expect(await block(query)).toMatchObject({ status: 422 });
});

test('blocks hold one’s own school alone, whatever a cursor says', async () => {
  const keeper = await scenario.person('teachers', schools[0]!);
  expect(await block({}, keeper)).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
  await giveRights(app.db, keeper.accountId, ['accounts:view']);
  const { after } = (await block({ limit: 5 })).body.cursors;
  for (const query of [{ limit: 500 }, { limit: 500, after }, { limit: 500, skip: 3 }]) {
    const { data } = (await block(query, keeper)).body;
    expect(new Set(data.map(({ school_id }) => school_id))).toEqual(new Set([schools[0]]));
  }
  expect((await app.call(accountBlocks, {})).status).toBe(401);
});

test('a block far down is found in the index, not by reading what stands above it', async () => {
  await sql`ANALYZE accounts`.execute(app.db);
  const { after } = (await block({ limit: 200 })).body.cursors;
  const statement = sql<{
    'QUERY PLAN': string;
  }>`EXPLAIN SELECT id FROM accounts WHERE ROW(${familyNameOrder('accounts')}, ${firstNameOrder('accounts')}, id) > ROW('Name 9', 'Zoë', 5) ORDER BY ${nameOrder('accounts')}, id LIMIT 20`;
  const plan = await app.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    await sql`SET LOCAL enable_bitmapscan = off`.execute(tx);
    return (await statement.execute(tx)).rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(after).toEqual(expect.any(String));
  expect(plan).toMatch(/Index (Only )?Scan using accounts_name/);
  expect(plan).toMatch(/Index Cond: \(ROW/);
});
