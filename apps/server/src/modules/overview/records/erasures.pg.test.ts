import { readFileSync } from 'node:fs';
import { createTranslate, en, erasureCreate, erasureList, erasurePreview, erasureCancel } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemoSchool } from '../../../demo/index.ts';
import { readErasureList } from '../../../platform/personal-data/erasure-list.ts';
import { parseSchema } from '../../../platform/personal-data/schema.ts';
import { createScenario, runLesson, type Scenario, startTestApp, type TestApp, type TestClass } from '../../../testing/index.ts';
import { createFileStorage } from '../../school/files/index.ts';
import { eraseAgain, runErasures } from './erasure/run.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  await seedDemoSchool(app.db, { storage: createFileStorage(app.dataDir) });
  await app.db.deleteFrom('jobs').where('kind', 'like', 'work-product%').execute(); // they take a while, and are nothing of this
  for (let round = 0; round < 3; round += 1) {
    await app.server.jobs.runDue(); // figures of the demo's lessons
    await app.clock.advanceMs(60_000);
  }
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
}, 120_000);
afterAll(() => app.close());

const demo = (email: string) => app.db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

/** Lets the days of all erasures pass, and makes them. */
async function makeErasures(): Promise<void> {
  await sql`UPDATE erasures SET due_at = app_now() - interval '1 second' WHERE state = 'waiting'`.execute(app.db);
  await app.server.jobs.runSchedules();
  await sql`UPDATE job_schedules SET next_at = app_now() WHERE kind = 'erasures'`.execute(app.db);
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
}

const listTables = async () =>
  (
    await sql<{
      name: string;
    }>`SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`.execute(
      app.db,
    )
  ).rows.map(({ name }) => name);

const schema = parseSchema(readFileSync(new URL('../../../../migrations/schema.txt', import.meta.url), 'utf8'));
const erasing = () => ({
  backgroundDb: app.db,
  storage: createFileStorage(app.dataDir),
  dataDir: app.dataDir,
  t: createTranslate(en),
  sources: () => ({ declared: app.server.folded.personalData, schema }),
  listFileUses: () => app.server.folded.fileUses,
});

/** Makes an erasure in a process that ends after so many statements. Returns true when it was done before. */
async function runUntil(id: number, statements: number): Promise<boolean> {
  let left = statements;
  const ends = {
    transformQuery({ node }: { node: never }) {
      if (--left < 0) throw new Error('the process has ended');
      return node;
    },
    transformResult: async ({ result }: { result: never }) => result,
  };
  try {
    await runErasures({ ...erasing(), backgroundDb: app.db.withPlugin(ends as never) }, [id]);
    return true;
  } catch (error) {
    if ((error as Error).message !== 'the process has ended') throw error;
    return false;
  }
}

/** Returns the tables in whose rows one of the words stands. */
async function findWords(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const patterns = words.map((word) => `%${word}%`);
  for (const table of await listTables()) {
    const { rows } = await sql<{
      row: string;
    }>`SELECT left(r::text, 300) AS row FROM ${sql.table(table)} AS r WHERE r::text ILIKE ANY(${patterns}::text[]) LIMIT 1`.execute(app.db);
    found.push(...rows.map(({ row }) => `${table}: ${row}`));
  }
  return found;
}

/** Returns the columns that name an account and still hold this id. */
async function findId(id: number): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    SELECT c.relname AS table, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND (a.attname = 'account_id' OR EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = 'accounts'::regclass AND k.conkey = ARRAY[a.attnum]))`.execute(
    app.db,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${id} LIMIT 1`.execute(app.db);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

/** Returns the school's figures: what lessons, questions and works count, and how many rows each table has. */
async function readFigures(): Promise<Record<string, unknown>> {
  const hash = async (table: string, columns: string) =>
    (
      await sql<{
        hash: string;
      }>`SELECT md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS hash FROM (SELECT ${sql.raw(columns)} FROM ${sql.table(table)}) t`.execute(
        app.db,
      )
    ).rows[0]!.hash;
  const counts: Record<string, number> = {};
  for (const table of await listTables())
    counts[table] = (await sql<{ n: number }>`SELECT count(*)::integer AS n FROM ${sql.table(table)}`.execute(app.db)).rows[0]!.n;
  return {
    counts,
    lessons: await hash('lesson_figures', '*'),
    questions: await hash('item_results', '*'),
    responses: await hash('item_result_responses', '*'),
    grades: await hash('submissions', 'course_work_id, state, late, draft_grade, assigned_grade, excused'),
    facts: await hash('lesson_students', 'session_id, answered, first_right, second_right, transfer_right, comments_given, likes_received'),
    choices: await hash('live_posts', 'session_id, phase_id, response_id, confidence'),
    points: await hash('reward_points', 'type, points, cause'),
  };
}

test('[B2731] an erased student stands in no row, the figures of the school stay, and the receipt names every count that changes', async () => {
  const admin = await scenario.person('admin', null);
  const student = await demo('student1@demo.school');
  const name = student.full_name as string;
  const preview = await admin.call(erasurePreview, { query: { account_id: student.id } });
  expect(preview.body.classes.find(({ class: of }) => of === 'schoolwork')).toMatchObject({ unnamed: expect.any(Number) });
  const begun = await admin.call(erasureCreate, { body: { account_id: student.id } });
  expect(begun.status).toBe(200);
  expect(begun.body.erasure).toMatchObject({ state: 'waiting', account_id: student.id });
  expect((await demo('student1@demo.school')).status).toBe(false);
  const before = await readFigures();
  await makeErasures();
  const [receipt] = (await admin.call(erasureList)).body.erasures;
  expect(receipt).toMatchObject({ state: 'done', account_id: null, person: null, receipt: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const stays = new Set(receipt!.named_in.map(({ table }) => table));
  expect((await findWords([name, student.email])).filter((found) => !stays.has(found.split(':')[0]!))).toEqual([]);
  expect(await findId(student.id)).toEqual([]);
  const after = await readFigures();
  expect({ ...after, counts: null }).toEqual({ ...before, counts: null });
  const [was, is] = [before.counts, after.counts] as [Record<string, number>, Record<string, number>];
  const own = new Set(['job_schedules', 'jobs', 'table_changes', 'account_access', 'dashboard_changes', 'dashboard_wanted']);
  const gone = Object.entries(was).flatMap(([table, count]) => (own.has(table) ? [] : [[table, count - is[table]!]]));
  expect(gone).toEqual(gone.map(([table]) => [table, receipt!.counts[table!]?.deleted ?? 0]));
});

test('[B2732] an erasure is canceled while it waits, and the account is as it was', async () => {
  const [ann] = room.students;
  const begun = await room.admin.call(erasureCreate, { body: { account_id: ann!.accountId } });
  expect((await ann!.call(erasurePreview, { query: { account_id: ann!.accountId } })).status).toBe(401);
  const back = await room.admin.call(erasureCancel, { params: { id: begun.body.erasure.id } });
  expect(back).toMatchObject({ status: 200, body: { erasure: { state: 'canceled' } } });
  await makeErasures();
  const person = await app.db.selectFrom('people').select(['first_name', 'status']).where('id', '=', ann!.accountId).executeTakeFirstOrThrow();
  expect(person).toEqual({ first_name: ann!.firstName, status: true });
  expect(await room.admin.call(erasureCancel, { params: { id: begun.body.erasure.id } })).toMatchObject({ status: 409, body: { code: 'ERASURE_BEGUN' } });
});

test('[B2733] a person is erased once, not while a lesson runs, not while owning classes, and the last administrator not at all', async () => {
  const lesson = await scenario.lesson({ students: 1 });
  const [ben] = lesson.students;
  const ask = (id: number, by = lesson.admin) => by.call(erasureCreate, { body: { account_id: id } });
  expect(await ask(lesson.teacher.accountId)).toMatchObject({ status: 409, body: { code: 'ERASURE_OWNS_CLASSES' } });
  const running = await runLesson(app, lesson);
  expect(await ask(ben!.accountId)).toMatchObject({ status: 409, body: { code: 'ERASURE_IN_LESSON' } });
  for (const step of ['re-assign', 'next', 'finished'] as const) await running.step(step);
  expect((await ask(ben!.accountId)).status).toBe(200);
  expect(await ask(ben!.accountId)).toMatchObject({ status: 409, body: { code: 'ERASURE_OPEN' } });
  await sql`UPDATE accounts SET status = false WHERE id IN (SELECT account_id FROM administrators) AND id <> ${lesson.admin.accountId}`.execute(app.db);
  expect(await ask(lesson.admin.accountId)).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } });
});

test('[B2733] nobody erases without the right, nor a person of another school', async () => {
  const away = await scenario.class({ students: 1 });
  const [ann] = away.students;
  for (const stranger of [room.teacher, room.students[1]!, away.teacher]) {
    expect((await stranger.call(erasureCreate, { body: { account_id: ann!.accountId } })).status).toBe(403);
    expect((await stranger.call(erasureList)).status).toBe(403);
  }
});

test('[B2734] an erasure that is interrupted at any step goes on, and its receipt counts nothing twice', async () => {
  const admin = room.admin;
  const student = await demo('student2@demo.school');
  await sql`UPDATE accounts SET status = true WHERE id = ${admin.accountId}`.execute(app.db);
  const { body } = await admin.call(erasureCreate, { body: { account_id: student.id } });
  await sql`UPDATE erasures SET due_at = app_now() - interval '1 second' WHERE id = ${body.erasure.id}`.execute(app.db);
  const before = await readFigures();
  let interrupted = 0;
  for (let at = 0; at < 60; at += 1) {
    // the process ends after some statements of the job
    const stopsAfter = 1 + at * 9;
    const done = await runUntil(body.erasure.id, stopsAfter);
    if (done) break;
    interrupted += 1;
  }
  expect(interrupted).toBeGreaterThan(10);
  expect(await findId(student.id)).toEqual([]);
  const [receipt] = (await admin.call(erasureList)).body.erasures.filter(({ id }) => id === body.erasure.id);
  expect(receipt!.state).toBe('done');
  const after = await readFigures();
  expect({ ...after, counts: null }).toEqual({ ...before, counts: null });
});

test('[B2737] a person who stands in a restored backup from before the erasure is erased again, under the same number, and once', async () => {
  const admin = room.admin;
  const student = await demo('student3@demo.school');
  const { body } = await admin.call(erasureCreate, { body: { account_id: student.id } });
  await makeErasures();
  expect(readErasureList(app.dataDir).map(({ number }) => number)).toContain(body.erasure.number);
  // The backup is of a time at which nobody had asked: the account is there, the erasure is not.
  await sql`DELETE FROM erasures WHERE number = ${body.erasure.number}`.execute(app.db);
  await sql`
    INSERT INTO accounts (id, school_id, account_type_id, first_name, last_name, email, email_key)
    VALUES (${student.id}, ${student.school_id}, ${student.account_type_id}, ${student.first_name}, ${student.last_name}, ${student.email}, ${student.email_key})`.execute(
    app.db,
  );
  await sql`UPDATE accounts SET email = email || 'x', email_key = email_key || 'x' WHERE email = ${`${body.erasure.number}@erased.invalid`}`.execute(app.db);
  await eraseAgain(erasing());
  expect(await findId(student.id)).toEqual([]);
  expect(await findWords([student.email])).toEqual([]);
  const count = async () =>
    (await sql<{ n: number }>`SELECT count(*)::integer AS n FROM erasures WHERE number = ${body.erasure.number} AND state = 'done'`.execute(app.db)).rows[0]!.n;
  expect(await count()).toBe(1);
  await eraseAgain(erasing());
  expect(await count()).toBe(1);
});
