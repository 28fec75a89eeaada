import {
  courseWorkCreate,
  gradeSubmission,
  liveClose,
  liveStart,
  returnSubmission,
  syncConnect,
  syncConnectFinish,
  syncCourses,
  syncCourseWorks,
  syncSettings,
} from '@classwright/contract';
import { buildAppOn, type TestApp } from '@classwright/server/testing/build-app';
import { movableClock, movedClock } from '@classwright/server/testing/movable-clock';
import { readTestSettings } from '@classwright/server/platform/config';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario, type TestPerson } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { serverFlags } from '../scripts/lib/server-flags.mjs';
import type { FromPhones, ToPhones } from './answers-clients.ts';
import { databaseMeter, ownCpuMs } from './cpu-time.ts';
import { countPupils, type FromGoogle, pupilAddress, type SchoolShape, type ToGoogle } from './google-process.ts';
import { measureLiveGrowth, percentileOf, spreadOf } from './lib.ts';
import { type Phones, startPhones } from './phones.ts';
import { findPsql, PsqlSession } from './psql.ts';

/**
 * Syncs a school of 100 classes with 30 students and 50 works each, of which it has nothing yet, from a simulated
 * Google Classroom in a separate process. It measures the number of calls; storing them against a COPY of the same rows
 * into tables with the same keys, indexes and triggers; the size of the process; the cost of a second run with no
 * changes; the delay of a button during the sync and of a returned grade afterwards; the number of calls when Google
 * sends notifications of changes, and how soon a change arrives; and the duration of a first sync against the quota
 * alone, through one connection and through three. Quota and time are Google's own, unless `BENCH_CLASSES` reduces the
 * size, or `BENCH_TIMES_QUOTA` raises the quota. Exits with 1 when a figure misses its goal.
 */
const CLASSES = Number(process.env['BENCH_CLASSES'] ?? 100);
const TIMES_GOOGLES = Number(process.env['BENCH_TIMES_QUOTA'] ?? 1);
const SHAPE = { classes: CLASSES, students: 30, works: 50, touched: 3 };
const GOALS = {
  calls: 22 * CLASSES + 1,
  again: 10 * CLASSES + 1,
  told: 4 * CLASSES + 1,
  arrivalSeconds: 15,
  quota: 1.2,
  copy: 3,
  growthMegabytes: 100,
  buttonMs: 100,
  gradeMs: 10_000,
  lesson: 1.2,
};
const ORIGIN = 'https://learn.school.test';
const TOPIC = 'projects/project-1/topics/changes';
const SUBSCRIPTION = 'projects/project-1/subscriptions/ours';
const PRESSES = 20;
/** A lesson during a sync: this many students answer within this time, repeatedly. */
const LESSON = { students: 200, withinMs: 4_000, rounds: 6 };
/** The tables that a first sync fills, each after those that it refers to. */
const TABLES = ['courses', 'course_members', 'external_links', 'course_works', 'submissions', 'submission_history', 'grade_acts', 'grade_changes'] as const;

type Google = Phones<ToGoogle, FromGoogle>['ask'];
interface Bench {
  app: TestApp;
  client: pg.Client;
  connection: pg.ClientConfig;
  google: Google;
  admin: TestPerson;
  teachers: TestPerson[];
}

interface SchoolSetting {
  quota: { project: number; person: number };
  connections: number;
  /** True when Google sends notifications of changes. */
  hasPush?: boolean;
}

async function withSchool({ quota, connections, hasPush = false }: SchoolSetting, work: (bench: Bench) => Promise<void>) {
  const postgres = await openTestPostgres(readTestSettings().databaseUrl);
  const { ask: google, end } = startPhones<ToGoogle, FromGoogle>('./google-process.ts', serverFlags);
  try {
    const wish = { redirectUri: `${ORIGIN}/sync-connect`, topic: TOPIC, subscription: SUBSCRIPTION };
    const running = await google({ kind: 'start', ...wish, quota: { project: quota.project, user: quota.person } }, 'running');
    const { key } = running;
    const push = { url: new URL(running.url), topic: TOPIC, subscription: SUBSCRIPTION, credentials: { ...key, tokenUrl: new URL(key.tokenUrl) } };
    await withMigratedDatabase(postgres, async (client, connection) => {
      await client.query(movableClock);
      const app = await buildAppOn(
        { connection, drop: async () => undefined },
        {
          publicUrl: new URL(ORIGIN),
          google: { issuer: new URL(running.issuer), clientId: running.clientId, clientSecret: running.clientSecret },
          classroom: { url: new URL(running.url), quota, ...(hasPush ? { push } : {}) },
        },
      );
      app.server.jobs.start();
      try {
        await work({ app, client, connection, google, ...(await fill(app, client, google, connections)) });
      } finally {
        await app.close();
      }
    });
  } finally {
    end();
    await postgres.stop();
  }
}

/** Creates the same people on both sides, and at Google a school's data by the middle of a year. */
async function fill(app: TestApp, client: pg.Client, google: Google, connections: number): Promise<Pick<Bench, 'admin' | 'teachers'>> {
  const scenario = createScenario(app);
  const schoolId = await scenario.school('Europe/Berlin');
  const bring = async (role: 'admin' | 'teachers' | 'student', email: string): Promise<TestPerson> => {
    const person = await scenario.person(role, schoolId);
    await client.query('UPDATE accounts SET email = $1, email_key = $1 WHERE id = $2', [email, person.accountId]);
    return person;
  };
  const admin = await bring('admin', 'head@school.test');
  const addresses = Array.from({ length: connections }, (_, at) => `teacher${at}@school.test`);
  const teachers = [];
  for (const address of addresses) teachers.push(await bring('teachers', address));
  for (let at = 0; at < countPupils(SHAPE); at += 1) await bring('student', pupilAddress(at));
  const shape: SchoolShape = { ...SHAPE, teachers: addresses };
  await google({ kind: 'fill', shape }, 'filled');
  for (const [at, teacher] of teachers.entries()) {
    const { url, secret } = (await teacher.call(syncConnect)).body;
    const { answer } = await google({ kind: 'consent', email: addresses[at] as string, url }, 'agreed');
    const finished = await teacher.call(syncConnectFinish, { body: { answer, secret } });
    if (finished.status !== 200) throw new Error(JSON.stringify(finished.error));
  }
  await admin.call(syncSettings, { body: { schedule: 'hourly' } });
  return { admin, teachers };
}

/**
 * Replaces the test clock by one with the current offset built in, so that it costs as little as the product's own. The
 * test clock would read a table each of the million times that a first sync records a time.
 */
async function quickenClock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ ms: number }>('SELECT offset_ms::float8 AS ms FROM test_clock');
  await client.query(
    `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE RETURN clock_timestamp() + interval '${rows[0]!.ms} milliseconds'`,
  );
}

interface Seen {
  seconds: number;
  /** CPU time of the product and its database together. */
  cpuSeconds: number;
  calls: number;
  byMethod: Record<string, number>;
  status: string;
}

/** Starts the hourly run and waits for its end. `meanwhile` runs at the same time. */
async function runOnce({ app, client, google }: Bench, meanwhile: () => Promise<void> = async () => undefined): Promise<Seen> {
  await app.server.jobs.runSchedules();
  await google({ kind: 'clear' }, 'cleared');
  const before = Number((await client.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM sync_runs')).rows[0]?.id);
  await app.clock.advanceMs(3_600_000);
  await quickenClock(client);
  const meter = await databaseMeter(client);
  const cpuBefore = ownCpuMs() + meter();
  const startedAt = performance.now();
  await app.server.jobs.runSchedules();
  const aside = meanwhile();
  for (;;) {
    if (performance.now() - startedAt > 900_000) throw new Error('the run does not end');
    await sleep(100);
    const { rows } = await client.query<{ status: string }>('SELECT status FROM sync_runs WHERE id > $1 ORDER BY id DESC LIMIT 1', [before]);
    const status = rows[0]?.status;
    if (status === undefined || ['waiting', 'running', 'paused'].includes(status)) continue;
    const seconds = (performance.now() - startedAt) / 1000;
    const cpuSeconds = (ownCpuMs() + meter() - cpuBefore) / 1000;
    await aside;
    const { calls, byMethod } = await google({ kind: 'count' }, 'counted');
    return { seconds, cpuSeconds, calls, byMethod, status };
  }
}

const waitFor = async (client: pg.Client, what: string): Promise<void> => {
  for (let tries = 0; tries < 2400; tries += 1) {
    if ((await client.query<{ is: boolean }>(`SELECT ${what} AS is`)).rows[0]?.is) return;
    await sleep(50);
  }
  throw new Error(`it does not come to pass that ${what}`);
};

/** Advances the time by minutes with messages pulled, as on a running server, until a scheduled run has ended. */
async function runHeard({ app, client, google }: Bench): Promise<{ calls: number; status: string }> {
  const before = Number((await client.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM sync_runs')).rows[0]?.id);
  const isQuiet = `NOT EXISTS (SELECT FROM sync_runs WHERE status IN ('waiting', 'running'))`;
  await waitFor(client, isQuiet);
  await google({ kind: 'clear' }, 'cleared');
  for (let step = 0; step < 20; step += 1) {
    await app.clock.advanceMs(4 * 60_000);
    await app.server.jobs.runSchedules();
    await waitFor(client, `coalesce((SELECT pulled_at > app_now() - interval '1 minute' FROM sync_pulls), false)`);
    await waitFor(client, isQuiet);
    const { rows } = await client.query<{ status: string }>('SELECT status FROM sync_runs WHERE id > $1 AND NOT is_pushed LIMIT 1', [before]);
    if (rows[0]) return { calls: (await google({ kind: 'count' }, 'counted')).calls, status: rows[0].status };
  }
  throw new Error('no run began by the clock');
}

const sizes = async (client: pg.Client): Promise<string> => {
  const counts = await Promise.all(
    TABLES.map(async (table) => `${table} ${(await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n}`),
  );
  return counts.join(', ');
};

interface Copied {
  seconds: number;
  cpuSeconds: number;
}

/**
 * Copies the rows that the sync created from files into tables of the same shape, with the same keys, indexes and
 * triggers.
 */
async function copyAside({ client, connection }: Bench): Promise<Copied> {
  const psql = findPsql();
  if (psql === null) throw new Error('a COPY is measured with psql, which is not on this machine');
  const session = new PsqlSession(psql, connection);
  const folder = mkdtempSync(join(tmpdir(), 'classroom-bench-'));
  try {
    for (const table of TABLES) {
      await client.query(`CREATE TABLE copy_of_${table} (LIKE ${table} INCLUDING ALL)`);
      const { rows } = await client.query<{ line: string }>(
        `SELECT format('ALTER TABLE copy_of_${table} ADD %s', pg_get_constraintdef(oid)) AS line FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'f'
         UNION ALL SELECT regexp_replace(pg_get_triggerdef(oid), ' ON \\S+ ', ' ON copy_of_${table} ') FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal`,
        [table],
      );
      for (const { line } of rows) await client.query(line);
      await session.run(`\\copy ${table} TO '${join(folder, table)}'`);
    }
    const meter = await databaseMeter(client);
    const cpuBefore = meter();
    const startedAt = performance.now();
    for (const table of TABLES) await session.run(`\\copy copy_of_${table} FROM '${join(folder, table)}'`);
    return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (meter() - cpuBefore) / 1000 };
  } finally {
    session.end();
    rmSync(folder, { recursive: true });
  }
}

let isMissed = false;
function tell(name: string, value: number, goal: number, unit = ''): void {
  const isOver = value > goal;
  isMissed ||= isOver;
  console.log(`${isOver ? 'missed' : 'ok    '} ${name}: ${value < 100 ? value.toFixed(2) : Math.round(value)}${unit} (goal ${goal}${unit})`);
}

/** Counts the rows written by transactions after this one. */
async function writtenSince(client: pg.Client, xact: string): Promise<number> {
  const tables = [...TABLES, 'course_topics', 'announcements', 'sync_changes', 'sync_conflicts'];
  const counts = await Promise.all(
    tables.map(async (table) =>
      Number((await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table} WHERE xmin::text::bigint > $1`, [xact])).rows[0]?.n),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
const currentXact = async (client: pg.Client): Promise<string> =>
  (await client.query<{ x: string }>('SELECT pg_current_xact_id()::text AS x')).rows[0]?.x ?? '0';

/** Measures how long a press on a class's button takes during a run, for most presses. */
async function pressMeanwhile({ teachers }: Bench): Promise<number> {
  const times: number[] = [];
  await sleep(2_000);
  for (let at = 0; at < PRESSES; at += 1) {
    const startedAt = performance.now();
    const reply = await (teachers[0] as TestPerson).call(syncCourses, { body: { new_classes: 'make' } });
    times.push(performance.now() - startedAt);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.error));
    await sleep(100);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.9)] as number;
}

/** Measures how long it takes until a grade returned here reaches Google when no other call waits. */
async function returnOne({ app, client, google, teachers }: Bench): Promise<number> {
  const teacher = teachers[0] as TestPerson;
  const { rows: classes } = await client.query<{ id: number }>('SELECT id FROM courses ORDER BY id LIMIT 1');
  const courseId = Number(classes[0]?.id);
  const title = 'Made here';
  const created = await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title, workType: 'ASSIGNMENT', maxPoints: 20 } });
  if (created.status !== 201) throw new Error(JSON.stringify(created.error));
  const { rows: pupils } = await client.query<{ id: number; email: string }>(
    'SELECT account.id, account.email FROM class_students student JOIN accounts account ON account.id = student.account_id WHERE student.course_id = $1 LIMIT 1',
    [courseId],
  );
  const { id: accountId, email } = pupils[0] as { id: number; email: string };
  const sync = async (): Promise<void> => {
    const pressed = await teacher.call(syncCourseWorks, { params: { id: courseId } });
    if (pressed.status !== 200) throw new Error(JSON.stringify(pressed.error));
    for (;;) {
      const { rows } = await client.query("SELECT FROM sync_runs WHERE status IN ('waiting', 'running')");
      if (rows.length === 0) return;
      await sleep(100);
    }
  };
  await sync();
  await google({ kind: 'turn-in', title, email }, 'turned-in');
  await sync();
  const { rows: submissions } = await client.query<{ id: number; work: number }>(
    `SELECT submission.id, work.id AS work FROM submissions submission JOIN course_works work ON work.id = submission.course_work_id
      WHERE work.title = $1 AND submission.account_id = $2`,
    [title, accountId],
  );
  const { id: submissionId, work: courseWorkId } = submissions[0] as { id: number; work: number };
  const at = { courseId, courseWorkId };
  await teacher.call(gradeSubmission, { body: { ...at, submissionId, submission: { type: 'DRAFT_GRADE', draftGrade: 17 } } });
  const startedAt = performance.now();
  const returned = await teacher.call(returnSubmission, { body: { ...at, id: submissionId, message: 'Well done' } });
  if (returned.status !== 200) throw new Error(JSON.stringify(returned.error));
  for (;;) {
    const { assigned } = await google({ kind: 'grade', title, email }, 'graded');
    const ms = performance.now() - startedAt;
    if (assigned === 17 || ms > 60_000) return ms;
    await app.server.jobs.runSchedules();
    await sleep(50);
  }
}

/**
 * Measures the maximum time of nearly every answer in a lesson, during a first sync and without one. The same process
 * does both.
 */
async function measureLesson(bench: Bench): Promise<void> {
  const { app } = bench;
  const phones = startPhones<ToPhones, FromPhones>('./answers-clients.ts');
  try {
    const url = await app.listen();
    const { students, teacher, assessmentId } = await createScenario(app).lesson({ students: LESSON.students });
    const answer = async (): Promise<number> => {
      const { body } = await teacher.call(liveStart, { body: { assessment_id: assessmentId, time: 10 } });
      const choices = body.assessment.questions[0]?.responses.map(({ id }: { id: number }) => id) ?? [];
      const { latenciesMs, failures } = await phones.ask(
        {
          ...{ kind: 'answer', what: 'answer', url, sessionId: body.session.id, form: 'Form - 1A', withinMs: LESSON.withinMs },
          phones: students.map(({ token }, at) => ({ token, responseId: choices[at % choices.length]! })),
        },
        'answered',
      );
      if (failures > 0) throw new Error(`${failures} answers were not acknowledged`);
      await teacher.call(liveClose, { body: { id: assessmentId } });
      return percentileOf(latenciesMs, 0.99);
    };
    const inRounds = async (): Promise<number[]> => {
      const times = [];
      for (let round = 0; round < LESSON.rounds; round += 1) times.push(await answer());
      return times;
    };
    await answer();
    const before = await inRounds();
    let beside: number[] = [];
    await runOnce(bench, async () => {
      await sleep(3_000);
      beside = await inRounds();
    });
    const after = await inRounds();
    const [alone, together] = [spreadOf([...before, ...after]).median, spreadOf(beside).median];
    console.log(
      `99 of 100 of ${LESSON.students} answers within ${LESSON.withinMs / 1000} s: ${alone.toFixed(1)} ms alone, ${together.toFixed(1)} ms beside a first sync`,
    );
    tell('answers of a lesson beside a first sync', together / alone, GOALS.lesson, ' x');
  } finally {
    phones.end();
  }
}

console.log(`${CLASSES} classes, ${SHAPE.students} students and ${SHAPE.works} works each`);
await withSchool({ quota: { project: 10_000_000, person: 10_000_000 }, connections: 1 }, async (bench) => {
  const first = await runOnce(bench);
  console.log(
    `a first sync without quota: ${first.seconds.toFixed(1)} s, ${first.cpuSeconds.toFixed(1)} s of processors, ${first.calls} calls, ${first.status}; ${await sizes(bench.client)}`,
  );
  console.log(first.byMethod);
  tell('calls of a first sync', first.calls, GOALS.calls);
  const xact = await currentXact(bench.client);
  const again = await runOnce(bench);
  tell('calls where nothing changed', again.calls, GOALS.again);
  tell('rows written where nothing changed', await writtenSince(bench.client, xact), 0);
  console.log(`again: ${again.seconds.toFixed(1)} s, ${again.status}`);
  tell('a returned grade is at Google after', await returnOne(bench), GOALS.gradeMs, ' ms');
  const copy = await copyAside(bench);
  console.log(`a COPY of the same rows: ${copy.seconds.toFixed(1)} s, ${copy.cpuSeconds.toFixed(1)} s of processors`);
  tell('a whole first sync, its calls too, against a COPY of the same rows', first.seconds / copy.seconds, GOALS.copy, ' x');
});
await withSchool({ quota: { project: 10_000_000, person: 10_000_000 }, connections: 1, hasPush: true }, async (bench) => {
  const { app, client, google } = bench;
  tell('what the process holds grows by', (await measureLiveGrowth(() => runOnce(bench))) / 1e6, GOALS.growthMegabytes, ' MB');
  await client.query(movedClock); // hours and minutes pass from here on
  const { rows } = await client.query<{ next: Date }>(
    `SELECT date_trunc('day', app_now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '25 hours' AS next`,
  );
  await app.clock.moveTo(rows[0]!.next); // a day has hours left: each reads everything once
  await app.server.jobs.runSchedules();
  await waitFor(client, `(SELECT count(*) FROM sync_registrations WHERE external_id IS NOT NULL) = ${2 * CLASSES}`);
  const whole = await runHeard(bench);
  console.log(`the day's first run where Google tells of changes: ${whole.calls} calls, ${whole.status}`);
  const xact = await currentXact(client);
  const told = await runHeard(bench);
  tell('calls where nothing changed and Google tells of changes', told.calls, GOALS.told);
  tell('rows written where nothing changed and Google tells of changes', await writtenSince(client, xact), 0);
  const startedAt = performance.now();
  const { id } = await google({ kind: 'turn-in-any' }, 'turned-in');
  await waitFor(client, `EXISTS (SELECT FROM external_links WHERE kind = 'submission' AND external_id = '${id}' AND base ->> 'state' = 'TURNED_IN')`);
  tell('a change at Google until it is here', (performance.now() - startedAt) / 1000, GOALS.arrivalSeconds, ' s');
});
const quota = { project: 3000 * TIMES_GOOGLES, person: 1200 * TIMES_GOOGLES };
await withSchool({ quota, connections: 1 }, measureLesson);
for (const connections of [1, 3]) {
  await withSchool({ quota, connections }, async (bench) => {
    let pressMs = 0;
    const first = await runOnce(bench, async () => {
      pressMs = await pressMeanwhile(bench);
    });
    const perMinute = Math.min(quota.project, quota.person * connections);
    tell(`${connections} connections against calls ÷ quota`, first.seconds / (first.calls / (perMinute / 60)), GOALS.quota, ' x');
    tell('a button meanwhile answers in', pressMs, GOALS.buttonMs, ' ms');
  });
}
process.exitCode = isMissed ? 1 : 0;
