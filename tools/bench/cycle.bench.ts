import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { configGet, type Form } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { type ProductProcess, startProductProcess, toDatabaseUrl } from '@classwright/server/testing/product-process';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { databaseMeter, processCpuMs } from './cpu-time.ts';
import type { FromPhones, ToPhones } from './cycle-clients.ts';
import { percentileOf } from './lib.ts';
import { startPhones } from './phones.ts';
import { call } from './phone-line.ts';

/**
 * Runs a thousand students through a whole lesson: they join, draft and answer in each of the three forms, request the
 * feed as their pages do, and the teacher goes on to the end. Measures CPU of the web process and the database per
 * student, the time from the teacher's press until the last phones have the question, and the memory of the process
 * afterwards. It runs twice, since the first includes one-time work.
 */
const STUDENTS = 1000;
const LESSONS = 2;

const { ask, hear, end } = startPhones<ToPhones, FromPhones>('./cycle-clients.ts');

const show = (times: readonly number[]): string => `p50 ${percentileOf(times, 0.5).toFixed(0)}, p95 ${percentileOf(times, 0.95).toFixed(0)} ms`;
const memoryMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
const dataDir = mkdtempSync(join(tmpdir(), 'classwright-cycle-'));
const running: ProductProcess[] = [];
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
    const lesson = await createScenario(app).lesson({ students: STUDENTS });
    const { key } = (await app.call(configGet)).body.realtime;
    await app.close();

    const start = async (role: string): Promise<ProductProcess & { url: string; pid: number }> => {
      const env = {
        DATABASE_URL: toDatabaseUrl({ ...connection, password: '' }),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        DEMO: 'off',
        DATABASE_CONNECTIONS: '20',
      };
      const process = startProductProcess({ env, role });
      running.push(process);
      return { ...process, url: role === 'jobs' ? '' : await process.running, pid: Number(process.child.pid) };
    };
    const [web] = [await start('web'), await start('jobs')];
    const databaseMs = await databaseMeter(client);
    const teach = (path: string, body: object) => call('POST', `${web.url}/api/live/learning/${path}`, lesson.teacher.token, { body });
    const { assessmentId } = lesson;

    /** Returns the milliseconds from the press until each phone had the question. */
    async function press(type: 're-assign' | 'next' | 'finished'): Promise<number[]> {
      const held = hear('held');
      await ask({ kind: 'press', atMs: Date.now() }, 'ready');
      await teach('status', { id: assessmentId, type, ...(type === 'finished' ? {} : { time: 30 }) });
      return (await held).heldMs;
    }

    for (let round = 1; round <= LESSONS; round += 1) {
      const before = { server: processCpuMs(web.pid), database: databaseMs(), memory: memoryMb(web.pid) };
      await teach('start', { assessment_id: assessmentId, time: 30 });
      const joined = await ask({ kind: 'join', url: web.url, key, assessmentId, phones: lesson.students }, 'joined');
      const answered: string[] = [];
      const held: number[][] = [];
      let feeds = 0;
      for (const [form, step] of [
        ['Form - 1A', 're-assign'],
        ['Form - 1B', 'next'],
        ['Form - 2', null],
      ] as [Form, 're-assign' | 'next' | null][]) {
        const reply = await ask({ kind: 'answer', form }, 'answered');
        answered.push(`${form} ${show(reply.answerMs)}`);
        feeds += reply.feeds;
        if (step) held.push(await press(step));
      }
      const heardEndMs = round < LESSONS ? null : await press('finished');
      if (round < LESSONS) await teach('close', { id: assessmentId });
      await sleep(2500); // time for the effects of the end
      await ask({ kind: 'leave' }, 'left');
      const server = (processCpuMs(web.pid) - before.server) / STUDENTS;
      const database = (databaseMs() - before.database) / STUDENTS;
      console.log(
        `${STUDENTS} students, lesson ${round}: CPU a student: server ${server.toFixed(2)}, database ${database.toFixed(2)}, both ${(server + database).toFixed(2)} ms`,
      );
      console.log(`  joined within a second: question held ${show(joined.questionMs)}; socket hears ${show(joined.subscribedMs)}`);
      console.log(`  answered within a second, beside the feeds: ${answered.join('; ')}; feeds asked ${(feeds / STUDENTS).toFixed(1)} a student`);
      console.log(`  question held after the press ${held.map(show).join('; ')}${heardEndMs ? `; the end ${show(heardEndMs)}` : ''}`);
      console.log(`  memory of the process ${before.memory.toFixed(0)} MB before, ${memoryMb(web.pid).toFixed(0)} MB after`);
    }
  });
} finally {
  end();
  for (const process of running) await process.end();
  rmSync(dataDir, { recursive: true, force: true });
  await postgres.stop();
}
