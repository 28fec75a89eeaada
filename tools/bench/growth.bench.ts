import { readFileSync } from 'node:fs';
import { systemGet } from '@classwright/contract';
import type pg from 'pg';
import { updateSums } from '@classwright/server/modules/overview/dashboards/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn, type TestApp } from '@classwright/server/testing/build-app';
import { addSchools, ONE_OF_MANY } from '@classwright/server/testing/many-schools';
import { choosePeople, measureReads, type PeopleOfSchool } from '@classwright/server/testing/measure-reads';
import { createScenario } from '@classwright/server/testing/scenario';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { countReads, isSmall, type Reads, readsSince, rowsIn } from '@classwright/server/testing/reads-of';
import { type ScratchConnection, withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { percentileOf } from './lib.ts';

/**
 * Fills an installation with 1,000 schools (1,000,000 works, 10,000,000 submissions, 9,700,000 answers of lessons; 8
 * GB), and prints for every periodic task that finds nothing changed, and for every read of the product by people of
 * one school, the rows that it reads and its time: with 10 schools, and with all. Takes half an hour and more; a
 * number after the name makes fewer schools, and a second one measures so many times instead of five. Exits with 1 when
 * a periodic task takes more than 50 ms or reads more than 1,000 rows, when a read takes more than half a second, or
 * the page System more than 50 ms.
 */
const FEW = 10;
const MANY = Number(process.argv[2] ?? 1_000);
const TIMES = Number(process.argv[3] ?? 5);
const MAX_TASK = { ms: 50, rows: 1_000 };
const GOAL_MS = 150;
const MAX_READ_MS = 500;
const SYSTEM = 'Admin of the installation: system.get';
const SYSTEM_TIMES = 15;
const MAX_SYSTEM_MS = 50;
const CONNECTIONS = 3;
let people: PeopleOfSchool | null = null;
let administrator: number | null = null;

/** The rows and milliseconds of one run of a task or read. */
interface Figure {
  rows: number;
  ms: number;
  most: string;
}

const figureOf = (found: Reads, times: readonly number[]): Figure => {
  const rows = rowsIn(found).filter(([name]) => !isSmall(name));
  return {
    rows: Math.round(rows.reduce((sum, [, count]) => sum + count, 0) / times.length),
    ms: percentileOf(times, 0.5),
    most: rows[0]?.[0].replace('rows of ', '') ?? '',
  };
};

/** Measures every periodic task on a database in which nothing has changed. */
async function measureTasks(client: pg.Client, connection: ScratchConnection): Promise<Map<string, Figure>> {
  const start = (): Promise<TestApp> => buildAppOn({ connection, drop: async () => undefined }, { maxConnections: CONNECTIONS }, undefined, { role: 'jobs' });
  const runDue = async ({ server }: TestApp): Promise<void> => {
    await server.jobs.runSchedules();
    await server.jobs.runDue();
  };
  const others = async (): Promise<number> => (await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = current_database()')).rows.length;
  const alone = await others();
  const readsOf = async (
    times: number,
    before: () => Promise<unknown>,
    work: (app: TestApp) => Promise<unknown>,
  ): Promise<{ found: Reads; times: number[] }> => {
    const counted = await countReads(client);
    const app = await start();
    const taken: number[] = [];
    for (let time = 0; time < times; time++) {
      await before();
      const startedAt = performance.now();
      await work(app);
      taken.push(performance.now() - startedAt);
    }
    await app.close();
    while ((await others()) > alone) await new Promise((resolve) => setTimeout(resolve, 20));
    return { found: readsSince(counted, await countReads(client)), times: taken };
  };

  const app = await start();
  for (let round = 0; round < 2; round++) {
    await runDue(app);
    await client.query('UPDATE job_schedules SET next_at = app_now()');
  }
  for (let isDone = false; !isDone; ) {
    await client.query("UPDATE jobs SET run_at = app_now() WHERE state = 'waiting'");
    isDone = (await app.server.jobs.runDue()) === 0;
  }
  const tasks = app.server.folded.housekeeping.map(({ name }) => name);
  await app.close();
  await client.query('VACUUM ANALYZE job_schedules, jobs');
  const { rows: kinds } = await client.query<{ kind: string }>('SELECT kind FROM job_schedules ORDER BY kind');
  const nothing = async (): Promise<void> => undefined;
  const { found: startOnly } = await readsOf(1, nothing, nothing);

  const figures = new Map<string, Figure>();
  const measure = async (name: string, before: () => Promise<unknown>, work: (app: TestApp) => Promise<unknown>): Promise<void> => {
    const { found, times } = await readsOf(TIMES, before, work);
    figures.set(name, figureOf(readsSince(startOnly, found), times));
  };
  for (const { kind } of kinds)
    await measure(
      kind,
      () => client.query(`UPDATE job_schedules SET next_at = CASE WHEN kind = $1 THEN app_now() ELSE app_now() + interval '1 day' END`, [kind]),
      runDue,
    );
  for (const task of tasks) await measure(task, nothing, ({ server }) => server.folded.housekeeping.find(({ name }) => name === task)!.run());
  await measure('metrics', nothing, ({ server }) => server.metrics.registry.metrics());
  return figures;
}

/** Measures the first nights of all schools, which look for what is due. They have the same zone, in which it is two o'clock. */
async function measureNights(client: pg.Client, connection: ScratchConnection): Promise<Figure> {
  const behindUtc = (new Date().getUTCHours() + 22) % 24;
  await client.query('UPDATE schools SET time_zone = $1', [behindUtc <= 12 ? `Etc/GMT+${behindUtc}` : `Etc/GMT-${24 - behindUtc}`]);
  await client.query('DELETE FROM retention_runs');
  await client.query(`UPDATE job_schedules SET next_at = CASE WHEN kind = 'retention' THEN app_now() ELSE app_now() + interval '1 day' END`);
  const before = await countReads(client);
  const { server, close } = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: CONNECTIONS }, undefined, { role: 'jobs' });
  const startedAt = performance.now();
  await server.jobs.runSchedules();
  await server.jobs.runDue();
  const ms = performance.now() - startedAt;
  await close();
  const { rows } = await client.query<{ open: number }>('SELECT count(*)::integer - (SELECT count(done_at)::integer FROM retention_runs) AS open FROM schools');
  if (rows[0]!.open > 0) throw new Error(`${rows[0]!.open} nights did not end`);
  await new Promise((resolve) => setTimeout(resolve, 2_000)); // its connections have reported by then
  return figureOf(readsSince(before, await countReads(client)), [ms]);
}

/** Measures every read of the product by people of the first school. */
async function measureAllReads(client: pg.Client, connection: ScratchConnection): Promise<Map<string, Figure>> {
  const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: CONNECTIONS });
  people ??= await choosePeople(app);
  const measured = await measureReads(app, client, people, { connections: CONNECTIONS, times: TIMES });
  const system = await measureSystem(app, client);
  await app.close();
  return new Map([
    [SYSTEM, system],
    ...measured.map(({ name, status, found, times }): [string, Figure] =>
      status === 200 ? [name, figureOf(found, times)] : [`${name} answers ${status}`, { rows: 0, ms: Number.POSITIVE_INFINITY, most: '' }],
    ),
  ]);
}

/** Measures the page System of an Admin of the whole installation. */
async function measureSystem(app: TestApp, client: pg.Client): Promise<Figure> {
  administrator ??= (await createScenario(app).person('admin', null)).accountId;
  const token = await app.signIn(administrator);
  await app.call(systemGet, {}, { token }); // later ones find its statements prepared
  const before = await countReads(client);
  const times: number[] = [];
  for (let time = 0; time < SYSTEM_TIMES; time++) {
    const startedAt = performance.now();
    const { status } = await app.call(systemGet, {}, { token });
    if (status !== 200) throw new Error(`the page System answers ${status}`);
    times.push(performance.now() - startedAt);
  }
  return figureOf(readsSince(before, await countReads(client)), times);
}

const text = ({ rows, ms }: Figure): string => `${rows.toLocaleString('en')} rows, ${ms.toFixed(1)} ms`;

/** Prints figures with few and with many schools next to each other, those that take longest first. */
function print(title: string, few: ReadonlyMap<string, Figure>, many: ReadonlyMap<string, Figure>, isShown: (figure: Figure) => boolean): void {
  const shown = [...many].filter(([, figure]) => isShown(figure)).sort((a, b) => b[1].ms - a[1].ms);
  console.log(`\n${title}: ${many.size} measured, ${shown.length} shown`);
  for (const [name, figure] of shown) {
    const before = few.get(name);
    console.log(`  ${name}: ${text(figure)}${before ? ` (with ${FEW} schools ${text(before)})` : ''}; most of ${figure.most || 'none'}`);
  }
}

const load = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0]!;
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    const measure = async (schools: number) => {
      const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: CONNECTIONS });
      const startedAt = performance.now();
      await updateSums(app.db);
      console.log(`  sums of ${schools.toLocaleString('en')} new schools: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
      await app.close();
      await client.query('VACUUM ANALYZE');
      return { reads: await measureAllReads(client, connection), tasks: await measureTasks(client, connection) };
    };
    console.log(`${ONE_OF_MANY.students} students and ${ONE_OF_MANY.teachers} teachers for each school; load ${load()}`);
    await addSchools(client, FEW, () => undefined);
    const few = await measure(FEW);
    const startedAt = performance.now();
    await addSchools(client, MANY - FEW, (added) =>
      console.log(`  ${added + FEW} schools after ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`),
    );
    const { rows } = await client.query<{ size: string; works: string; submissions: string; posts: string }>(
      `SELECT pg_size_pretty(pg_database_size(current_database())) AS size, (SELECT count(*) FROM course_works) AS works, (SELECT count(*) FROM submissions) AS submissions, (SELECT count(*) FROM live_posts) AS posts`,
    );
    const { size, works, submissions, posts } = rows[0]!;
    const number = (count: string): string => Number(count).toLocaleString('en');
    console.log(
      `${MANY.toLocaleString('en')} schools: ${number(works)} works, ${number(submissions)} submissions, ${number(posts)} answers of lessons, ${size}; load ${load()}`,
    );
    const many = await measure(MANY - FEW);
    print('Periodic tasks when nothing has changed', few.tasks, many.tasks, () => true);
    print('Reads by people of one school', few.reads, many.reads, ({ rows, ms }) => ms > GOAL_MS / 3 || rows > MAX_TASK.rows);
    console.log(`  the nights of all schools, in which nothing is due: ${text(await measureNights(client, connection))}`);
    const { ms: systemMs } = many.reads.get(SYSTEM)!;
    console.log(`  the page System: ${text(many.reads.get(SYSTEM)!)}`);
    if (systemMs > MAX_SYSTEM_MS) {
      console.log('  Too slow: the page System');
      process.exitCode = 1;
    }
    for (const [name, { ms, rows: read }] of many.tasks)
      if (ms > MAX_TASK.ms || read > MAX_TASK.rows) {
        console.log(`  Too much: ${name}`);
        process.exitCode = 1;
      }
    for (const [name, { ms }] of many.reads)
      if (ms > GOAL_MS) {
        console.log(`  ${ms > MAX_READ_MS ? 'Far too slow' : 'Slow'}: ${name}`);
        if (ms > MAX_READ_MS) process.exitCode = 1;
      }
  });
} finally {
  await postgres.stop();
}
