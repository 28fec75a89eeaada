import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { configGet, liveClose, liveStart } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { startProductProcess, toDatabaseUrl } from '@classwright/server/testing/product-process';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { databaseMeter, processCpuMs } from './cpu-time.ts';
import type { FromPhones, ToPhones } from './join-clients.ts';
import { percentileOf } from './lib.ts';
import { startPhones } from './phones.ts';
import { startTrivialServer } from './trivial-http.ts';

/**
 * A thousand phones come within a second to a process that has just become ready, and to the same process again, from one
 * address and from a thousand. Measures the time until each phone has the question, and until its socket hears lesson and
 * account, next to a bare server that the same phones ask in the same run. Also CPU a phone of the process and the
 * database, with everything in the next two seconds, and the memory of the process.
 */
const STUDENTS = 1000;
/** Rounds on one process: the first is cold. */
const ROUNDS = 3;

const { ask, end } = startPhones<ToPhones, FromPhones>('./join-clients.ts');
const trivial = await startTrivialServer();
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
const p = (values: readonly number[], share: number): string => percentileOf(values, share).toFixed(0);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    const app = await buildAppOn({ connection, drop: async () => undefined });
    const databaseMs = await databaseMeter(client);
    const lesson = await createScenario(app).lesson({ students: STUDENTS });
    const { key } = (await app.call(configGet)).body.realtime;
    await client.query('VACUUM ANALYZE');
    for (const [addresses, warmUp] of [
      ['one address', 'on'],
      ['a thousand addresses', 'on'],
      ['one address, without a warm-up', 'off'],
    ] as const) {
      const process = startProductProcess({
        env: { DATABASE_URL: toDatabaseUrl({ ...connection, password: '' }), DATA_DIR: app.dataDir, LOG_LEVEL: 'warn', DEMO: 'off', WARM_UP: warmUp },
        role: 'web',
      });
      const url = await process.running;
      const began = performance.now();
      while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(50);
      console.log(`${addresses}: ready ${(performance.now() - began).toFixed(0)} ms after it listens`);
      const phones = lesson.students.map(({ token, accountId }, at) => ({
        token,
        accountId,
        from: addresses.startsWith('one') ? '127.0.0.1' : `127.1.${1 + Math.floor(at / 250)}.${1 + (at % 250)}`,
      }));
      for (let round = 0; round < ROUNDS; round += 1) {
        await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 10 } });
        await sleep(1500);
        const bare = (await ask({ kind: 'ask', url: trivial.url, phones: STUDENTS, withinMs: 1000 }, 'answered')).answeredMs;
        const before = { server: processCpuMs(process.child.pid!), database: databaseMs() };
        const { questionMs, subscribedMs, problems } = await ask(
          { kind: 'come', url, key, assessmentId: lesson.assessmentId, phones, withinMs: 1000 },
          'joined',
        );
        const cpu = (now: number, then: number): string => ((now - then) / STUDENTS).toFixed(2);
        console.log(
          `  ${round === 0 ? 'cold' : 'warm'}: question p50 ${p(questionMs, 0.5)}, p95 ${p(questionMs, 0.95)} ms; channels p50 ${p(subscribedMs, 0.5)}, p95 ${p(subscribedMs, 0.95)} ms; bare server p95 ${p(bare, 0.95)} ms; CPU a phone ${cpu(processCpuMs(process.child.pid!), before.server)} ms, database ${cpu(databaseMs(), before.database)} ms; ${problems.length} failed${problems.length > 0 ? `, such as ${problems[0]}` : ''}; process ${memoryMegabytes(process.child.pid!)} MB`,
        );
        await ask({ kind: 'leave' }, 'left');
        await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
        await sleep(500);
      }
      await process.end();
    }
    await app.close();
  });
} finally {
  end();
  trivial.close();
  await postgres.stop();
}

function memoryMegabytes(pid: number): string {
  return ((Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) || 0) / 1024).toFixed(0);
}
