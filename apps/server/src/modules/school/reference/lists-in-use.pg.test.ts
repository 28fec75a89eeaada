import { censorshipLevels, censorshipWords, en, levels, markingPeriods, type ReferenceList, referenceLists, schools, standards } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPointers } from '../../../platform/reference-lists/dependents-queries.ts';
import { createClass } from '../../class/classes/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { createListSamples, createScenario, type ListSamples, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

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

const remove = (list: ReferenceList, id: number) => admin.call(list.endpoints.remove, { params: { id } });
const read = (list: ReferenceList, id: number) => admin.call(list.endpoints.get, { params: { id } });

/** The fields of lists that refer to another list. */
const pointing = referenceLists
  .filter(({ writable }) => writable)
  .flatMap((list) =>
    Object.entries(list.fields).flatMap(([name, field]) => {
      const target = referenceLists.find(({ table }) => table === field.reference?.to.table);
      // a school's own rows are parts of it
      const isPart = list.perSchool && name === 'school_id';
      return target && field.setBy === 'caller' && !isPart ? [[`${target.name} by ${list.name}.${name}`, target, list, name] as const] : [];
    }),
  );

describe('[Q472] deleting what is in use', () => {
  test.each(pointing)('%s is refused, says what depends on it, and changes nothing', async (_case, target, list, name) => {
    const row = await samples.row(list);
    const id = [row[name]].flat()[0] as number;
    const before = await read(target, id);
    const reply = await remove(target, id);
    expect(reply).toMatchObject({
      status: 409,
      error: { code: 'IN_USE', params: { name: before.body.data[target.naming], depends_on: before.body.dependents } },
    });
    expect(before.body.dependents).toHaveLength(1);
    expect(reply.error?.message).toBe(`${before.body.data[target.naming]} is in use by ${before.body.dependents[0].words}. Change or delete those first.`);
    expect(await read(target, id)).toMatchObject({ status: 200, body: { data: before.body.data } });
    await remove(list, row.id);
    expect((await remove(target, id)).status).toBe(200);
  });

  test('several kinds are counted, each in words', async () => {
    const { id } = await samples.row(levels);
    for (let count = 0; count < 2; count += 1) await samples.row(standards, { level_id: id });
    const school = await scenario.school();
    const teacher = await scenario.person('teachers', school);
    await inTransaction(app.db, (tx) => createClass(tx, { schoolId: school, ownerId: teacher.accountId, name: 'Class', levelId: id }));
    expect((await remove(levels, id)).error?.message).toMatch(/is in use by 1 class and 2 standards\. Change or delete those first\.$/);
    expect((await remove(schools, school)).error?.message).toMatch(/is in use by 1 account and 1 class\./);
  });

  test('what only stands in the archive does not hold a row back', async () => {
    const { id } = await samples.row(levels);
    const standard = await samples.row(standards, { level_id: id });
    await remove(standards, standard.id);
    expect((await remove(levels, id)).status).toBe(200);
    const school = await samples.row(schools);
    const period = await samples.row(markingPeriods, { school_id: [school.id] });
    await remove(markingPeriods, period.id);
    expect((await remove(schools, school.id)).status).toBe(200);
  });

  test('[B050] nobody deletes a row that another is being made for: one of the two gives way', async () => {
    for (let round = 0; round < 8; round += 1) {
      const level = await samples.row(censorshipLevels);
      const body = { ...(await samples.body(censorshipWords)), censorship_id: level.id };
      const [made, removed] = await Promise.all([admin.call(censorshipWords.endpoints.create, { body }), remove(censorshipLevels, level.id)]);
      expect([`${made.status} ${removed.status}`, made.error?.code ?? null]).toEqual(
        made.status === 201 ? ['201 409', null] : ['422 200', 'VALIDATION_FAILED'],
      );
    }
  });
});

describe('deleted rows', () => {
  test.each(referenceLists.filter(({ writable }) => writable).map((list) => [list.name, list] as const))(
    '%s: put away or gone, as the definition says',
    async (_name, list) => {
      const { id } = await samples.row(list);
      await remove(list, id);
      const { rows } = await sql<{
        archived: boolean;
      }>`SELECT to_jsonb(t) ->> 'archived_at' IS NOT NULL AS archived FROM ${sql.table(list.table)} t WHERE id = ${id}`.execute(app.db);
      expect(rows).toEqual(list.deletion === 'archive' ? [{ archived: true }] : []);
    },
  );

  test('a row in the archive cannot be named anew, but stays where it was named', async () => {
    const level = await samples.row(levels);
    const standard = await samples.row(standards, { level_id: level.id });
    await sql`UPDATE levels SET archived_at = app_now() WHERE id = ${level.id}`.execute(app.db);
    const body = { ...(await samples.body(standards)), level_id: level.id };
    expect((await admin.call(standards.endpoints.update, { params: { id: standard.id }, body })).status).toBe(200);
    expect(await admin.call(standards.endpoints.create, { body: { ...body, name: 'Another' } })).toMatchObject({
      status: 422,
      error: { errors: { level_id: [expect.any(String)] } },
    });
  });
});

/** Lists the tables with a foreign key to a table, including those whose rows are deleted with its rows. */
async function listPointing(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT pointing.relname AS name FROM pg_constraint key JOIN pg_class pointing ON pointing.oid = key.conrelid
     WHERE key.contype = 'f' AND key.conparentid = 0 AND key.confrelid = (quote_ident(current_schema()) || '.' || quote_ident(${table}))::regclass`.execute(
    app.db,
  );
  return rows.map(({ name }) => name);
}

describe('definitions and database', () => {
  test.each(referenceLists.map((list) => [list.name, list] as const))('%s has the table, columns and keys that its definition names', async (_name, list) => {
    const { rows } = await sql<{
      name: string;
    }>`SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ${list.table}`.execute(app.db);
    const columns = rows.map(({ name }) => name);
    const own = Object.entries(list.fields)
      .filter(([, { kind }]) => kind !== 'references')
      .map(([name]) => name);
    expect(columns).toEqual(expect.arrayContaining(['id', 'created_at', 'updated_at', ...own]));
    expect(columns.includes('archived_at')).toBe(list.deletion === 'archive');
    for (const { reference } of Object.values(list.fields)) {
      if (!reference) continue;
      expect(await listPointing(reference.to.table)).toContain(reference.pairs?.table ?? list.table);
    }
  });

  test('whatever points at a list has words for it', async () => {
    const tables = new Set<string>();
    for (const { table } of referenceLists) for (const pointer of await listPointers(app.db, table)) tables.add(pointer.table);
    expect([...tables].filter((table) => !(`depends.${table}.one` in en && `depends.${table}.other` in en))).toEqual([]);
  });

  test('each list’s writes ask for rights that the seeds know', async () => {
    const { rows } = await sql<{ key: string }>`SELECT key FROM resources WHERE key IS NOT NULL`.execute(app.db);
    const keys = rows.map(({ key }) => key);
    expect(referenceLists.filter(({ writable, resource }) => writable && !keys.includes(resource)).map(({ name }) => name)).toEqual([]);
  });
});
