import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { liveClose, liveStart, liveStatus, liveStudentLogin, workProductList } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import type { FromPhones, ToPhones } from './answers-clients.ts';
import { interleave, printComparison } from './lib.ts';

/**
 * Measures the cost of creating work products for a running lesson: 200 students answer within a second, with no other
 * load and while the work products of another lesson of 500 are created. Measured at the phone, from sending an answer
 * to its acknowledgement. Goal: a 99th percentile of at most 1.1 times the quiet one.
 */
const STUDENTS = 200;
const MAKERS = 500;
const CLASS = 30;
const ROUNDS = 16;
/**
 * The times from the start of creating them to the first answer, so that a lesson can begin at any point of drawing
 * one.
 */
const PAUSES_MS = [500, 790, 1080, 1370, 1660, 1950, 2240];

const phones = fork(fileURLToPath(new URL('./answers-clients.ts', import.meta.url)));
const ask = <Kind extends FromPhones['kind']>(message: ToPhones, kind: Kind): Promise<Extract<FromPhones, { kind: Kind }>> =>
  new Promise((resolve, reject) => {
    const onMessage = (reply: FromPhones): void => {
      if (reply.kind !== kind) return;
      phones.off('message', onMessage);
      resolve(reply as Extract<FromPhones, { kind: Kind }>);
    };
    phones.on('message', onMessage);
    phones.once('exit', () => reject(new Error('the phones have ended early')));
    phones.send(message);
  });
const percentile = (times: readonly number[], share: number): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]!;

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 20 });
    const scenario = createScenario(app);
    const url = await app.listen();
    const lesson = await scenario.lesson({ students: STUDENTS });
    /** Finishes a lesson whose students were there and answered nothing. Their work products are then waiting. */
    async function finish(students: number) {
      const past = await scenario.lesson({ students });
      await past.teacher.call(liveStart, { body: { assessment_id: past.assessmentId, time: 10 } });
      for (const student of past.students) await student.call(liveStudentLogin, { body: { assessment_id: past.assessmentId } });
      for (const type of ['re-assign', 'next', 'finished'] as const) {
        const { error } = await past.teacher.call(liveStatus, { body: { id: past.assessmentId, type, ...(type === 'finished' ? {} : { time: 5 }) } });
        if (error) throw new Error(`the lesson did not finish: ${error.code}`);
      }
      const query = { assessment_id: past.assessmentId };
      return async (): Promise<number> => (await past.teacher.call(workProductList, { query })).body.waiting;
    }
    const countOfClass = await finish(CLASS);
    const startedAt = performance.now();
    app.server.jobs.start();
    while ((await countOfClass()) > 0) await sleep(100);
    console.log(`${CLASS} work products, from the finish of their lesson: ${Math.round(performance.now() - startedAt)} ms`);
    /** Quiet rounds have the product in its usual state: it looks for due jobs, and finds no work product. */
    const hold = () => client.query("UPDATE jobs SET run_at = app_now() + interval '1 day' WHERE kind = 'work-product' AND state = 'waiting'");
    async function release(): Promise<void> {
      await client.query("UPDATE jobs SET run_at = app_now() WHERE kind = 'work-product' AND state = 'waiting'");
      app.server.jobs.wakeIn(0);
    }
    await finish(MAKERS);
    await hold();

    const count = async (states: string): Promise<number> =>
      Number((await client.query(`SELECT count(*) FROM jobs WHERE kind = 'work-product' AND state IN (${states})`)).rows[0].count);
    let [made, rounds] = [0, 0];

    async function round(isMaking: boolean): Promise<number> {
      const before = await count("'waiting', 'running'");
      if (isMaking) await release();
      await sleep(PAUSES_MS[rounds++ % PAUSES_MS.length]!);
      const { body } = await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 10 } });
      const choices: { id: number }[] = body.assessment.questions[0]!.responses;
      const { latenciesMs, failures } = await ask(
        {
          kind: 'answer',
          what: 'answer',
          url,
          sessionId: body.session.id,
          form: 'Form - 1A',
          withinMs: 1000,
          phones: lesson.students.map(({ token }, index) => ({ token, responseId: choices[index % choices.length]!.id })),
        },
        'answered',
      );
      if (failures > 0) throw new Error(`${failures} answers were not acknowledged`);
      if (isMaking && (await count("'waiting'")) === 0) throw new Error('all work products were made before the last answer: there was nothing to measure');
      await hold();
      while ((await count("'running'")) > 0) await sleep(100);
      if (isMaking) made += before - (await count("'waiting'"));
      await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
      return percentile(latenciesMs, 0.99);
    }

    const times = await interleave({ rounds: ROUNDS, warmUpRounds: 1, sides: { quiet: () => round(false), 'work products are made': () => round(true) } });
    console.log(`${made} work products were made in the ${ROUNDS} rounds that make some`);
    printComparison(`an answer’s acknowledgement, 99th percentile of ${STUDENTS}`, times);
    await app.close();
  });
} finally {
  phones.kill();
  await postgres.stop();
}
