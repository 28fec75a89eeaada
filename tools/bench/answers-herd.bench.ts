import { liveClose, liveStart } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import pg from 'pg';
import { databaseMeter, ownCpuMs } from './cpu-time.ts';
import type { FromPhones, ToPhones } from './answers-clients.ts';
import { percentileOf, spreadOf } from './lib.ts';
import { startPhones } from './phones.ts';
import { startTrivialServer } from './trivial-http.ts';

/**
 * A class sends its drafts, then its answers, each within a second. Measures latencies at the phone, CPU of server and
 * database, and statements for each, including background work (numbering, the staff's figures). For comparison it
 * measures a server that does nothing at that moment, with the same phones.
 */
const SIZES = [500, 1000];
const ROUNDS = 4;
const TRIVIAL_CALLS = 5000;

let statements = 0;
const query = pg.Client.prototype.query as (...parts: unknown[]) => unknown;
pg.Client.prototype.query = function counted(this: pg.Client, ...parts: unknown[]) {
  statements += 1;
  return query.apply(this, parts);
} as typeof pg.Client.prototype.query;

interface Measured {
  latenciesMs: number[];
  serverMs: number;
  databaseMs: number;
  statements: number;
}

const { ask, end } = startPhones<ToPhones, FromPhones>('./answers-clients.ts');
const trivial = await startTrivialServer();
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 20 });
    const databaseMs = await databaseMeter(client);
    const scenario = createScenario(app);
    const url = await app.listen();

    for (const students of SIZES) {
      const lesson = await scenario.lesson({ students });
      const tokens = lesson.students.map(({ token }) => token);
      const kinds = { draft: [] as Measured[], answer: [] as Measured[] };
      const trivialCalls: number[] = [];
      for (let round = 0; round < ROUNDS + 1; round += 1) {
        const { body } = await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 10 } });
        const choices: { id: number }[] = body.assessment.questions[0]!.responses;
        for (const what of ['draft', 'answer'] as const) {
          const before = { server: ownCpuMs(), database: databaseMs(), statements };
          const { latenciesMs, failures } = await ask(
            {
              kind: 'answer',
              what,
              url,
              sessionId: body.session.id,
              form: 'Form - 1A',
              withinMs: 1000,
              phones: tokens.map((token, index) => ({ token, responseId: choices[index % choices.length]!.id })),
            },
            'answered',
          );
          if (failures > 0) throw new Error(`${failures} of kind ${what} were not acknowledged`);
          if (round > 0)
            kinds[what].push({
              latenciesMs,
              serverMs: (ownCpuMs() - before.server) / students,
              databaseMs: (databaseMs() - before.database) / students,
              statements: (statements - before.statements) / students,
            });
        }
        await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
        trivialCalls.push((await ask({ kind: 'hammer', url: trivial.url, calls: TRIVIAL_CALLS }, 'hammered')).callsPerSecond);
      }
      for (const [what, measured] of Object.entries(kinds)) {
        const median = (of: (one: Measured) => number): string => spreadOf(measured.map(of)).median.toFixed(2);
        const at = (share: number): string => median(({ latenciesMs }) => percentileOf(latenciesMs, share));
        console.log(
          `${students} ${what}s within a second: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms; CPU of each: server ${median((one) => one.serverMs)}, database ${median((one) => one.databaseMs)} ms; statements ${median((one) => one.statements)}`,
        );
      }
      const [server, database] = [(one: Measured) => one.serverMs, (one: Measured) => one.databaseMs].map((of) => spreadOf(kinds.answer.map(of)).median) as [
        number,
        number,
      ];
      console.log(
        `  of an answer's CPU the web process has ${((100 * server) / (server + database)).toFixed(0)}%, the database the rest: two web processes / one, computed, ${((2 * Math.max(server, database)) / (server + database)).toFixed(2)} times the answers on two cores`,
      );
      console.log(`  a trivial HTTP server in this run: ${Math.round(spreadOf(trivialCalls).median)} calls a second`);
    }
    await app.close();
  });
} finally {
  end();
  trivial.close();
  await postgres.stop();
}
