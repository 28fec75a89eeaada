import { allSchoolsLimit, allSchoolsList, allSchoolsResume, allSchoolsSuspend } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let operator: TestPerson;
let [one, two, third]: number[] = [];
beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  operator = await scenario.person('admin', null);
  [one, two, third] = [await scenario.school(), await scenario.school(), await scenario.school()];
});
afterAll(() => app.close());

const NOBODY = 999_999;
const suspend = (ids: unknown[], reason = 'unpaid') => operator.call(allSchoolsSuspend, { body: { ids: ids as number[], reason } });
const resume = (ids: unknown[]) => operator.call(allSchoolsResume, { body: { ids: ids as number[] } });
const limit = (ids: unknown[], limits: object) => operator.call(allSchoolsLimit, { body: { ids: ids as number[], ...limits } });
/** Returns of each of the three schools why it is suspended, and its limits. */
async function state() {
  const { schools } = (await operator.call(allSchoolsList)).body;
  return [one, two, third].map((wanted) => {
    const { suspension, max_people, max_file_bytes } = schools.find(({ id }) => id === wanted)!;
    return [suspension?.reason ?? null, max_people, max_file_bytes];
  });
}
const entries = async (action: string) =>
  (await app.db.selectFrom('audit_entries').select(['subject_id', 'before', 'after']).where('action', '=', action).orderBy('id').execute()).map((entry) => [
    entry.subject_id,
    entry.before ?? entry.after,
  ]);

test('[B2969] each act is done to the schools that it names and to no other, and each of them has its entry', async () => {
  expect((await suspend([one, two])).status).toBe(200);
  expect((await suspend([two], 'moved')).status).toBe(200);
  expect(await state()).toEqual([
    ['unpaid', null, null],
    ['moved', null, null],
    [null, null, null],
  ]);
  expect((await resume([one, third])).status).toBe(200);
  expect(await state()).toEqual([
    [null, null, null],
    ['moved', null, null],
    [null, null, null],
  ]);
  expect((await limit([one, two], { max_people: 100, max_file_bytes: 5_000_000_000 })).status).toBe(200);
  expect((await limit([two], { max_people: null })).status).toBe(200);
  expect(await state()).toEqual([
    [null, 100, 5_000_000_000],
    ['moved', null, 5_000_000_000],
    [null, null, null],
  ]);
  const unpaid = { reason: 'unpaid' };
  expect(await entries(allSchoolsSuspend.name)).toEqual([
    [one, unpaid],
    [two, unpaid],
    [two, { reason: 'moved' }],
  ]);
  expect(await entries(allSchoolsResume.name)).toEqual([[one, unpaid]]);
  expect((await entries(allSchoolsLimit.name)).map(([id]) => id)).toEqual([one, two, two]);
});

test('[B2969] with a school among them that does not exist nothing is done to any', async () => {
  const before = await state();
  for (const act of [() => suspend([one, NOBODY]), () => resume([two, NOBODY]), () => limit([one, NOBODY], { max_people: 7 })])
    expect((await act()).error?.code).toBe('NOT_FOUND');
  expect(await state()).toEqual(before);
});
