import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { channels, liveDraft, liveJoin } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { toAppError, toErrorBody } from './platform/http/errors.ts';
import { findNotReady } from './platform/http/readiness.ts';
import { connect } from './platform/database/index.ts';
import { createHistograms } from './platform/histograms.ts';
import { createScenario, hear, startTestApp, type TestApp, type TestPerson } from './testing/index.ts';
import { startLesson } from './testing/running-lesson.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function readMetrics(of = app): Promise<Map<string, number>> {
  const text = (await of.server.app.inject({ url: '/metrics' })).body;
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

test('[B333] the figures say what waits: jobs, events without a number, forms that should have closed, connections, room on the disk', async () => {
  const quiet = await readMetrics();
  expect(quiet.get('classwright_database_up')).toBe(1);
  expect(quiet.get('classwright_closings_late')).toBe(0);
  expect(quiet.get('classwright_data_free_bytes')).toBeGreaterThan(1_000_000);
  expect(quiet.get('classwright_database_restarts_total')).toBe(0);
  expect([...quiet.keys()].filter((key) => key.startsWith('classwright_build_info{version="0.0.0-test"'))).toHaveLength(1);

  await startLesson(app, createScenario(app), { minutes: 5 });
  await app.db.insertInto('jobs').values({ kind: 'test.none', payload: '{}' }).execute();
  await sql`INSERT INTO jobs (kind, payload, state, failed_at) VALUES ('test.none', '{}', 'failed', app_now())`.execute(app.db);
  await sql`INSERT INTO room_outbox (room, epoch, name, payload) VALUES ('test.room', 1, 'test', '{}')`.execute(app.db);
  await app.clock.advanceMs(5 * 60_000 + 13_000);
  const busy = await readMetrics();
  expect(busy.get('classwright_jobs_due{lane="none"}')).toBe(1);
  expect(busy.get('classwright_jobs_due_oldest_seconds{lane="none"}')).toBeGreaterThan(300);
  expect(busy.get('classwright_jobs_given_up')).toBe(1);
  expect(busy.get('classwright_room_outbox_rows')).toBeGreaterThanOrEqual(1);
  expect(busy.get('classwright_room_outbox_oldest_seconds')).toBeGreaterThan(300);
  expect(busy.get('classwright_closings_late')).toBe(1);
  expect(busy.get('classwright_closings_late_oldest_seconds')).toBeGreaterThan(10);
  expect(busy.get('classwright_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0);
});

test('jobs are told by lane: due, running, planned, and how long the oldest has been due', async () => {
  const own = await startTestApp();
  onTestFinished(() => own.close());
  const insert = (kind: string, state: string, seconds: number) =>
    sql`INSERT INTO jobs (kind, payload, state, run_at) VALUES (${kind}, '{}', ${state}, app_now() + make_interval(secs => ${seconds}::float8))`.execute(
      own.db,
    );
  const kindOf = (lane: string): string => own.server.folded.jobs.find((kind) => (kind.lane ?? 'quick') === lane && !kind.schedule)!.kind;
  await insert(kindOf('quick'), 'waiting', -30);
  await insert(kindOf('quick'), 'waiting', -60);
  await insert(kindOf('quick'), 'waiting', 600);
  await insert(kindOf('heavy'), 'running', 90);
  await insert(kindOf('heavy'), 'running', -1);
  await insert('test.of-a-newer-version', 'waiting', -5);
  const figures = await readMetrics(own);
  const of = (lane: string) => ['due', 'running', 'planned'].map((figure) => figures.get(`classwright_jobs_${figure}{lane="${lane}"}`));
  expect({ quick: of('quick'), heavy: of('heavy'), calm: of('calm'), none: of('none') }).toEqual({
    quick: [2, 0, 1],
    heavy: [1, 1, 0],
    calm: [0, 0, 0],
    none: [1, 0, 0],
  });
  expect(figures.get('classwright_jobs_due_oldest_seconds{lane="quick"}')).toBeGreaterThanOrEqual(60);
  expect(figures.get('classwright_jobs_due_oldest_seconds{lane="calm"}')).toBe(0);
});

test('joins, answers and drafts are measured by what came of them, and no other call is', async () => {
  const own = await startTestApp();
  onTestFinished(() => own.close());
  const lesson = await startLesson(own, createScenario(own));
  const [first, second] = lesson.students as [TestPerson, TestPerson];
  for (const student of [first, second]) await student.call(liveJoin, { body: { assessment_id: lesson.assessmentId } });
  await first.call(liveJoin, { body: { assessment_id: 999_999 } });
  await second.call(liveDraft, { body: { session_id: lesson.sessionId, form: 'Form - 1A', revision: 1, response_id: null, comment: 'So far.' } });
  await lesson.answer(first, 'Form - 1A', 1);
  await lesson.answer(first, 'Form - 1A', 2);
  const figures = await readMetrics(own);
  const counts = [...figures].filter(([key, count]) => key.startsWith('classwright_lesson_call_seconds_count') && count > 0);
  expect(Object.fromEntries(counts)).toEqual({
    'classwright_lesson_call_seconds_count{call="join",outcome="done"}': 2,
    'classwright_lesson_call_seconds_count{call="join",outcome="refused"}': 1,
    'classwright_lesson_call_seconds_count{call="draft",outcome="done"}': 1,
    'classwright_lesson_call_seconds_count{call="answer",outcome="done"}': 1,
    'classwright_lesson_call_seconds_count{call="answer",outcome="refused"}': 1,
  });
  expect(figures.get('classwright_lesson_call_seconds_sum{call="answer",outcome="done"}')).toBeGreaterThan(0);
});

test('an event is measured on its way: how long it waited for its number, with how many others, and how old it was at the sockets of each process', async () => {
  const own = await startTestApp({ isAlone: true });
  const other = await own.another();
  onTestFinished(async () => {
    await other.close();
    await own.close();
  });
  const lesson = await startLesson(own, createScenario(own));
  const channel = channels.assessment(lesson.assessmentId);
  const elsewhere: TestPerson = { ...lesson.teacher, call: (endpoint, args, as) => other.call(endpoint, args, { token: lesson.teacher.token, ...as }) };
  const ears = [await hear(own, lesson.teacher, channel), await hear(other, elsewhere, channel)];
  await lesson.login(lesson.students[0] as TestPerson);
  for (const ear of ears) await ear.first('assessment.studentlogin');
  const [here, there] = [await readMetrics(own), await readMetrics(other)];
  const sum = (name: string): number => (here.get(name) ?? 0) + (there.get(name) ?? 0);
  expect(sum('classwright_live_batch_rows_count')).toBeGreaterThanOrEqual(1);
  expect(sum('classwright_live_outbox_seconds_count')).toBe(sum('classwright_live_batch_rows_sum'));
  for (const figures of [here, there]) expect(figures.get('classwright_live_event_age_seconds_count')).toBeGreaterThanOrEqual(1);
  expect(sum('classwright_live_bus_said_total')).toBeGreaterThanOrEqual(1);
  expect(sum('classwright_live_bus_heard_total')).toBeGreaterThanOrEqual(1);
  expect(sum('classwright_live_bus_foreign_total')).toBe(0);
  for (const ear of ears) ear.close();
});

test('a value that clocks make negative, or that is none, counts as nothing and breaks nothing', async () => {
  const { Registry } = await import('prom-client');
  const registry = new Registry();
  const histograms = createHistograms({ age: { name: 'age_seconds', help: 'An age', buckets: [1, 2] } });
  histograms.register(registry);
  for (const age of [-5, Number.NaN, Number.POSITIVE_INFINITY, 1.5]) histograms.observe('age', age);
  const text = await registry.metrics();
  expect(text).toContain('age_seconds_sum 1.5');
  expect(text).toContain('age_seconds_bucket{le="1"} 3');
  expect(text).toContain('age_seconds_count 4');
});

const operations = (file: string): string => fileURLToPath(new URL(`../../../docs/operations/${file}`, import.meta.url));

test.each(['grafana-dashboard.json', 'prometheus-alerts.yml', 'README.md'])('every figure that %s names is there', async (file) => {
  const text = readFileSync(operations(file), 'utf8');
  const shown = (await app.server.app.inject({ url: '/metrics' })).body;
  const families = new Map([...shown.matchAll(/# TYPE (\w+) (\w+)/g)].map(([, name, type]) => [name, type]));
  const named = new Set(text.match(/\b(?:classwright|nodejs|process)_[a-z0-9_]*[a-z0-9]\b/g));
  expect(named.size).toBeGreaterThan(7);
  const isThere = (name: string): boolean => {
    if (families.has(name)) return true;
    const family = name.replace(/_(?:bucket|sum|count)$/, '');
    return family !== name && families.get(family) === 'histogram';
  };
  expect([...named].filter((name) => !isThere(name))).toEqual([]);
});

const hasPromtool = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0;
test.skipIf(!hasPromtool)('Prometheus takes the alert rules (skipped where no promtool is installed)', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', operations('prometheus-alerts.yml')], { encoding: 'utf8' });
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
});

test('[B333] what only grows is a counter with its ending, what rises and falls a gauge', async () => {
  const text = (await app.server.app.inject({ url: '/metrics' })).body;
  expect(text).toContain('# TYPE classwright_live_connections gauge');
  expect(text).toContain('# TYPE classwright_live_frames_sent_total counter');
  expect(text).not.toMatch(/classwright_live_frames_sent \d/);
  for (const [, name, type] of text.matchAll(/# TYPE (classwright_\w+) (\w+)/g)) expect([name, name?.endsWith('_total')]).toEqual([name, type === 'counter']);
});

test('[B326] a database that says nothing: within two seconds readiness ends and names the database', { timeout: 30_000 }, async () => {
  const { db } = connect({ connection: app.connection, maxConnections: 1, onError: () => undefined });
  onTestFinished(() => db.destroy());
  expect(await findNotReady(db, app.dataDir)).toBeNull();
  let release: () => void = () => undefined;
  const held = db.transaction().execute(() => new Promise<void>((resolve) => (release = resolve)));
  expect(await findNotReady(db, app.dataDir)).toBe('database');
  release();
  await held;
  expect(await findNotReady(db, app.dataDir)).toBeNull();
});

test('[B326] readiness ends with the folder of an embedded database, and a data folder beside a database elsewhere changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-ready-'));
  expect(await findNotReady(app.db, folder)).toBeNull();
  rmSync(folder, { recursive: true });
  expect([await findNotReady(app.db, folder), await findNotReady(app.db, null)]).toEqual(['disk', null]);
});

test('[B329] a full disk is told in words of its own, worth another try', () => {
  for (const code of ['53100', 'ENOSPC', 'EDQUOT']) {
    const failure = toAppError(Object.assign(new Error('could not extend file'), { code }));
    expect([failure?.code, failure?.status]).toEqual(['UNAVAILABLE', 503]);
    expect(toErrorBody(failure!, (key) => key, 'x').message).toBe('error.UNAVAILABLE.disk');
  }
});
