import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createTranslate, en, rosterApply } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBackup, writeBackup } from '../../../backup/index.ts';
import { seedDemoSchool } from '../../../demo/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { type AboutPerson, type Declaration, isAboutPerson } from '../../../platform/personal-data/index.ts';
import { followWay, parseSchema, type Schema } from '../../../platform/personal-data/schema.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { createRandom } from '../../../testing/random.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { readTrialFile, trialFiles } from '../../../testing/trial-data.ts';
import { createNamedSchool } from '../../connections/rosters/testing/named-school.ts';
import { uploadRoster } from '../../connections/rosters/testing/upload-roster.ts';
import { createFileStorage } from '../../school/files/index.ts';
import { listCopyParts } from './copy/write-copy.ts';
import { runErasures } from './erasure/run.ts';

/** The demo school and the trial rosters: the copies of 200 people are complete, and after their erasure nothing of them is left. */
const PEOPLE = 200;
interface Chosen {
  id: number;
  name: string;
  email: string;
}

let app: TestApp;
let admin: TestPerson;
let chosen: Chosen[];
let schema: Schema;
let declared: ReadonlyMap<string, Declaration>;
const log: string[] = [];
const roster = trialFiles('rosters/oneroster-1.1').map((name) => ({ name: name.split('/').at(-1) as string, bytes: readTrialFile(name) }));

beforeAll(async () => {
  app = await startTestApp({ isAlone: true, logLevel: 'debug', logTo: { write: (line) => log.push(line) } });
  await seedDemoSchool(app.db, { storage: createFileStorage(app.dataDir) });
  for (let round = 0; round < 3; round += 1) {
    await app.server.jobs.runDue();
    await app.clock.advanceMs(60_000);
  }
  const scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  if (roster.length > 0) {
    for (const name of ['Grand Bend High School', 'Grand Bend Middle School', 'Grand Bend Elementary School']) await createNamedSchool({ app, scenario }, name);
    const { import: uploaded } = await uploadRoster(app, admin, roster);
    await admin.call(rosterApply, { params: { id: uploaded!.id }, body: { mode: 'partial', create_accounts: true } });
    await app.server.jobs.runDue();
  }
  schema = parseSchema(readFileSync(new URL('../../../../migrations/schema.txt', import.meta.url), 'utf8'));
  declared = app.server.folded.personalData;
  const { rows } = await sql<Chosen>`
    SELECT id, full_name AS name, email FROM people
     WHERE NOT EXISTS (SELECT FROM courses WHERE owner_id = people.id) AND NOT EXISTS (SELECT FROM administrators WHERE account_id = people.id) ORDER BY id`.execute(
    app.db,
  );
  const random = createRandom(20_261_128);
  while (rows.length > PEOPLE) rows.splice(random.below(rows.length), 1);
  chosen = rows;
}, 600_000);
afterAll(() => app.close());

/** Returns the condition that a row of a table has one of the subjects, by nested queries. */
function isAbout(table: string, { subject, where, also = [] }: AboutPerson, ids: readonly number[]) {
  const ways = [{ subject, where }, ...also].map((way) => {
    const { steps, last } = followWay(schema, table, way.subject);
    const columns = [...steps.map(({ column }) => column), last];
    const tables = steps.map((step) => step.table);
    let condition = sql`${sql.ref(columns.at(-1)!)} = ANY(${[...ids]}::bigint[])`;
    for (let at = tables.length - 1; at >= 0; at--) {
      const key = schema.get(tables[at]!)!.primaryKey[0]!;
      condition = sql`${sql.ref(columns[at]!)} IN (SELECT ${sql.ref(key)} FROM ${sql.table(tables[at]!)} WHERE ${condition})`;
    }
    const only = Object.entries(way.where ?? {}).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    return sql`(${sql.join([condition, ...only], sql` AND `)})`;
  });
  return sql`(${sql.join(ways, sql` OR `)})`;
}

const count = async (table: string, declaration: AboutPerson, ids: readonly number[]): Promise<number> =>
  (await sql<{ n: number }>`SELECT count(*)::integer AS n FROM ${sql.table(table)} WHERE ${isAbout(table, declaration, ids)}`.execute(app.db)).rows[0]!.n;

const fold = (text: string): string => text.normalize('NFC').toLocaleLowerCase('en');
const standsIn = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && !/[\p{L}\p{N}]/u.test(text.charAt(at + word.length))) return true;
  return false;
};

async function readCopy(id: number): Promise<{ data: { tables: Record<string, unknown[]> }; text: string }> {
  return app.db.transaction().execute(async (tx) => {
    const written = await listCopyParts(
      tx as Tx,
      { schema, declared, storage: createFileStorage(app.dataDir), t: createTranslate(en), language: { tag: 'en', locale: 'en', direction: 'ltr' } },
      id,
    );
    const texts: Record<string, string> = {};
    for await (const { name, content } of written!.parts) {
      const pieces: string[] = [];
      for await (const piece of content as AsyncIterable<string>) pieces.push(name.startsWith('files/') ? '' : String(piece));
      texts[name] = pieces.join('');
    }
    return { data: JSON.parse(texts['data.json']!), text: fold(texts['data.json']! + texts['index.html']!) };
  });
}

test('[B2730] the copies of 200 people hold every declared row, counted the other way round, and name no other child', { timeout: 600_000 }, async () => {
  expect(chosen.length).toBeGreaterThan(roster.length > 0 ? 199 : 20);
  const copied: Record<string, number> = {};
  const { rows: children } = await sql<{ name: string }>`
    SELECT DISTINCT full_name AS name FROM people JOIN account_types ON account_types.id = people.account_type_id
     WHERE account_types.name = 'Student' AND full_name LIKE '% %' AND NOT EXISTS (SELECT FROM people other JOIN account_types type ON type.id = other.account_type_id
                                                        WHERE type.name <> 'Student' AND lower(other.full_name) = lower(people.full_name))`.execute(app.db);
  const names = children.map(({ name }) => fold(name));
  const shown: string[] = [];
  const wrong: string[] = [];
  for (const { id, name } of chosen) {
    const { data, text } = await readCopy(id);
    for (const [table, rows] of Object.entries(data.tables)) {
      copied[table] = (copied[table] ?? 0) + rows.length;
      const declaration = declared.get(table) as AboutPerson;
      if (declaration.also && (await count(table, declaration, [id])) !== rows.length) wrong.push(`${table} of ${id}`);
    }
    for (const other of names) if (!fold(name).includes(other) && text.includes(other) && standsIn(text, other)) shown.push(`${other} in the copy of ${name}`);
  }
  expect(shown).toEqual([]);
  const ids = chosen.map(({ id }) => id);
  for (const [table, declaration] of declared)
    if (isAboutPerson(declaration) && declaration.copy !== 'never' && !declaration.also) {
      const there = await count(table, declaration, ids);
      if (there !== (copied[table] ?? 0)) wrong.push(`${table}: ${there} rows, ${copied[table] ?? 0} copied`);
    }
  expect(wrong).toEqual([]);
  expect(Object.values(copied).reduce((sum, rows) => sum + rows, 0)).toBeGreaterThan(chosen.length * 3);
});

/** Returns the hashes of the school's figures: what lessons, questions, works and points count. */
async function readFigures(): Promise<Record<string, string>> {
  const hash = async (table: string, columns: string) =>
    (
      await sql<{ hash: string }>`
        SELECT md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS hash FROM (SELECT ${sql.raw(columns)} FROM ${sql.table(table)}) t`.execute(app.db)
    ).rows[0]!.hash;
  return {
    lessons: await hash('lesson_figures', '*'),
    questions: await hash('item_results', '*'),
    responses: await hash('item_result_responses', '*'),
    grades: await hash('submissions', 'course_work_id, state, late, draft_grade, assigned_grade, excused'),
    facts: await hash('lesson_students', 'session_id, answered, first_right, second_right, transfer_right, comments_given, likes_received'),
    choices: await hash('live_posts', 'session_id, phase_id, response_id, confidence'),
    points: await hash('reward_points', 'type, points, cause'),
    members: await hash('course_members', 'course_id, role'),
  };
}

async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`.execute(
    app.db,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) counts[name] = (await sql<{ n: number }>`SELECT count(*)::integer AS n FROM ${sql.table(name)}`.execute(app.db)).rows[0]!.n;
  return counts;
}

/** Returns the lines of each file of a folder, folded: tables of a backup and everything else that lies there. */
function* readLines(folder: string): Generator<{ file: string; line: string }> {
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const path = join(folder, name);
    if (!statSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    for (const line of text.split('\n')) yield { file: name, line: fold(line) };
  }
}

test('[B2730] after the erasure of 200 people nothing of them stands in a new backup, in a file or in the log; figures stay, and receipts name every count that changes', {
  timeout: 900_000,
}, async () => {
  const ids = chosen.map(({ id }) => id);
  const [figures, before] = [await readFigures(), await countRows()];
  const { rows: accounts } = await sql<{ line: string }>`SELECT lower(accounts::text) AS line FROM accounts WHERE id = ANY(${ids}::bigint[])`.execute(app.db);
  expect(chosen.filter(({ email }) => !accounts.some(({ line }) => standsIn(line, fold(email))))).toEqual([]); // the search finds what is there
  const { rows: erasures } = await sql<{ id: number }>`
    INSERT INTO erasures (number, school_id, account_id, asked_by, was_active, due_at)
    SELECT 'T-' || id, school_id, id, ${admin.accountId}, status, app_now() FROM people WHERE id = ANY(${ids}::bigint[]) RETURNING id`.execute(app.db);
  log.length = 0;
  const storage = createFileStorage(app.dataDir);
  await runErasures(
    {
      backgroundDb: app.db,
      storage,
      dataDir: app.dataDir,
      t: createTranslate(en),
      sources: () => ({ declared, schema }),
      listFileUses: () => app.server.folded.fileUses,
    },
    erasures.map(({ id }) => id),
  );
  const { rows: receipts } = await sql<{
    number: string;
    state: string;
    counts: Record<string, Record<string, number>>;
    named_in: { table: string; id: number }[];
    chain: Buffer;
  }>`SELECT number, state, counts, named_in, chain FROM erasures WHERE number LIKE 'T-%'`.execute(app.db);
  expect(receipts.map(({ state, chain }) => [state, chain.length])).toEqual(receipts.map(() => ['done', 32]));
  expect(await readFigures()).toEqual(figures);
  const deleted: Record<string, number> = {};
  for (const { counts } of receipts) for (const [table, done] of Object.entries(counts)) deleted[table] = (deleted[table] ?? 0) + (done.deleted ?? 0);
  const own = new Set(['job_schedules', 'jobs', 'table_changes', 'account_access', 'dashboard_changes', 'dashboard_wanted', 'erasures']);
  const after = await countRows();
  const gone = Object.entries(before).flatMap(([table, rows]) => (own.has(table) ? [] : [[table, rows - after[table]!]]));
  expect(gone).toEqual(gone.map(([table]) => [table, deleted[table!] ?? 0]));

  const target = join(temporaryFolder(), 'backup');
  await writeBackup({ connection: app.connection, storage, dataDir: app.dataDir, version: '0.0.0-test' }, target);
  expect((await verifyBackup(target)).problems).toEqual([]);
  const { rows: living } = await sql<{ name: string }>`SELECT lower(full_name) AS name FROM people`.execute(app.db);
  const stillThere = new Set(living.map(({ name }) => name));
  const mayStand = new Map(receipts.map(({ number, named_in }) => [Number(number.slice(2)), new Set(named_in.map(({ table }) => `tables/${table}.copy.gz`))]));
  const words = chosen.flatMap(({ id, name, email }) => [
    { id, word: fold(email), isName: false },
    ...(name.includes(' ') && !stillThere.has(name.toLowerCase()) ? [{ id, word: fold(name), isName: true }] : []),
  ]);
  const left: string[] = [];
  const look = (file: string, line: string): void => {
    for (const { id, word, isName } of words)
      if (line.includes(word) && standsIn(line, word) && !(isName && mayStand.get(id)!.has(file))) left.push(`${word} in ${file}: ${line.slice(0, 200)}`);
  };
  for (const { file, line } of readLines(target)) look(file, line);
  for (const { file, line } of readLines(app.dataDir)) look(`data folder, ${file}`, line);
  for (const line of log) look('log', fold(line));
  expect(left.slice(0, 20)).toEqual([]);

  const { rows: columns } = await sql<{ table: string; column: string }>`
    SELECT c.relname AS table, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND (a.attname IN ('account_id', 'student_id', 'teacher_id', 'owner_id') OR EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = 'accounts'::regclass AND k.conkey = ARRAY[a.attnum]))`.execute(
    app.db,
  );
  for (const { table, column } of columns) {
    const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ANY(${ids}::bigint[]) LIMIT 1`.execute(app.db);
    if (rows.length > 0) left.push(`${table}.${column}`);
  }
  expect(left).toEqual([]);
});
