import { apiClientCreate, authMe, storeItems } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestPerson } from './testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const unusedOf = async (person: TestPerson) => (await person.call(authMe, {})).body.user.unused_pages;

test('[B2438] a person’s own data list the pages of things that their school has not set up, until it has', async () => {
  const schoolId = await scenario.school();
  const head = await scenario.person('teachers', schoolId);
  await giveRights(app.db, head.accountId, ['store-items:view', 'store-items:create', 'api-clients:view', 'api-clients:edit']);
  const elsewhere = await scenario.person('teachers', await scenario.school());
  const nothing = ['store', 'store-items', 'store-purchases', 'oneroster'];
  expect(await unusedOf(head)).toEqual(nothing);
  expect((await head.call(storeItems.endpoints.create, { body: { name: 'Pencil', price: 5, school_id: schoolId } })).status).toBeLessThan(300);
  expect(await unusedOf(head)).toEqual(['oneroster']);
  expect((await head.call(apiClientCreate, { body: { name: 'Timetable', school_id: schoolId, scopes: ['roster.readonly'] } })).status).toBeLessThan(300);
  expect(await unusedOf(head)).toEqual([]);
  expect(await unusedOf(elsewhere)).toEqual(nothing);
});
