import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { configGet, liveClose, liveStart } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { WebSocketServer } from 'ws';
import { databaseMeter, ownCpuMs } from './cpu-time.ts';
import type { FromPhones, ToPhones, Way } from './join-clients.ts';
import { percentileOf, spreadOf } from './lib.ts';
import { startPhones } from './phones.ts';
import { startTrivialServer } from './trivial-http.ts';

/**
 * A class presses the link within a second. Measures the time until each phone has the question, and until its socket
 * receives lesson and account, by the single call and by the calls that it replaces, in turns. Also CPU of server and
 * database per student, including everything within the next two seconds: numbering, figures, broadcasts, and each
 * page's requests after that.
 */
const SIZES = [500, 1000];
/** An address may open 6,000 sockets at a time, and a limited number per minute. */
const ROUNDS = 2;
const TRIVIAL_CALLS = 5000;

interface Measured {
  questionMs: number[];
  subscribedMs: number[];
  /** Phones that did not receive everything. The separate calls may be too many for one process. */
  failed: number;
  serverMs: number;
  databaseMs: number;
}

const { ask, hear, end } = startPhones<ToPhones, FromPhones>('./join-clients.ts');

/**
 * Measures the milliseconds from sending one text to this many sockets of a bare `ws` server until the last one has it.
 */
async function bareBroadcastMs(sockets: number): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  await ask({ kind: 'listen', url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }, 'listening');
  const text = 'x'.repeat(1000);
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    const heard = hear('heard');
    for (const client of server.clients) client.send(text);
    await heard;
    times.push(performance.now() - began);
  }
  await ask({ kind: 'leave' }, 'left');
  server.close();
  return spreadOf(times).median;
}

const medianOf = (all: readonly Measured[], of: (one: Measured) => number): number => spreadOf(all.map(of)).median;

const trivial = await startTrivialServer();
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 20 });
    const databaseMs = await databaseMeter(client);
    const scenario = createScenario(app);
    const url = await app.listen();
    const { key } = (await app.call(configGet)).body.realtime;

    for (const students of SIZES) {
      const lesson = await scenario.lesson({ students });
      const people = lesson.students.map(({ token, accountId }) => ({ token, accountId }));
      const ways: Record<Way, Measured[]> = { five: [], one: [] };
      const trivialCalls: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const way of ['five', 'one'] as const) {
          await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 10 } });
          const before = { server: ownCpuMs(), database: databaseMs() };
          const joined = await ask({ kind: 'join', way, url, key, assessmentId: lesson.assessmentId, phones: people, withinMs: 1000 }, 'joined');
          if (way === 'one' && joined.problems.length > 0) throw new Error(joined.problems.join(', ').slice(0, 1000));
          const { questionMs, subscribedMs } = joined;
          const measured = {
            questionMs,
            subscribedMs,
            failed: joined.problems.length,
            serverMs: (ownCpuMs() - before.server) / students,
            databaseMs: (databaseMs() - before.database) / students,
          };
          if (round > 0) ways[way].push(measured); // the first time each account's rights are read
          await ask({ kind: 'leave' }, 'left');
          await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
        }
        trivialCalls.push((await ask({ kind: 'hammer', url: trivial.url, calls: TRIVIAL_CALLS }, 'hammered')).callsPerSecond);
      }
      for (const [way, all] of Object.entries(ways)) {
        const show = (of: (one: Measured) => number[]): string =>
          `p50 ${medianOf(all, (one) => percentileOf(of(one), 0.5)).toFixed(0)}, p95 ${medianOf(all, (one) => percentileOf(of(one), 0.95)).toFixed(0)} ms`;
        console.log(
          `${students} within a second, ${way === 'one' ? 'by one call' : 'by five calls'}: question held ${show((one) => one.questionMs)}; socket hears ${show((one) => one.subscribedMs)}; CPU a student: server ${medianOf(all, (one) => one.serverMs).toFixed(2)}, database ${medianOf(all, (one) => one.databaseMs).toFixed(2)} ms; phones that failed ${medianOf(all, (one) => one.failed)}`,
        );
      }
      const cost = ({ serverMs, databaseMs }: Measured): number => serverMs + databaseMs;
      console.log(
        `  ratio one / five: CPU ${(medianOf(ways.one, cost) / medianOf(ways.five, cost)).toFixed(2)}, p95 of the question ${(medianOf(ways.one, (one) => percentileOf(one.questionMs, 0.95)) / medianOf(ways.five, (one) => percentileOf(one.questionMs, 0.95))).toFixed(2)}`,
      );
      console.log(
        `  a trivial HTTP server in this run: ${Math.round(spreadOf(trivialCalls).median)} calls a second; a bare ws broadcast to ${students}: ${(await bareBroadcastMs(students)).toFixed(1)} ms`,
      );
    }
    await app.close();
  });
} finally {
  end();
  trivial.close();
  await postgres.stop();
}
