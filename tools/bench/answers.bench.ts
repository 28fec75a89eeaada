import { channels, configGet, liveClose, liveStart } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import type { FromPhones, ToPhones } from './answers-clients.ts';
import { interleave, percentileOf, printComparison, spreadOf } from './lib.ts';
import { startPhones } from './phones.ts';

/**
 * 500 students of one lesson answer within a second, with nobody listening and with 500 phones on the lesson's channel.
 * Measured at the phone: from sending an answer to its acknowledgement, which comes after the commit.
 */
const STUDENTS = 500;
const ROUNDS = 6;

const { ask, end } = startPhones<ToPhones, FromPhones>('./answers-clients.ts');
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 20 });
    const lesson = await createScenario(app).lesson({ students: STUDENTS });
    const url = await app.listen();
    const { key } = (await app.call(configGet)).body.realtime;
    const tokens = lesson.students.map(({ token }) => token);
    const p99 = { quiet: [] as number[], watched: [] as number[] };

    /** Runs the lesson once: everyone answers Form - 1A. Returns the median latency. */
    async function round(side: keyof typeof p99): Promise<number> {
      const { body } = await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 10 } });
      if (side === 'watched') await ask({ kind: 'watch', url, key, channel: channels.assessment(lesson.assessmentId), tokens }, 'watching');
      const choices: { id: number }[] = body.assessment.questions[0]!.responses;
      const { latenciesMs, failures } = await ask(
        {
          kind: 'answer',
          what: 'answer',
          url,
          sessionId: body.session.id,
          form: 'Form - 1A',
          withinMs: 1000,
          phones: tokens.map((token, index) => ({ token, responseId: choices[index % choices.length]!.id })),
        },
        'answered',
      );
      if (failures > 0) throw new Error(`${failures} answers were not acknowledged`);
      if (side === 'watched') await ask({ kind: 'unwatch' }, 'unwatched');
      await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
      p99[side].push(percentileOf(latenciesMs, 0.99));
      return spreadOf(latenciesMs).median;
    }

    const times = await interleave({
      rounds: ROUNDS,
      warmUpRounds: 1,
      sides: { 'nobody listens': () => round('quiet'), '500 listen': () => round('watched') },
    });
    console.log(`${STUDENTS} answers within a second, ${ROUNDS} rounds in turns`);
    printComparison('an answer’s acknowledgement, median of a round', times);
    printComparison('an answer’s acknowledgement, 99th percentile of a round', {
      'nobody listens': p99.quiet.slice(-ROUNDS),
      '500 listen': p99.watched.slice(-ROUNDS),
    });
    await app.close();
  });
} finally {
  end();
  await postgres.stop();
}
