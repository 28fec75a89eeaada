import { levels, markingPeriods, type ReferenceList, referenceLists, schools, standards } from '@classwright/contract';
import { sql } from 'kysely';
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

const archiving = referenceLists.filter(({ writable, deletion }) => writable && deletion === 'archive').map((list) => [list.name, list] as const);
const on = (list: ReferenceList, id: number, person = admin) => ({
  remove: () => person.call(list.endpoints.remove, { params: { id } }),
  restore: () => person.call(list.endpoints.restore, { params: { id } }),
  purge: () => person.call(list.endpoints.purge, { params: { id } }),
  get: () => person.call(list.endpoints.get, { params: { id } }),
});
const idsIn = async (list: ReferenceList, query: object, person = admin): Promise<number[]> =>
  (await person.call(list.endpoints.list, { query: { per_page: 0, ...query } })).body.data.map(({ id }: { id: number }) => id);
const isStored = async ({ table }: ReferenceList, id: number) =>
  (await sql`SELECT 1 FROM ${sql.table(table)} WHERE id = ${id}`.execute(app.db)).rows.length === 1;
const told = async (list: ReferenceList, id: number) =>
  (
    await sql<{ action: string; before: object | null; after: object | null }>`
    SELECT action, before, after FROM audit_entries WHERE subject_type = ${list.name} AND subject_id = ${id} ORDER BY id`.execute(app.db)
  ).rows;

describe.each(archiving)('the archive of %s', (_name, list) => {
  test('has what was deleted, and gives it back as it was', async () => {
    const row = await samples.row(list);
    const call = on(list, row.id);
    const before = (await call.get()).body.data;
    expect(await idsIn(list, { archived: true })).not.toContain(row.id);
    await call.remove();
    expect([(await idsIn(list, {})).includes(row.id), (await idsIn(list, { archived: true })).includes(row.id)]).toEqual([false, true]);
    expect(await call.restore()).toMatchObject({ status: 200, body: { message: expect.stringMatching(/ Restored Successfully$/), data: { id: row.id } } });
    const { updated_at: _before, ...was } = before;
    const { updated_at: _after, ...is } = (await call.get()).body.data;
    expect(is).toEqual(was);
    expect([(await idsIn(list, {})).includes(row.id), (await idsIn(list, { archived: true })).includes(row.id)]).toEqual([true, false]);
    expect((await told(list, row.id)).at(-1)).toMatchObject({ action: `${list.name}.restore`, after: { [list.naming]: row[list.naming] } });
  });

  test('is purged row by row, for good; the audit trail keeps what it was', async () => {
    const row = await samples.row(list);
    const call = on(list, row.id);
    await call.remove();
    expect(await call.purge()).toMatchObject({ status: 200, body: { id: row.id, message: expect.stringMatching(/ Purged Successfully$/) } });
    expect(await isStored(list, row.id)).toBe(false);
    expect((await told(list, row.id)).at(-1)).toMatchObject({ action: `${list.name}.purge`, before: { [list.naming]: row[list.naming] }, after: null });
    expect((await call.restore()).status).toBe(404);
    expect((await call.purge()).status).toBe(404);
  });

  test('holds nothing that is in use: neither restored nor purged, and answered as missing', async () => {
    const row = await samples.row(list);
    for (const verb of ['restore', 'purge'] as const) expect(await on(list, row.id)[verb]()).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    expect((await on(list, row.id).get()).status).toBe(200);
  });

  test('is open to those alone who may purge', async () => {
    const row = await samples.row(list);
    await on(list, row.id).remove();
    const keeper = await scenario.person('student', null);
    await giveRights(
      app.db,
      keeper.accountId,
      ['view', 'create', 'edit', 'delete'].map((action) => `${list.resource}:${action}`),
    );
    const { restore, purge } = on(list, row.id, keeper);
    for (const reply of [await restore(), await purge(), await keeper.call(list.endpoints.list, { query: { archived: true } })])
      expect(reply).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
    expect(await isStored(list, row.id)).toBe(true);
  });
});

test('a list that erases has no archive', async () => {
  for (const list of referenceLists.filter(({ writable, deletion }) => writable && deletion === 'erase')) {
    const row = await samples.row(list);
    expect((await on(list, row.id).restore()).status).toBe(404);
    expect((await on(list, row.id).purge()).status).toBe(404);
    const asked = await admin.call(list.endpoints.list, { query: { archived: true } });
    expect(asked).toMatchObject({ status: 422, error: { errors: { archived: [expect.any(String)] } } });
  }
});

describe('[B060] purging', () => {
  test('is refused with 409 as long as anything at all names the row, archived rows and the audit trail too', async () => {
    const level = await samples.row(levels);
    const standard = await samples.row(standards, { level_id: level.id });
    await on(standards, standard.id).remove();
    await on(levels, level.id).remove();
    expect(await on(levels, level.id).purge()).toMatchObject({ status: 409, error: { code: 'IN_USE', message: expect.stringContaining('1 standard') } });
    await on(standards, standard.id).purge();
    expect((await on(levels, level.id).purge()).status).toBe(200);

    const school = await samples.row(schools);
    const person = await scenario.person('admin', school.id);
    await person.call(levels.endpoints.create, { body: { name: `Level of ${school.id}` } as never });
    await sql`UPDATE accounts SET school_id = NULL WHERE id = ${person.accountId}`.execute(app.db);
    await on(schools, school.id).remove();
    expect(await on(schools, school.id).purge()).toMatchObject({
      status: 409,
      error: { code: 'IN_USE', message: expect.stringContaining('1 audit trail entry') },
    });
  });

  test('takes the row’s own parts with it', async () => {
    const school = await samples.row(schools);
    const period = await samples.row(markingPeriods, { school_id: [school.id] });
    await on(markingPeriods, period.id).remove();
    expect((await on(markingPeriods, period.id).purge()).status).toBe(200);
    expect((await sql`SELECT 1 FROM marking_period_schools WHERE marking_period_id = ${period.id}`.execute(app.db)).rows).toEqual([]);
  });

  test('and restoring at the same moment: one of the two gives way', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await samples.row(levels);
      await on(levels, id).remove();
      const replies = await Promise.all([on(levels, id).restore(), on(levels, id).purge()]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect(await isStored(levels, id)).toBe(replies[0]!.status === 200);
    }
  });
});

describe('[B060] restoring', () => {
  test('is refused while another row has the name by now', async () => {
    const row = await samples.row(levels);
    await on(levels, row.id).remove();
    const other = await samples.row(levels, { name: row.name });
    expect(await on(levels, row.id).restore()).toMatchObject({
      status: 409,
      error: { code: 'RESTORE_TAKEN', message: `Something named ${String(row.name)} already exists. Rename or delete it first.` },
    });
    await on(levels, other.id).remove();
    expect((await on(levels, row.id).restore()).status).toBe(200);
  });

  test('is refused while it names something that is archived too', async () => {
    const level = await samples.row(levels);
    const standard = await samples.row(standards, { level_id: level.id });
    await on(standards, standard.id).remove();
    await on(levels, level.id).remove();
    expect(await on(standards, standard.id).restore()).toMatchObject({ status: 409, error: { code: 'RESTORE_FIRST', params: { fields: 'Level' } } });
    await on(levels, level.id).restore();
    expect((await on(standards, standard.id).restore()).status).toBe(200);
  });

  test('somebody of one school neither sees nor touches another school’s archive', async () => {
    const [own, foreign] = [await scenario.school(), await scenario.school()];
    const keeper = await scenario.person('teachers', own);
    await giveRights(
      app.db,
      keeper.accountId,
      ['view', 'delete', 'purge'].map((action) => `periods:${action}`),
    );
    const theirs = await samples.row(markingPeriods, { school_id: [foreign] });
    const ours = await samples.row(markingPeriods, { school_id: [own] });
    for (const { id } of [theirs, ours]) await on(markingPeriods, id).remove();
    const seen = await idsIn(markingPeriods, { archived: true }, keeper);
    expect([seen.includes(ours.id), seen.includes(theirs.id)]).toEqual([true, false]);
    for (const verb of ['restore', 'purge'] as const) expect((await on(markingPeriods, theirs.id, keeper)[verb]()).status).toBe(404);
    expect((await on(markingPeriods, ours.id, keeper).purge()).status).toBe(200);
  });
});
