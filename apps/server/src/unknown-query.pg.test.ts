import { contract, type Endpoint } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, giveRights, startTestApp, type TestApp, type TestPerson } from './testing/index.ts';

/*
 * A query parameter that a call does not declare is refused and named, by every call: a filter whose name is misspelled
 * would return more than was asked for. Private addresses and other protocols are left out: apps add parameters there.
 */
let app: TestApp;
let everybody: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  everybody = await scenario.person('admin', await scenario.school());
  const rights = contract.flatMap(({ access }) => (typeof access === 'object' ? [`${access.resource}:${access.action}`] : []));
  await giveRights(app.db, everybody.accountId, [...new Set(rights)]);
});
afterAll(() => app.close());

const isLeftOut = ({ access, protocol }: Endpoint): boolean => protocol !== undefined || access === 'link';
const paramsOf = ({ path }: Endpoint) => Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [String(name), 987_654_321]));
const ask = (endpoint: Endpoint, query: Record<string, string>) =>
  everybody.call(endpoint, { params: paramsOf(endpoint), query: { ...(endpoint.onlyWith && { [endpoint.onlyWith]: '1' }), ...query } } as never);

test('only private addresses and other protocols are left out', () => {
  expect(contract.filter((endpoint) => endpoint.method === 'GET' && isLeftOut(endpoint) && endpoint.protocol === undefined).map(({ path }) => path)).toEqual([
    '/calendar/feeds/:secret/calendar.ics',
  ]);
});

const reads = contract.filter((endpoint) => endpoint.method === 'GET' && !isLeftOut(endpoint));

describe('[B1920] a read refuses a query parameter that it does not declare, and names it', () => {
  test.each(reads.map((endpoint) => [endpoint.path, endpoint] as const))('%s', async (_path, endpoint) => {
    const reply = await ask(endpoint, { formt: 'csv' });
    expect(reply).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED', errors: { formt: ['formt is not a parameter of this request'] } } });
  });
});

describe('[B1920] a change that takes a query refuses another one too', () => {
  const changes = contract.filter((endpoint) => endpoint.method !== 'GET' && !isLeftOut(endpoint) && endpoint.query);
  test.each(changes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))('%s', async (_path, endpoint) => {
    expect(await ask(endpoint, { confrim: 'true' })).toMatchObject({
      status: 422,
      error: { errors: { confrim: ['confrim is not a parameter of this request'] } },
    });
  });
});

test('[B1920] a private address is opened with parameters that other apps add', async () => {
  const [feed] = contract.filter(({ path }) => path === '/calendar/feeds/:secret/calendar.ics') as [Endpoint];
  expect(await ask(feed, { nocache: '1' })).toMatchObject({ status: 404 });
});
