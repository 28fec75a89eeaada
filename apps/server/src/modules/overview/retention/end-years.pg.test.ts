import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { erasureCreate, retentionView } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { bringBackYear, pruneYearFiles, restoreBackup, YEAR_FILE_DAYS, verifyBackup, writeBackup } from '../../../backup/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { allowErasing } from '../../../platform/personal-data/erase-queries.ts';
import { readSchema } from '../../../platform/personal-data/read-schema.ts';
import { saveTerm } from '../../../platform/personal-data/save-term-queries.ts';
import { countSchoolRows, listSchoolRows, removeSchoolRows } from '../../../platform/personal-data/school-end-queries.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { toDatabaseUrl } from '../../../testing/product-process.ts';
import { withClient, withScratchDatabase } from '../../../testing/scratch-database.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { createFileStorage, deleteUnusedFiles } from '../../school/files/index.ts';
import { endWholeYears } from './end-years.ts';
import { listSchoolsNow } from './queries.ts';
import { runNight } from './run.ts';

const TABLES = ['audit_entries', 'record_readings'] as const;

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let other: TestClass;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  await app.clock.moveTo('2026-11-30T12:00:00Z');
  // The installation was made by the true clock, which may be later, and nothing ends before its first day.
  await sql`UPDATE installation SET retention_from = '2026-01-01' WHERE true`.execute(app.db);
  scenario = createScenario(app);
  room = await scenario.class({ schoolId: await scenario.school('America/Chicago'), students: 3 });
  other = await scenario.class({ schoolId: await scenario.school('UTC'), students: 1 });
}, 60_000);
afterAll(() => app.close());
beforeEach(async () => {
  folder = temporaryFolder();
  await sql`DELETE FROM retention_holds`.execute(app.db);
  await sql`DELETE FROM retention_runs`.execute(app.db);
  await sql`DELETE FROM retention_terms`.execute(app.db);
  await inTransaction(app.db, async (tx) => {
    await allowErasing(tx);
    for (const table of TABLES) await sql`DELETE FROM ${sql.table(table)}`.execute(tx);
  });
});

const dependencies = () => ({
  backgroundDb: app.db,
  sources: () => ({ declared: app.server.folded.personalData, schema: readSchema() }),
  deleteUnusedFiles: (tx: Parameters<typeof deleteUnusedFiles>[0], ids: readonly number[]) =>
    deleteUnusedFiles(tx, { storage: createFileStorage(app.dataDir), uses: app.server.folded.fileUses }, ids),
});
const endYears = async (yearFiles: Parameters<typeof endWholeYears>[0]['yearFiles'] = { folder, isOwnFolder: true }) =>
  endWholeYears({ ...dependencies(), yearFiles }, await listSchoolsNow(app.db));

/** Adds an entry and a reading about a person, at an instant. */
async function addRows(person: TestPerson, at: string, after: object = { n: 1 }): Promise<void> {
  const reader = (person === other.students[0] ? other : room).teacher;
  await sql`
    INSERT INTO audit_entries (at, account_id, school_id, action, subject_type, subject_id, after)
    SELECT ${at}::timestamptz, ${reader.accountId}, school_id, 'a.b', 'account', id, ${JSON.stringify(after)}::jsonb FROM accounts WHERE id = ${person.accountId}`.execute(
    app.db,
  );
  await sql`
    INSERT INTO record_readings (account_id, reader_id, data_class, day, first_at, last_at, times, was_teacher)
    VALUES (${person.accountId}, ${reader.accountId}, 'grade', (${at}::timestamptz AT TIME ZONE 'UTC')::date, ${at}::timestamptz, ${at}::timestamptz, 1, true)`.execute(
    app.db,
  );
}

const rowsOf = async (table: string) =>
  (await sql<{ row: Record<string, unknown> }>`SELECT to_jsonb(r) AS row FROM ${sql.table(table)} AS r ORDER BY id`.execute(app.db)).rows.map(({ row }) => row);
const counts = async () => Promise.all(TABLES.map(async (table) => (await rowsOf(table)).length));
const partsOf = async (table: string) =>
  (await sql<{ part: string; ends: number | null }>`SELECT part, ends FROM list_school_years(${table})`.execute(app.db)).rows.map(({ part, ends }) => [
    part,
    ends,
  ]);
const filesOf = (table: string) => readdirSync(join(folder, 'years')).filter((name) => name.startsWith(table));
/** Erases a person, as an administrator asks for it, without the days in which it could be called off. */
async function eraseNow({ accountId }: TestPerson): Promise<void> {
  expect((await room.admin.call(erasureCreate, { body: { account_id: accountId } as never })).error).toBeNull();
  await sql`UPDATE erasures SET due_at = app_now() - interval '1 second' WHERE state = 'waiting'`.execute(app.db);
  await app.server.jobs.runSchedules();
  await sql`UPDATE job_schedules SET next_at = app_now() WHERE kind = 'erasures'`.execute(app.db);
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
}

describe('[B3027] school years that are over for every school end whole', () => {
  test('their rows go to a file and their parts at once; the nights say how many; newer rows, and later inserts of such days, have their place', async () => {
    const [ann] = room.students as [TestPerson];
    const [eve] = other.students as [TestPerson];
    for (const at of ['2023-05-01T10:00Z', '2024-10-01T10:00Z', '2025-05-01T10:00Z']) await addRows(ann, at);
    await addRows(eve, '2025-06-01T10:00Z');
    await addRows(ann, '2025-09-01T10:00Z');
    await addRows(ann, '2026-11-01T10:00Z');
    const before = await Promise.all(TABLES.map(rowsOf));
    await endYears();
    for (const [index, table] of TABLES.entries()) {
      expect(await rowsOf(table)).toEqual(before[index]!.slice(-2));
      expect((await partsOf(table))[0]).toEqual([`${table}_earlier`, 2025]);
      expect((await partsOf(table)).map(([part]) => part)).not.toContain(`${table}_y2024`);
      const [name, ...more] = filesOf(table);
      expect(more).toEqual([]);
      const [head, ...rows] = gunzipSync(readFileSync(join(folder, 'years', name!)))
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
      expect(head).toMatchObject({ table, before: 2025, rows: 4 });
      expect(rows).toEqual(before[index]!.slice(0, 4));
    }
    const runs = (await room.admin.call(retentionView)).body.runs;
    expect(runs.map(({ counts: of }) => of)).toEqual([{ log: { deleted: 6 } }]);
    await addRows(ann, '2024-11-01T10:00Z');
    expect(await counts()).toEqual([3, 3]);
    await endYears(); // a part that is there again
    expect(await counts()).toEqual([2, 2]);
    expect((await partsOf('audit_entries'))[0]).toEqual(['audit_entries_earlier', 2025]);
    await endYears();
    expect(filesOf('audit_entries')).toHaveLength(2);
  });

  test('a longer term of one school, a hold, and a school that is suspended keep a year as it is, and the nights end single rows', async () => {
    const [ann, ben] = room.students as [TestPerson, TestPerson];
    const [eve] = other.students as [TestPerson];
    for (const person of [ann, ben, eve]) await addRows(person, '2025-03-01T10:00Z');
    await saveTerm(app.db as never, other.schoolId, 'log', 900);
    await endYears();
    expect(await counts()).toEqual([3, 3]);
    await sql`DELETE FROM retention_terms`.execute(app.db);
    await sql`
      INSERT INTO retention_holds (school_id, account_id, reason, until, made_by)
      VALUES (${room.schoolId}, ${ann.accountId}, 'A case', (app_now() + interval '90 days')::date, ${room.admin.accountId})`.execute(app.db);
    await endYears();
    expect(await counts()).toEqual([3, 3]);
    await runNight(dependencies(), (await listSchoolsNow(app.db)).find(({ id }) => id === room.schoolId)!);
    expect((await rowsOf('record_readings')).map((row) => row.account_id)).toEqual([ann.accountId, eve.accountId]);
    await sql`DELETE FROM retention_holds`.execute(app.db);
    const open = await listSchoolsNow(app.db);
    await endWholeYears(
      { ...dependencies(), yearFiles: { folder, isOwnFolder: true } },
      open.filter(({ id }) => id !== other.schoolId),
    );
    expect((await rowsOf('record_readings')).map((row) => row.account_id)).toEqual([ann.accountId, eve.accountId]);
    await endYears();
    expect(await counts()).toEqual([0, 0]);
  });

  test('without a place for the file, or while somebody holds the rows, nothing ends', async () => {
    await addRows(room.students[0]!, '2025-03-01T10:00Z');
    await endYears(null);
    await endYears({ folder: join(folder, 'not', 'mounted'), isOwnFolder: false });
    writeFileSync(join(folder, 'file'), '');
    await endYears({ folder: join(folder, 'file'), isOwnFolder: true });
    expect(await counts()).toEqual([1, 1]);
    await withClient(app.connection, async (client) => {
      await client.query('BEGIN; LOCK TABLE schools IN ROW EXCLUSIVE MODE; LOCK TABLE accounts IN ACCESS SHARE MODE');
      await endYears();
      expect([await counts(), readdirSync(join(folder, 'years'))]).toEqual([[1, 1], []]);
      await client.query('ROLLBACK');
    });
    await endYears();
    expect(await counts()).toEqual([0, 0]);
  });

  test('files go when their days are over, and others in the folder stay', async () => {
    await addRows(room.students[0]!, '2025-03-01T10:00Z');
    await endYears();
    writeFileSync(join(folder, 'years', 'mine.txt'), '');
    writeFileSync(join(folder, 'years', `${filesOf('audit_entries')[0]}.unfinished`), '');
    const now = await app.clock.now();
    await pruneYearFiles({ folder, isOwnFolder: true }, new Date(now.getTime() + (YEAR_FILE_DAYS - 1) * 86_400_000));
    expect(readdirSync(join(folder, 'years'))).toHaveLength(3);
    await pruneYearFiles({ folder, isOwnFolder: true }, new Date(now.getTime() + (YEAR_FILE_DAYS + 1) * 86_400_000));
    expect(readdirSync(join(folder, 'years'))).toEqual(['mine.txt']);
  });
});

describe('[B3028] ended years come back', () => {
  test('as they were, once, and not from a damaged file', async () => {
    const [ann] = room.students as [TestPerson];
    for (let day = 10; day < 29; day++) await addRows(ann, `2025-03-${day}T10:00:00.123456Z`, { text: 'ü "quoted" \\ \n line', n: null });
    const before = await Promise.all(TABLES.map(rowsOf));
    await endYears();
    for (const [index, table] of TABLES.entries()) {
      const path = join(folder, 'years', filesOf(table)[0]!);
      const bytes = readFileSync(path);
      const damaged = join(folder, 'damaged.gz');
      for (const wrong of [
        bytes.subarray(0, -20),
        Buffer.concat([bytes.subarray(0, 60), Buffer.from([bytes[60]! ^ 255]), bytes.subarray(61)]),
        Buffer.from('text'),
      ]) {
        writeFileSync(damaged, wrong);
        await expect(bringBackYear(app.connection, damaged)).rejects.toThrow('is not a file of ended rows, or it is damaged');
        expect(await rowsOf(table)).toEqual([]);
      }
      await expect(bringBackYear(app.connection, join(folder, 'none'))).rejects.toThrow('There is no file');
      expect(await bringBackYear(app.connection, path)).toMatchObject({ rows: 19, isWithoutTexts: false });
      expect(await rowsOf(table)).toEqual(before[index]);
      expect((await bringBackYear(app.connection, path)).rows).toBe(0);
      expect(await rowsOf(table)).toEqual(before[index]);
    }
  });

  test('without people who were erased since, and then without texts that may name them', async () => {
    const [ann, , gone] = room.students as [TestPerson, TestPerson, TestPerson];
    await addRows(ann, '2025-03-01T10:00Z', { about: 'Gone Student' });
    await sql`INSERT INTO audit_entries (at, account_id, school_id, action, subject_type, subject_id) VALUES ('2025-03-02Z', ${gone.accountId}, ${room.schoolId}, 'by', 'course', 1),
      ('2025-03-03Z', ${room.teacher.accountId}, ${room.schoolId}, 'about', 'account', ${gone.accountId}), ('2025-03-04Z', NULL, ${room.schoolId}, 'course', 'course', ${gone.accountId})`.execute(
      app.db,
    );
    await endYears();
    await eraseNow(gone);
    expect((await sql`SELECT FROM accounts WHERE id = ${gone.accountId}`.execute(app.db)).rows).toEqual([]);
    const trail = (await rowsOf('audit_entries')).length;
    expect(await bringBackYear(app.connection, join(folder, 'years', filesOf('audit_entries')[0]!))).toMatchObject({ rows: 2, isWithoutTexts: true });
    const back = (await rowsOf('audit_entries')).filter(({ at }) => String(at) < '2026');
    expect(back.map(({ action, after }) => [action, after])).toEqual([
      ['a.b', null],
      ['course', null],
    ]);
    expect((await rowsOf('audit_entries')).length).toBe(trail + 2);
  });
});

test('[B3029] rows in the same place of other parts stay when rows end, and an erasure finds a person in every part', async () => {
  const [ann, ben] = room.students as [TestPerson, TestPerson];
  const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', ann.accountId).executeTakeFirstOrThrow();
  // the first place of three parts, after they were emptied
  for (const table of TABLES) for (const [part] of await partsOf(table)) await sql`VACUUM FULL ${sql.table(part as string)}`.execute(app.db);
  for (const at of ['2025-01-01T10:00Z', '2025-12-01T10:00Z', '2026-10-01T10:00Z', '2040-01-01T10:00Z']) {
    await addRows(ann, at, { name: `${ann.accountId} Ann` });
    await addRows(ben, at, { told: email });
  }
  const places = (await sql<{ n: number }>`SELECT count(DISTINCT ctid)::integer AS n FROM audit_entries`.execute(app.db)).rows[0]!.n;
  expect(places).toBeLessThan(8); // they share places, which is what this test is about
  await runNight(dependencies(), (await listSchoolsNow(app.db)).find(({ id }) => id === room.schoolId)!);
  const left = (await rowsOf('audit_entries')).map(({ at }) => String(at).slice(0, 4));
  expect(left.filter((year) => year === '2025')).toHaveLength(2);
  expect(left).toHaveLength(6);
  expect((await rowsOf('record_readings')).length).toBe(6);

  await eraseNow(ann);
  const trail = (await rowsOf('audit_entries')).filter(({ action }) => action === 'a.b');
  expect(trail).toHaveLength(6);
  expect(JSON.stringify(trail)).not.toContain(email);
  expect(trail.filter(({ subject_id }) => subject_id === ann.accountId)).toEqual([]);
  expect(trail.filter(({ subject_id }) => subject_id === ben.accountId)).toHaveLength(3);
  expect((await rowsOf('record_readings')).map(({ account_id }) => account_id)).toEqual([ben.accountId, ben.accountId, ben.accountId]);
});

test('[B3030] the end of a school reaches its rows in every part, and no rows of another school', async () => {
  const [eve] = other.students as [TestPerson];
  for (const at of ['2023-01-01T10:00Z', '2025-12-01T10:00Z', '2026-10-01T10:00Z', '2040-01-01T10:00Z']) {
    await addRows(room.students[1]!, at);
    await addRows(eve, at);
  }
  const rows = listSchoolRows(readSchema(), other.schoolId);
  for (const table of TABLES) {
    const of = rows.get(table)!;
    expect(await countSchoolRows(app.db, of)).toBe(4);
    await inTransaction(app.db, async (tx) => {
      await allowErasing(tx);
      expect(await removeSchoolRows(tx, of, 3)).toBe(3);
      expect(await removeSchoolRows(tx, of, 3)).toBe(1);
      expect(await removeSchoolRows(tx, of, 3)).toBe(0);
    });
    expect((await rowsOf(table)).length).toBe(4);
  }
});

test('[B3031] a backup holds the rows of every part, and a restore brings each to its part', { timeout: 120_000 }, async () => {
  for (const at of ['2023-01-01T10:00Z', '2025-12-01T10:00Z', '2026-10-01T10:00Z', '2040-01-01T10:00Z']) await addRows(other.students[0]!, at);
  const target = join(temporaryFolder(), 'backup');
  await writeBackup({ connection: app.connection, storage: createFileStorage(app.dataDir), dataDir: app.dataDir, version: '0.0.0-test' }, target);
  const { manifest, problems } = await verifyBackup(target);
  expect(problems).toEqual([]);
  const named = manifest.tables.map(({ name }) => name);
  for (const table of TABLES) expect(named.filter((name) => name.startsWith(table))).toEqual([table]);
  expect(manifest.sequences.filter(({ table }) => (TABLES as readonly string[]).includes(table)).map(({ column }) => column)).toEqual(['id', 'id']);
  const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
  await withScratchDatabase(postgres, async (client, connection) => {
    const dataDir = join(temporaryFolder(), 'data');
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const restored = await restoreBackup(target, { databaseUrl: toDatabaseUrl(connection), dataDir, s3: null });
    expect(restored.problems).toEqual([]);
    for (const table of TABLES) {
      const { rows } = await client.query(`SELECT to_jsonb(r) AS row FROM ${table} r ORDER BY id`);
      expect(JSON.stringify(rows.map(({ row }) => row))).toBe(JSON.stringify(await rowsOf(table)));
      const places = await client.query(`SELECT tableoid::regclass::text AS part FROM ${table} ORDER BY id`);
      expect(places.rows.map(({ part }) => part)).toEqual(['earlier', 'y2025', 'y2026', 'later'].map((part) => `${table}_${part}`));
    }
    await expect(client.query('TRUNCATE audit_entries_y2025')).rejects.toThrow('is append-only');
    await expect(client.query('DELETE FROM audit_entries')).rejects.toThrow('is append-only');
    const next = await client.query(`INSERT INTO audit_entries (action, subject_type) VALUES ('a', 'b') RETURNING id`);
    const used = (await rowsOf('audit_entries')).map(({ id }) => Number(id));
    expect(Number(next.rows[0].id)).toBeGreaterThan(Math.max(...used));
  });
});
