import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveStatus, liveStudentLogin } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { type ProductProcess, startProductProcess, toDatabaseUrl } from '@classwright/server/testing/product-process';
import { createScenario, type TestLesson } from '@classwright/server/testing/scenario';
import { runLesson } from '@classwright/server/testing/running-lesson';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { percentileOf } from './lib.ts';
import { startTrivialServer } from './trivial-http.ts';

/**
 * The forms of 200 lessons expire within one second, with two processes of the product watching. Measures how late each
 * is closed by the database's clock, and how late it gets its number, by which every screen receives it; then the same
 * with one of the two processes killed in the middle of that second. None may be early, and each closes once.
 */
const LESSONS = 200;
const STUDENTS = 2;
const SETTING_UP = 8;
const GRACE_MS = 3000;
/** The time from setting the deadlines to the first of them. Both processes have checked by then. */
const AHEAD_MS = 6000;

/** Does the work for all, some at a time. */
async function forAll<One>(all: readonly One[], work: (one: One) => Promise<unknown>): Promise<void> {
  let next = 0;
  const line = async (): Promise<void> => {
    while (next < all.length) await work(all[next++] as One);
  };
  await Promise.all(Array.from({ length: SETTING_UP }, line));
}

async function trivialCallsPerSecond(url: string): Promise<number> {
  const calls = 2000;
  const began = performance.now();
  await forAll(Array.from({ length: calls }), async () => void (await (await fetch(url, { method: 'POST', body: '{}' })).text()));
  return (calls * 1000) / (performance.now() - began);
}

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
const dataDir = mkdtempSync(join(tmpdir(), 'classwright-deadlines-'));
const running: ProductProcess[] = [];
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
    const scenario = createScenario(app);
    const schoolId = await scenario.school();
    const lessons: TestLesson[] = [];
    await forAll(Array.from({ length: LESSONS }), async () => {
      const room = await scenario.class({ students: STUDENTS, schoolId });
      const made = await scenario.assessment({ owner: room.teacher, schoolId, classId: room.courseId });
      lessons.push({ ...room, ...made });
    });
    await forAll(lessons, async (lesson) => {
      await runLesson(app, lesson, 60);
      for (const student of lesson.students) await student.call(liveStudentLogin, { body: { assessment_id: lesson.assessmentId } });
    });

    const start = async (role: string): Promise<ProductProcess> => {
      const env = { DATABASE_URL: toDatabaseUrl({ ...connection, password: '' }), DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: 'off' };
      const process = startProductProcess({ env, role });
      running.push(process);
      await process.running;
      return process;
    };
    const [first, second] = [await start('all'), await start('web')];

    async function runOut(form: string, dies: ProductProcess | null): Promise<void> {
      await client.query(
        `UPDATE live_phases SET deadline_at = at.now + make_interval(secs => $2::float8 + at.place::float8 / $3)
           FROM (SELECT id, now, row_number() OVER (ORDER BY id) - 1 AS place FROM live_phases, (SELECT app_now() AS now OFFSET 0) n WHERE form = $1) at
          WHERE at.id = live_phases.id`,
        [form, (AHEAD_MS - GRACE_MS) / 1000, LESSONS],
      );
      await sleep(AHEAD_MS + 500);
      await dies?.end('SIGKILL');
      await sleep(3500);
      const { rows } = await client.query<{ closed_ms: number | null; told_ms: number | null; times: number }>(
        `SELECT extract(epoch FROM closed_at - deadline_at)::float8 * 1000 - $2 AS closed_ms,
                (SELECT extract(epoch FROM max(server_time) - deadline_at)::float8 * 1000 - $2 FROM room_events
                  WHERE epoch = session_id AND name = 'assessment.phase.closed' AND payload ->> 'form' = form) AS told_ms,
                (SELECT count(*)::int FROM room_events WHERE epoch = session_id AND name = 'assessment.phase.closed' AND payload ->> 'form' = form) AS times
           FROM live_phases WHERE form = $1`,
        [form, GRACE_MS],
      );
      const closedMs = rows.flatMap(({ closed_ms }) => closed_ms ?? []);
      const toldMs = rows.flatMap(({ told_ms }) => told_ms ?? []);
      const show = (times: readonly number[]): string =>
        `p50 ${percentileOf(times, 0.5).toFixed(1)}, p99 ${percentileOf(times, 0.99).toFixed(1)}, latest ${Math.max(...times).toFixed(1)} ms`;
      console.log(`${LESSONS} deadlines in a second, two processes${dies ? ', one killed in the middle' : ''}: closed late by ${show(closedMs)}`);
      console.log(
        `  numbered after ${show(toldMs)}; closed ${closedMs.length}, early ${closedMs.filter((ms) => ms < 0).length}, told once ${rows.filter(({ times }) => times === 1).length}`,
      );
    }

    await runOut('Form - 1A', null);
    await forAll(lessons, async ({ teacher, assessmentId }) => {
      const reply = await teacher.call(liveStatus, { body: { id: assessmentId, type: 're-assign', time: 60 } });
      if (reply.error) throw new Error(`a lesson could not go on: ${reply.error.code}`);
    });
    await runOut('Form - 1B', first);
    const trivial = await startTrivialServer();
    console.log(`  a trivial HTTP server in this run: ${Math.round(await trivialCallsPerSecond(trivial.url))} calls a second, ${SETTING_UP} at a time`);
    trivial.close();
    await second.end();
    await app.close();
  });
} finally {
  for (const process of running) await process.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
  await postgres.stop();
}
