import { contract, type Endpoint } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createScenario, giveRights, startTestApp, type TestApp, type TestPerson } from './testing/index.ts';

// A caller with every right sends malformed ids, and ids of nothing, in every place of every call that takes one.
let app: TestApp;
let everybody: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  const person = await scenario.person('admin', await scenario.school());
  const rights = contract.flatMap(({ access }) => (typeof access === 'object' ? [`${access.resource}:${access.action}`] : []));
  await giveRights(app.db, person.accountId, [...new Set(rights)]);
  everybody = person;
});
afterAll(() => app.close());

const IS_ID = /(?:^|_)ids?$|[a-z]Ids?$/;
const NO_IDS = ['abc', -1, 1.5, '1 OR 1=1', '99999999999999999999', { $ne: null }, true, ['x'], '\u0000'];
const NO_IDS_IN_ADDRESSES = ['abc', '-1', '1.5', '1 OR 1=1', '99999999999999999999', '../1', '%00'];
const NOBODY = 987_654_321;

type Property = Record<string, unknown>;
/** Returns the fields of a part of a call that are ids of records: integers, or lists of them. */
function idsOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, Property> };
  return Object.entries(properties).flatMap(([name, property]) => (IS_ID.test(name) && /"(?:integer|number)"/.test(JSON.stringify(property)) ? [name] : []));
}

/** An invalid file: the upload is refused for it too. */
const file = { name: 'x.xlsx', bytes: Buffer.from('x') };
const call = (endpoint: Endpoint, args: { params?: Property; query?: Property; body?: Property }) =>
  everybody.call(endpoint, { ...args, ...(endpoint.files?.required ? { file } : {}) } as never);
const paramsOf = (endpoint: Endpoint): Property => Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [String(name), NOBODY]));

const cases = (part: 'params' | 'query' | 'body') =>
  contract.flatMap((endpoint) => idsOf(endpoint[part]).map((field) => [`${endpoint.method} ${endpoint.path} ${field}`, endpoint, field] as const));

test('the walk finds them: every list’s references, and what is named beside', () => {
  const found = cases('body').map(([name]) => name);
  for (const name of [
    'POST /standard level_id',
    'PUT /policy/:id role_id',
    'POST /periods school_id',
    'POST /invitation/group/accounts account_id',
    'POST /accounts school_id',
  ])
    expect(found).toContain(name);
  expect(cases('params').length).toBeGreaterThan(100);
});

describe('in a body', () => {
  test.each(cases('body'))('%s', async (_name, endpoint, field) => {
    const params = paramsOf(endpoint);
    for (const forged of NO_IDS) {
      const reply = await call(endpoint, { params, body: { [field]: forged } });
      expect([forged, reply.status]).toEqual([forged, 422]);
      expect(Object.keys(reply.error?.errors ?? {}).some((at) => at === field || at.startsWith(`${field}.`))).toBe(true);
    }
    const { status } = await call(endpoint, { params, body: { [field]: NOBODY } });
    expect([400, 403, 404, 409, 422]).toContain(status);
  });
});

describe('in a query', () => {
  test.each(cases('query'))('%s', async (_name, endpoint, field) => {
    const params = paramsOf(endpoint);
    for (const forged of NO_IDS_IN_ADDRESSES) expect([forged, (await call(endpoint, { params, query: { [field]: forged } })).status]).toEqual([forged, 422]);
    expect((await call(endpoint, { params, query: { [field]: NOBODY } })).status).toBeLessThan(500);
  });
});

describe('in a path', () => {
  test.each(cases('params'))('%s', async (_name, endpoint, field) => {
    for (const forged of NO_IDS_IN_ADDRESSES) {
      const { status } = await call(endpoint, { params: { ...paramsOf(endpoint), [field]: forged }, body: {} });
      expect([forged, [404, 422].includes(status)]).toEqual([forged, true]);
    }
    const { status } = await call(endpoint, { params: paramsOf(endpoint), body: {} });
    expect([403, 404, 409, 422]).toContain(status);
  });
});
