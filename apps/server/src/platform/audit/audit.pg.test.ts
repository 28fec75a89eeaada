import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp } from '../../testing/index.ts';
import { inTransaction, type Tx } from '../database/index.ts';
import { audit, auditEach, auditMany, auditParts, auditView } from './index.ts';

let app: TestApp;
let actor: { accountId: number; schoolId: number };
beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  const schoolId = await scenario.school();
  actor = { accountId: (await scenario.person('teachers', schoolId)).accountId, schoolId };
});
afterAll(() => app.close());

/** Returns the entries that the work leaves: the subject, from what to what, the size of the batch, and whether it is a part of one. */
async function leaves(work: (tx: Tx, requestId: string) => Promise<void>) {
  const requestId = crypto.randomUUID();
  await inTransaction(app.db, (tx) => work(tx, requestId));
  const rows = await app.db.selectFrom('audit_entries').selectAll().where('request_id', '=', requestId).orderBy('id').execute();
  for (const row of rows) expect(row).toMatchObject({ action: 'thing.change', account_id: actor.accountId, school_id: actor.schoolId });
  return rows.map(({ subject_id, before, after, batch_size, is_part }) => [subject_id, before, after, batch_size, is_part]);
}
const of = (requestId: string) => ({ action: 'thing.change', subjectType: 'thing', requestId });

test('[B2964] a change leaves who, what, and from what to what; one that leads a batch says how many it has', async () => {
  const one = { subjectId: 7, before: { name: 'Old' }, after: { name: 'New' } };
  expect(await leaves((tx, id) => audit(tx, actor, { ...of(id), ...one }))).toEqual([[7, one.before, one.after, null, false]]);
  expect(await leaves((tx, id) => audit(tx, actor, { ...of(id), subjectId: null }))).toEqual([[null, null, null, null, false]]);
  const sizes = async (batchSize: number) => (await leaves((tx, id) => audit(tx, actor, { ...of(id), subjectId: 7, batchSize }))).map(([, , , size]) => size);
  expect([await sizes(1), await sizes(2)]).toEqual([[null], [2]]);
});

test('[B2964] a look at the record of another person leaves an entry, and one at one’s own leaves none', async () => {
  const look = (subjectId: number, ownerId: number) => leaves((tx, id) => auditView(tx, actor, { ...of(id), subjectId, ownerId }));
  expect(await look(7, actor.accountId + 1)).toEqual([[7, null, null, null, false]]);
  expect(await look(7, actor.accountId)).toEqual([]);
});

test('[B2964] one action on many leaves an entry for each: the first leads, the others are its parts, and none leaves none', async () => {
  const many = (...ids: number[]) => leaves((tx, id) => auditMany(tx, actor, { ...of(id), subjectType: 'account', after: { status: 0 } }, ids));
  expect(await many(9, 7, 8)).toEqual([
    [9, null, { status: 0 }, 3, false],
    [7, null, { status: 0 }, 3, true],
    [8, null, { status: 0 }, 3, true],
  ]);
  expect(await many()).toEqual([]);
});

const things = [
  { subjectId: 9, before: { name: 'A' } },
  { subjectId: 7, after: { name: 'B' } },
];

test('[B2964] many things leave each their own values; a single one is no batch, and none leaves none', async () => {
  const each = (subjects: typeof things) => leaves((tx, id) => auditEach(tx, actor, of(id), subjects));
  expect(await each(things)).toEqual([
    [9, { name: 'A' }, null, 2, false],
    [7, null, { name: 'B' }, 2, true],
  ]);
  expect(await each(things.slice(0, 1))).toEqual([[9, { name: 'A' }, null, null, false]]);
  expect(await each([])).toEqual([]);
});

test('[B2964] the parts of a batch stand behind its leading entry, and none leaves none', async () => {
  const parts = (subjects: typeof things) => leaves((tx, id) => auditParts(tx, actor, of(id), subjects));
  expect(await parts(things)).toEqual([
    [9, { name: 'A' }, null, 2, true],
    [7, null, { name: 'B' }, 2, true],
  ]);
  expect(await parts([])).toEqual([]);
});
