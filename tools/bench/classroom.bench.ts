import { syncConnect, syncConnectFinish, syncSettings } from '@classwright/contract';
import { buildAppOn, type TestApp } from '@classwright/server/testing/build-app';
import { type SimulatedClassroom, startClassroom } from '@classwright/server/testing/classroom/index';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { type PushSettings, readTestSettings } from '@classwright/server/platform/config';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario, type TestPerson } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A school of 100 classes with 30 students and 50 works each, of which it has nothing yet, synced from a simulated Google
 * Classroom on this machine: how many calls it takes, how long against what the quota alone would take (the quota is five times
 * Google's, so that it does not take minutes), how long without any quota against a COPY of the same rows, and what the same
 * costs again where nothing has changed, polled and where Google tells of changes. Ends with 1 when a figure is beyond its goal.
 */
const CLASSES = Number(process.env['BENCH_CLASSES'] ?? 100);
const STUDENTS = 30;
const WORKS = 50;
const TIMES_GOOGLES = 5;
const GOALS = { calls: 2201, again: 1001, told: 4 * CLASSES + 1, arrivalSeconds: 15, quota: 1.2, copy: 3, growthMegabytes: 100 };
const ORIGIN = 'https://learn.school.test';
/** The tables that a first sync fills. */
const TABLES = ['external_links', 'courses', 'course_members', 'course_works', 'submissions', 'submission_history', 'grade_acts', 'grade_changes'] as const;
/** What Google counts against the quota: not tokens, and not messages. */
const COUNTED = { path: /^\/v1\/(courses|invitations|userProfiles|registrations)/ };
const DAY_MS = 86_400_000;

interface Bench {
  app: TestApp;
  client: pg.Client;
  google: SimulatedClassroom;
  admin: TestPerson;
  sourceId: number;
}

const TOPIC = 'projects/project-1/topics/changes';
const SUBSCRIPTION = 'projects/project-1/subscriptions/ours';

function pushOf(google: SimulatedClassroom): PushSettings {
  google.pubsub.subscribe(TOPIC, SUBSCRIPTION);
  const { client_email: email, private_key: privateKey, private_key_id: keyId, token_uri } = google.serviceAccount();
  return { url: new URL(google.url), topic: TOPIC, subscription: SUBSCRIPTION, credentials: { email, keyId, privateKey, tokenUrl: new URL(token_uri) } };
}

async function withSchool(quota: { project: number; person: number }, work: (bench: Bench) => Promise<void>, hasPush = false): Promise<void> {
  const postgres = await openTestPostgres(readTestSettings().databaseUrl);
  const google = await startClassroom({ redirectUris: [`${ORIGIN}/sync-connect`], quota: { project: quota.project, user: quota.person } });
  try {
    await withMigratedDatabase(postgres, async (client, connection) => {
      await client.query(movableClock);
      const app = await buildAppOn(
        { connection, drop: async () => undefined },
        {
          publicUrl: new URL(ORIGIN),
          google: { issuer: new URL(google.issuer), clientId: google.clientId, clientSecret: google.clientSecret },
          classroom: { url: new URL(google.url), quota, ...(hasPush ? { push: pushOf(google) } : {}) },
        },
      );
      app.server.jobs.start();
      try {
        await work({ app, client, google, ...(await fill(app, client, google)) });
      } finally {
        await app.close();
      }
    });
  } finally {
    await google.close();
    await postgres.stop();
  }
}

/** The same people on both sides, and at Google what a school has there by the middle of a year. */
async function fill(app: TestApp, client: pg.Client, google: SimulatedClassroom): Promise<{ admin: TestPerson; sourceId: number }> {
  const scenario = createScenario(app);
  const schoolId = await scenario.school('Europe/Berlin');
  const admin = await scenario.person('admin', schoolId);
  const address = async (person: TestPerson, email: string) =>
    client.query('UPDATE accounts SET email = $1, email_key = $1 WHERE id = $2', [email, person.accountId]);
  await address(admin, 'head@school.test');
  const teacher = google.people.add({ email: 'head@school.test', givenName: 'Head', familyName: 'Teacher', domain: 'school.test', isTeacher: true });
  const pupils = [];
  for (let at = 0; at < STUDENTS * 4; at += 1) {
    await address(await scenario.person('student', schoolId), `pupil${at}@school.test`);
    pupils.push(google.people.add({ email: `pupil${at}@school.test`, givenName: 'Pupil', familyName: String(at), domain: 'school.test' }));
  }
  const deeds = google.asTeacher(teacher);
  for (let number = 0; number < CLASSES; number += 1) {
    const course = deeds.createCourse({ name: `Class ${number}` });
    const members = pupils.slice((number % 4) * STUDENTS, (number % 4) * STUDENTS + STUDENTS);
    for (const member of members) google.asStudent(member).join(course);
    for (let at = 0; at < WORKS; at += 1) {
      const work = deeds.createWork(course, { title: `Work ${at}`, maxPoints: 10 });
      for (const [place, member] of members.entries()) {
        if ((place + at) % 3 === 2) continue;
        google.asStudent(member).turnIn(work);
        if ((place + at) % 3 === 1) continue;
        deeds.grade(work, member, { draftGrade: (place % 20) / 2 });
        deeds.returnWork(work, member);
      }
      // all but three were last touched long ago
      if (at >= 3) work.updatedAt = Date.now() - 60 * DAY_MS;
    }
  }
  const { url, secret } = (await admin.call(syncConnect)).body;
  const asked = new URL(url).searchParams;
  const code = google.consent({
    ...{
      subject: teacher.id,
      scopes: (asked.get('scope') ?? '').split(' '),
      clientId: asked.get('client_id') ?? '',
      redirectUri: asked.get('redirect_uri') ?? '',
    },
    ...{ codeChallenge: asked.get('code_challenge') ?? '', isPrompted: true },
    ...(asked.get('nonce') ? { nonce: asked.get('nonce') as string } : {}),
  });
  const answer = new URLSearchParams({ code: String(await code), state: asked.get('state') ?? '', iss: google.issuer }).toString();
  const finished = await admin.call(syncConnectFinish, { body: { answer, secret } });
  if (finished.status !== 200) throw new Error(JSON.stringify(finished.error));
  await admin.call(syncSettings, { body: { schedule: 'hourly' } });
  const { rows } = await client.query<{ id: number }>('SELECT id FROM external_sources LIMIT 1');
  return { admin, sourceId: Number(rows[0]?.id) };
}

/** Begins the run of the hour and waits for its end. */
async function runOnce({ app, client, google }: Bench): Promise<{ seconds: number; calls: number; status: string; growthMegabytes: number }> {
  await app.server.jobs.runSchedules();
  google.calls.clear();
  const before = Number((await client.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM sync_runs')).rows[0]?.id);
  await app.clock.advanceMs(3_600_000);
  global.gc?.();
  const startRss = process.memoryUsage().rss;
  let most = startRss;
  const startedAt = performance.now();
  await app.server.jobs.runSchedules();
  for (;;) {
    if (performance.now() - startedAt > 400_000) throw new Error('the run does not end');
    await sleep(50);
    most = Math.max(most, process.memoryUsage().rss);
    const { rows } = await client.query<{ status: string }>('SELECT status FROM sync_runs WHERE id > $1 ORDER BY id DESC LIMIT 1', [before]);
    const status = rows[0]?.status;
    if (status !== undefined && !['waiting', 'running', 'paused'].includes(status))
      return { seconds: (performance.now() - startedAt) / 1000, calls: google.calls.count(COUNTED), status, growthMegabytes: (most - startRss) / 1e6 };
  }
}

const waitFor = async (client: pg.Client, what: string): Promise<void> => {
  for (let tries = 0; tries < 1200; tries += 1) {
    if ((await client.query<{ is: boolean }>(`SELECT ${what} AS is`)).rows[0]?.is) return;
    await sleep(50);
  }
  throw new Error(`it does not come to pass that ${what}`);
};

/** Lets minutes pass in which messages are pulled, as they are where a server runs, until a run by the clock has ended. */
async function runHeard({ app, client, google }: Bench): Promise<{ calls: number; status: string }> {
  const before = Number((await client.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM sync_runs')).rows[0]?.id);
  await waitFor(client, `NOT EXISTS (SELECT FROM sync_runs WHERE status IN ('waiting', 'running'))`);
  google.calls.clear();
  for (let step = 0; step < 20; step += 1) {
    await app.clock.advanceMs(4 * 60_000);
    await app.server.jobs.runSchedules();
    await waitFor(client, `coalesce((SELECT pulled_at > app_now() - interval '1 minute' FROM sync_pulls), false)`);
    await waitFor(client, `NOT EXISTS (SELECT FROM sync_runs WHERE status IN ('waiting', 'running'))`);
    const { rows } = await client.query<{ status: string }>('SELECT status FROM sync_runs WHERE id > $1 AND NOT is_pushed LIMIT 1', [before]);
    if (rows[0]) return { calls: google.calls.count(COUNTED), status: rows[0].status };
  }
  throw new Error('no run began by the clock');
}

const sizes = async (client: pg.Client): Promise<string> => {
  const counts = await Promise.all(
    TABLES.map(async (table) => `${table} ${(await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n}`),
  );
  return counts.join(', ');
};

/** Copies the rows that the sync made into tables of the same shape, with their indexes. Returns how long that takes. */
async function copySeconds(client: pg.Client): Promise<number> {
  for (const table of TABLES) await client.query(`CREATE TABLE copy_of_${table} (LIKE ${table} INCLUDING INDEXES INCLUDING GENERATED)`);
  const startedAt = performance.now();
  for (const table of TABLES) await client.query(`INSERT INTO copy_of_${table} SELECT * FROM ${table}`);
  return (performance.now() - startedAt) / 1000;
}

let isMissed = false;
function tell(name: string, value: number, goal: number, unit = ''): void {
  const isOver = value > goal;
  isMissed ||= isOver;
  console.log(`${isOver ? 'missed' : 'ok    '} ${name}: ${value < 100 ? value.toFixed(2) : Math.round(value)}${unit} (goal ${goal}${unit})`);
}

/** How many rows there are that a transaction after this one has written. */
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

await withSchool({ project: 10_000_000, person: 10_000_000 }, async (bench) => {
  const first = await runOnce(bench);
  console.log(`first sync without quota: ${first.seconds.toFixed(1)} s, ${first.calls} calls, ${first.status}; ${await sizes(bench.client)}`);
  console.log(bench.google.calls.byMethod());
  tell('calls of a first sync', first.calls, GOALS.calls);
  tell('growth', first.growthMegabytes, GOALS.growthMegabytes, ' MB');
  const copy = await copySeconds(bench.client);
  tell(`storing and calls together against a copy of the same rows (${copy.toFixed(1)} s)`, first.seconds / copy, GOALS.copy, ' x');
  const xact = await currentXact(bench.client);
  const again = await runOnce(bench);
  tell('calls where nothing changed', again.calls, GOALS.again);
  tell('rows written where nothing changed', await writtenSince(bench.client, xact), 0);
  console.log(`again: ${again.seconds.toFixed(1)} s, ${again.status}`);
});
const quota = { project: 3000 * TIMES_GOOGLES, person: 1200 * TIMES_GOOGLES };
await withSchool(quota, async (bench) => {
  const first = await runOnce(bench);
  tell('one connection against calls ÷ quota', first.seconds / (first.calls / (quota.person / 60)), GOALS.quota, ' x');
});
await withSchool(
  { project: 10_000_000, person: 10_000_000 },
  async (bench) => {
    const { app, client, google } = bench;
    await runOnce(bench);
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
    console.log(google.calls.byMethod());
    tell('calls where nothing changed and Google tells of changes', told.calls, GOALS.told);
    tell('rows written where nothing changed and Google tells of changes', await writtenSince(client, xact), 0);
    const [course] = [...google.state.courses.values()];
    const [submission] = [...google.state.room(course!.id).submissions.values()].filter(({ state }) => state === 'NEW' || state === 'CREATED');
    const startedAt = performance.now();
    google.asStudent(google.state.users.get(submission!.userId)!).turnIn(google.state.room(course!.id).works.get(submission!.courseWorkId)!);
    const isHere = `SELECT FROM external_links WHERE kind = 'submission' AND external_id = '${submission!.id}' AND base ->> 'state' = 'TURNED_IN'`;
    await waitFor(client, `EXISTS (${isHere})`);
    tell('a change at Google until it is here', (performance.now() - startedAt) / 1000, GOALS.arrivalSeconds, ' s');
  },
  true,
);
process.exitCode = isMissed ? 1 : 0;
