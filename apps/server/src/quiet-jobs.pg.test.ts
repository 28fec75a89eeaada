import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seedDemoSchool } from './demo/index.ts';
import { createFileStorage } from './modules/school/files/index.ts';
import { startTestApp, type TestApp } from './testing/index.ts';
import { countReads, isSmall, type Reads, readsSince, rowsIn } from './testing/reads-of.ts';

/**
 * Each periodic task, when nothing has changed since its last run, on the weeks of the demo school. The database is kept
 * from reading a table from its beginning to its end wherever an index leads to the rows, as it does with large tables.
 * A task that still reads a table, or many rows, takes longer with the size of an installation, and not with what
 * changes in it.
 */
const MAX_ROWS = 60;

let app: TestApp;
let admin: pg.Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = new pg.Client(app.connection);
  await admin.connect();
  await inOwnProcess(({ db }) => seedDemoSchool(db, { storage: createFileStorage(app.dataDir) }));
  await admin.query(`ALTER DATABASE ${app.connection.database} SET enable_seqscan = off`);
}, 240_000);
afterAll(async () => {
  await admin.end();
  await app.close();
});

const countConnections = async (): Promise<number> => (await admin.query('SELECT 1 FROM pg_stat_activity WHERE datname = current_database()')).rows.length;

/** Does work in a process of its own. Its connections report what they read at the latest when they end. */
async function inOwnProcess<Result>(work: (other: TestApp) => Promise<Result>): Promise<Result> {
  const before = await countConnections();
  const other = await app.another({ sharesFolder: true, role: 'jobs' });
  const result = await work(other);
  await other.close();
  await vi.waitUntil(async () => (await countConnections()) <= before, { timeout: 30_000 });
  return result;
}

async function runDueJobs({ server }: TestApp): Promise<void> {
  await server.jobs.runSchedules();
  await server.jobs.runDue();
}

async function readsOf(work: (other: TestApp) => Promise<unknown>): Promise<Reads> {
  const before = await countReads(admin);
  await inOwnProcess(work);
  return readsSince(before, await countReads(admin));
}

/** Returns the tables that were read from beginning to end, and the most rows where there were many. */
function judge(reads: Reads, maxRows = MAX_ROWS): object | null {
  const tables = [...reads.keys()].filter((name) => !name.startsWith('rows of ') && !isSmall(name));
  const rows = rowsIn(reads).filter(([name]) => !isSmall(name));
  const sum = rows.reduce((total, [, count]) => total + count, 0);
  if (tables.length === 0 && sum <= maxRows) return null;
  return { tables, sum, most: Object.fromEntries(rows.slice(0, 4)) };
}

test('[B2900] a periodic task that finds nothing changed reads few rows, however large the installation is', async () => {
  await inOwnProcess(async (other) => {
    await runDueJobs(other);
    await admin.query('UPDATE job_schedules SET next_at = app_now()');
    await runDueJobs(other);
    for (let isDone = false; !isDone; ) {
      await admin.query("UPDATE jobs SET run_at = app_now() WHERE state = 'waiting'");
      isDone = (await other.server.jobs.runDue()) === 0;
    }
  });
  await admin.query('VACUUM ANALYZE');
  const kinds = (await admin.query<{ kind: string }>('SELECT kind FROM job_schedules ORDER BY kind')).rows.map(({ kind }) => kind);
  expect(kinds.length).toBeGreaterThan(25);
  const tasks = app.server.folded.housekeeping.map(({ name }) => name);
  expect(tasks).toContain('expired tokens');

  const startOnly = await readsOf(async () => undefined);
  const found: Record<string, object | null> = {};
  for (const kind of kinds) {
    await admin.query(`UPDATE job_schedules SET next_at = CASE WHEN kind = $1 THEN app_now() ELSE app_now() + interval '1 day' END`, [kind]);
    found[kind] = judge(readsSince(startOnly, await readsOf(runDueJobs)));
  }
  for (const task of tasks)
    found[task] = judge(readsSince(startOnly, await readsOf((other) => other.server.folded.housekeeping.find(({ name }) => name === task)!.run())));
  found['metrics'] = judge(readsSince(startOnly, await readsOf((other) => other.server.metrics.registry.metrics())));
  expect(Object.fromEntries(Object.entries(found).filter(([, reads]) => reads !== null))).toEqual({});
}, 240_000);

const MORE_SCHOOLS = 150;
/** Rows that all tasks together may read when nothing has changed: three of each school, and a few. */
const MAX_ROWS_OF_ALL = 3 * MORE_SCHOOLS + 100;
/** Transactions of all tasks together, so that none does something for one school after the other. */
const MAX_TRANSACTIONS = 330;

test('[B3067] that is so at each hour of a day and on each day of a week, with many schools, since some tasks have work at night or once a week', async () => {
  const runAll = async (other: TestApp): Promise<void> => {
    await admin.query('UPDATE job_schedules SET next_at = app_now()');
    await runDueJobs(other);
    await admin.query("UPDATE jobs SET run_at = app_now() WHERE state = 'waiting'");
    await other.server.jobs.runDue();
  };
  const countTransactions = async (): Promise<number> => {
    await admin.query('SELECT pg_stat_force_next_flush()'); // else those of its own VACUUM may be counted later
    const { rows } = await admin.query<{ count: string }>(
      'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0]!.count);
  };
  await admin.query(`
    INSERT INTO schools (school_name, time_zone)
    SELECT 'School ' || number, (ARRAY['UTC', 'America/Chicago', 'Asia/Shanghai'])[1 + number % 3] FROM generate_series(1, ${MORE_SCHOOLS}) number`);
  await inOwnProcess(async (other) => {
    for (let run = 1; run <= 10; run += 1) {
      await app.clock.advanceMs(301_000); // some tasks take new schools by turns, which follow the clock
      await runAll(other);
    }
  });
  await admin.query('VACUUM ANALYZE');
  const found: Record<string, object> = {};
  for (let at = 1; at <= 24; at += 1) {
    await app.clock.advanceMs(7 * 3_600_000); // so a week goes through each of its days, and through each hour of a day
    const before = await countTransactions();
    await inOwnProcess(runAll);
    const transactions = (await countTransactions()) - before;
    await inOwnProcess(runAll); // some tasks do in a second run what the first one has found
    const reads = judge(await readsOf(runAll), MAX_ROWS_OF_ALL);
    if (reads !== null || transactions > MAX_TRANSACTIONS) found[(await app.clock.now()).toISOString()] = { transactions, ...reads };
  }
  expect(found).toEqual({});
}, 600_000);
