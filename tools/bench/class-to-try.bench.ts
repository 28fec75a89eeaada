import { liveClose, liveStart, rehearsalMake, rehearsalRemove } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import type { FromPhones, ToPhones } from './answers-clients.ts';
import { percentileOf, spreadOf } from './lib.ts';
import { startPhones } from './phones.ts';

/**
 * A class answers while nobody else is here, and while a simulated class of 60 takes part in another teacher's rehearsal
 * at 8 times the speed, in turns in one run. Measures the latencies of the answers at the phone. The jobs run in the
 * process that serves the class, which is the worst case.
 */
const STUDENTS = 60;
const WITHIN_MS = 6000;
const ROUNDS = 8;
const BOUND = 1.1;

const { ask, end } = startPhones<ToPhones, FromPhones>('./answers-clients.ts');
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 20 });
    const scenario = createScenario(app);
    const url = await app.listen();
    const lesson = await scenario.lesson({ students: STUDENTS });
    const tokens = lesson.students.map(({ token }) => token);
    const measured = { alone: [] as number[], beside: [] as number[] };

    for (let round = 0; round < ROUNDS + 2; round += 1) {
      const kind = round % 2 === 0 ? 'alone' : 'beside';
      const rehearsal = kind === 'beside' ? await startRehearsal() : null;
      const { body } = await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 10 } });
      const choices: { id: number }[] = body.assessment.questions[0]!.responses;
      const { latenciesMs, failures } = await ask(
        {
          kind: 'answer',
          what: 'answer',
          url,
          sessionId: body.session.id,
          form: 'Form - 1A',
          withinMs: WITHIN_MS,
          phones: tokens.map((token, index) => ({ token, responseId: choices[index % choices.length]!.id })),
        },
        'answered',
      );
      if (failures > 0) throw new Error(`${failures} answers were not acknowledged`);
      if (round > 1) measured[kind].push(...latenciesMs);
      await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
      if (rehearsal !== null) await lesson.coTeacher.call(rehearsalRemove, { params: { id: rehearsal } });
    }
    for (const [kind, all] of Object.entries(measured))
      console.log(
        `${STUDENTS} answers in ${WITHIN_MS / 1000} s, ${kind}: p50 ${percentileOf(all, 0.5).toFixed(1)}, p99 ${percentileOf(all, 0.99).toFixed(1)} ms (${all.length} answers, ${spreadOf(all).median.toFixed(1)} ms in the middle)`,
      );
    const ratio = percentileOf(measured.beside, 0.99) / percentileOf(measured.alone, 0.99);
    console.log(`p99 with a simulated class of 60 at 8 times the speed / alone: ${ratio.toFixed(2)} (bound ${BOUND})`);
    await app.close();

    async function startRehearsal(): Promise<number> {
      const made = await lesson.coTeacher.call(rehearsalMake, { body: { assessment_id: lesson.assessmentId, size: 60, speed: 8 } });
      const id = made.body.assessment_id as number;
      await lesson.coTeacher.call(liveStart, { body: { assessment_id: id, time: 10 } });
      return id;
    }
  });
} finally {
  end();
  await postgres.stop();
}
