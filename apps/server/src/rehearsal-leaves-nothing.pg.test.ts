import { authLogin, liveSettingsUpdate, liveStart, liveStatus, rehearsalMake, rehearsalRemove, simulatedClassBring, systemGet } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, seedDemoSchool } from './demo/index.ts';
import { appNow } from './platform/clock.ts';
import { createFileStorage } from './modules/school/files/index.ts';
import { readSheets } from './platform/spreadsheets/testing/read-sheets.ts';
import { type DemoReads, findDemoReads, reads } from './testing/demo-reads.ts';
import { startTestApp, type TestApp } from './testing/index.ts';

/**
 * Nothing of a rehearsal shows anywhere: each read of the product is made by an administrator, a teacher, a teacher of
 * the same classes and a student before a rehearsal, while it runs, after its end, and when it is gone. The answers must
 * be the same. A new read is in this test automatically.
 */
const PEOPLE = ['admin@demo.school', 'teacher@demo.school', 'student1@demo.school'] as const;

/** Reads whose answer is different at each call, with the reason. */
const DIFFERS: Readonly<Record<string, string>> = {
  'config.get': 'it holds the time',
  'audit.list': 'this test’s own reads of exports are in it; what follows asks the trail itself',
  'audit.blocks': 'as above',
  'audit.export': 'as above',
  'erasure.preview': 'it counts records of use, which this test makes',
  'rehearsal.list': 'it leads its maker back to the rehearsal, and is empty for everybody else (rehearsals.pg.test.ts)',
  'simulatedClass.get': 'as above',
};
/** Fields that say when something was read, or how long ago something was. */
const OF_THE_MOMENT =
  /"(server_time|as_of|connected_as_of|now|asOf|last_used_at|sequence|epoch|version|etag|last_sign_in_at|expires_at|signed_at|url_expires_at|active_at)":("[^"]*"|[\d.]+|null)/g;
/** The lanes of background tasks count what is due at the moment, also what plays the rehearsal. */
const DUE = /"(due|oldest_seconds|running)":\d+/g;
/** A gradebook’s sheet says when it was written. */
const WRITTEN = /"As of","[^"]*"/g;
/** Signed addresses of files hold their expiry. */
const SIGNED = /(\?|&)(expires|signature|until|s|e|sig|exp)=[^"&]*/g;

let app: TestApp;
let found: DemoReads;
let original: number;
const tokens = new Map<string, string>();
const before = new Map<string, string>();

/** A spreadsheet is a zip file, whose bytes hold the time. */
const isSheet = (body: unknown): boolean => Buffer.isBuffer(body) && body.subarray(0, 2).toString('latin1') === 'PK';

async function readAs(person: string, endpoint: (typeof reads)[number]): Promise<string> {
  const { status, body, error } = await app.call(endpoint, found.argumentsFor(endpoint), { token: tokens.get(person)! });
  const said = error ? `${status} ${error.code}` : JSON.stringify(isSheet(body) ? [...(await readSheets(body as never))] : body);
  return said
    .replace(OF_THE_MOMENT, '"$1":0')
    .replace(endpoint === systemGet ? DUE : '', '')
    .replace(WRITTEN, '')
    .replace(SIGNED, '');
}

/** Returns the reads that are answered differently now, with the first place where they differ. */
async function listDifferences(): Promise<string[]> {
  const differences: string[] = [];
  await sql`UPDATE access_tokens SET confirmed_at = app_now()`.execute(app.db); // exports ask again after ten minutes
  for (const person of PEOPLE)
    for (const endpoint of reads) {
      if (Object.hasOwn(DIFFERS, endpoint.name)) continue;
      const key = `${endpoint.name} as ${person}`;
      const [then, now] = [before.get(key) ?? '', await readAs(person, endpoint)];
      if (then === now) continue;
      const at = [...then].findIndex((letter, index) => letter !== now[index]);
      differences.push(`${key}: ${then.slice(Math.max(0, at - 60), at + 60)} → ${now.slice(Math.max(0, at - 60), at + 60)}`);
    }
  return differences;
}

async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY relname`.execute(
    app.db,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables)
    counts[name] = Number((await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(name)}`.execute(app.db)).rows[0]!.count);
  return counts;
}

/** From this hour on, in UTC, the test moves its clock to the next morning. */
const LATE_HOUR = 20;

beforeAll(async () => {
  app = await startTestApp({ isDemo: true });
  // The clock is moved by more than an hour below, and what the pages say changes with the day.
  const now = await appNow(app.db);
  if (now.getUTCHours() >= LATE_HOUR) await app.clock.moveTo(new Date(now.getTime() + (32 - now.getUTCHours()) * 3_600_000));
  await seedDemoSchool(app.db, { storage: createFileStorage(app.dataDir) });
  for (let round = 0; round < 5; round += 1) {
    await app.server.jobs.runDue(); // analyses and work products of the demo's lessons, and the notices of them
    await app.clock.advanceMs(60_000);
  }
  for (const email of PEOPLE) {
    const { body } = await app.call(authLogin, { body: { email, password: demoPassword } });
    tokens.set(email, body.api_token);
  }
  found = await findDemoReads(app.db);
  original = (await sql<{ id: number }>`SELECT id FROM assessments WHERE title = 'Simple circuits: closing a switch' AND status = 'Active'`.execute(app.db))
    .rows[0]!.id;
  for (const person of PEOPLE) for (const endpoint of reads) await readAs(person, endpoint); // a first read may store something
  for (const person of PEOPLE) for (const endpoint of reads) before.set(`${endpoint.name} as ${person}`, await readAs(person, endpoint));
}, 240_000);
afterAll(() => app.close());

const as = () => ({ token: tokens.get('teacher@demo.school')! });
/** Tables that keep what happened, of anyone, and are folded automatically. */
const NOTES = new Set([
  'table_changes',
  'room_sequences',
  'room_outbox',
  'room_events',
  'jobs',
  'job_schedules',
  'live_signals',
  'dashboard_changes',
  'dashboard_wanted',
  'account_access',
  'idempotent_calls',
  'access_tokens',
  'call_limits',
  'audit_entries',
  'school_activity',
]);

describe('[B2112] [LIVE-78] a rehearsal leaves nothing', () => {
  let rehearsal: number;
  let rows: Record<string, number>;

  test('nothing differs without a rehearsal', async () => {
    expect(await listDifferences()).toEqual([]);
    rows = await countRows();
  }, 120_000);

  test('while it runs', async () => {
    const made = await app.call(rehearsalMake, { body: { assessment_id: original, size: 30, speed: 8 } }, as());
    expect(made.error).toBeNull();
    rehearsal = made.body.assessment_id;
    expect((await app.call(liveStart, { body: { assessment_id: rehearsal, time: 2 } }, as())).status).toBe(200);
    expect((await app.call(liveSettingsUpdate, { body: { assessment_id: rehearsal, can_comment: true } }, as())).status).toBe(200);
    await app.clock.advanceMs(10_000);
    for (let slice = 0; slice < 4; slice += 1) await playOn();
    const { rows: answers } = await sql<{
      count: number;
    }>`SELECT count(*)::integer AS count FROM live_posts JOIN live_sessions ON live_sessions.id = session_id WHERE assessment_id = ${rehearsal}`.execute(
      app.db,
    );
    expect(answers[0]!.count).toBeGreaterThan(15);
    expect(await listDifferences()).toEqual([]);
  }, 240_000);

  test('after its end', async () => {
    for (const type of ['re-assign', 'next'] as const) {
      expect((await app.call(liveStatus, { body: { id: rehearsal, type, time: 2 } }, as())).status).toBe(200);
      await app.clock.advanceMs(15_000);
      for (let slice = 0; slice < 4; slice += 1) await playOn();
    }
    expect((await app.call(liveStatus, { body: { id: rehearsal, type: 'finished' } }, as())).status).toBe(200);
    const { rows: noted } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM audit_entries WHERE account_id IN (SELECT id FROM accounts WHERE simulated_in IS NOT NULL) OR (subject_type = 'assessment' AND subject_id = ${rehearsal})`.execute(
      app.db,
    );
    expect(noted[0]!.count).toBe(0);
    await playOn();
    await app.server.jobs.runDue();
    await app.clock.advanceMs(3_600_000); // addresses of files change with the hour
    expect(await listDifferences()).toEqual([]);
  }, 240_000);

  test('when it is gone, with every row', async () => {
    expect((await app.call(rehearsalRemove, { params: { id: rehearsal } }, as())).body.original_id).toBe(original);
    await playOn(); // its job ends
    expect(await listDifferences()).toEqual([]);
    const now = await countRows();
    expect(Object.entries(now).filter(([table, count]) => count !== rows[table] && !NOTES.has(table))).toEqual([]);
  }, 240_000);
});

/** Has the simulated class do what is due. */
async function playOn(): Promise<void> {
  await app.clock.advanceMs(1001);
  await app.server.jobs.runDue();
}

test('[B2116] [LIVE-80] in the demo school its students who are not signed in take part in the lesson itself', async () => {
  expect((await app.call(simulatedClassBring, { body: { assessment_id: original, size: 30, speed: 8 } }, as())).error).toBeNull();
  expect((await app.call(liveStart, { body: { assessment_id: original, time: 5 } }, as())).error).toBeNull();
  for (let second = 0; second < 50; second += 2) {
    await app.clock.advanceMs(2000);
    await app.server.jobs.runDue();
  }
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM live_posts JOIN live_sessions session ON session.id = session_id JOIN accounts ON accounts.id = live_posts.account_id WHERE session.assessment_id = ${original}`.execute(
    app.db,
  );
  const played = rows.map(({ email }) => email);
  expect(played.length).toBeGreaterThan(20);
  expect(played).not.toContain('student1@demo.school'); // signed in by this test
}, 120_000);
