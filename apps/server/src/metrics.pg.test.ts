import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { toAppError, toErrorBody } from './platform/http/errors.ts';
import { isReady } from './platform/http/readiness.ts';
import { connect } from './platform/database/index.ts';
import { createScenario, startTestApp, type TestApp } from './testing/index.ts';
import { startLesson } from './testing/running-lesson.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function readMetrics(): Promise<Map<string, number>> {
  const text = (await app.server.app.inject({ url: '/metrics' })).body;
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
  expect(busy.get('classwright_jobs_due')).toBe(1);
  expect(busy.get('classwright_jobs_due_oldest_seconds')).toBeGreaterThan(300);
  expect(busy.get('classwright_jobs_given_up')).toBe(1);
  expect(busy.get('classwright_room_outbox_rows')).toBeGreaterThanOrEqual(1);
  expect(busy.get('classwright_room_outbox_oldest_seconds')).toBeGreaterThan(300);
  expect(busy.get('classwright_closings_late')).toBe(1);
  expect(busy.get('classwright_closings_late_oldest_seconds')).toBeGreaterThan(10);
  expect(busy.get('classwright_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0);
});

test('[B333] what only grows is a counter with its ending, what rises and falls a gauge', async () => {
  const text = (await app.server.app.inject({ url: '/metrics' })).body;
  expect(text).toContain('# TYPE classwright_live_connections gauge');
  expect(text).toContain('# TYPE classwright_live_frames_sent_total counter');
  expect(text).not.toMatch(/classwright_live_frames_sent \d/);
  for (const [, name, type] of text.matchAll(/# TYPE (classwright_\w+) (\w+)/g)) expect([name, name?.endsWith('_total')]).toEqual([name, type === 'counter']);
});

test('[B326] a database that says nothing: within two seconds readiness is over and the figures say so', { timeout: 30_000 }, async () => {
  const { db } = connect({ connection: app.connection, maxConnections: 1, onError: () => undefined });
  onTestFinished(() => db.destroy());
  expect(await isReady(db, app.dataDir)).toBe(true);
  let release: () => void = () => undefined;
  const held = db.transaction().execute(() => new Promise<void>((resolve) => (release = resolve)));
  expect(await isReady(db, app.dataDir)).toBe(false);
  release();
  await held;
  expect(await isReady(db, app.dataDir)).toBe(true);
});

test('[B326] readiness is over where nothing can be written: a database that only reads, a data folder that is gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-ready-'));
  expect(await isReady(app.db, folder)).toBe(true);
  rmSync(folder, { recursive: true });
  expect(await isReady(app.db, folder)).toBe(false);
});

test('[B329] a full disk is told in words of its own, worth another try', () => {
  for (const code of ['53100', 'ENOSPC', 'EDQUOT']) {
    const failure = toAppError(Object.assign(new Error('could not extend file'), { code }));
    expect([failure?.code, failure?.status]).toEqual(['UNAVAILABLE', 503]);
    expect(toErrorBody(failure!, (key) => key, 'x').message).toBe('error.UNAVAILABLE.disk');
  }
});
