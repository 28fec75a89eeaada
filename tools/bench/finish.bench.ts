import { liveStart, liveStatus } from '@classwright/contract';
import { writeFacts } from '@classwright/server/modules/lesson/results/index';
import { inTransaction } from '@classwright/server/platform/database/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { makeClassWithLesson, makeLessonSchool } from '@classwright/server/testing/many-lessons';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { percentileOf, spreadOf } from './lib.ts';

/**
 * Finishes a lesson with 1,000 students who all answered all three forms, with comments and likes. Measures the whole
 * call, and separately the cost of writing the facts of the same lesson. Goal: at most 1.3 times Finish without them.
 */
const STUDENTS = 1000;
const ROUNDS = 7;
const WARM_UP = 2;

class RolledBack extends Error {}

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
    const school = await makeLessonSchool(app.db, STUDENTS);
    const call: typeof app.call = (endpoint, args) => app.call(endpoint, args, { token: school.teacher.token });

    /** Has everyone answer the open form, every fourth wrong. Every tenth gets a comment and a like. */
    async function answerAll(sessionId: number): Promise<void> {
      await client.query(
        `WITH phase AS (SELECT id, question_version_id FROM live_phases WHERE session_id = $1 AND closed_at IS NULL),
              post AS (INSERT INTO live_posts (session_id, phase_id, account_id, response_id, comment, comment_text, filed_by)
                       SELECT $1, phase.id, participant.account_id,
                              (SELECT id FROM question_responses WHERE question_version_id = phase.question_version_id
                                  AND position = CASE WHEN participant.account_id % 4 = 0 THEN 1 ELSE 2 END),
                              '{"type":"doc","content":[]}', 'Because of gravity.', 'student'
                         FROM phase, live_participants participant WHERE participant.session_id = $1 RETURNING id, account_id),
              said AS (INSERT INTO post_comments (post_id, account_id, by_student, comment)
                       SELECT id, $2, false, 'Go on.' FROM post WHERE account_id % 10 = 0)
         INSERT INTO post_reactions (post_id, account_id, reaction, by_student) SELECT id, $2, 'like', false FROM post WHERE account_id % 10 = 1`,
        [sessionId, school.teacher.accountId],
      );
    }

    const times: { finish: number[]; facts: number[] } = { finish: [], facts: [] };
    for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
      const { assessmentId } = await makeClassWithLesson(app.db, school, { name: `Lesson ${round}`, size: STUDENTS });
      const sessionId = (await call(liveStart, { body: { assessment_id: assessmentId, time: 60 } })).body.session.id;
      await client.query('INSERT INTO live_participants (session_id, account_id) SELECT $1, unnest($2::bigint[])', [
        sessionId,
        school.students.map(({ accountId }) => accountId),
      ]);
      for (const type of ['re-assign', 'next', 'finished'] as const) {
        await answerAll(sessionId);
        const began = performance.now();
        const { status } = await call(liveStatus, { body: { id: assessmentId, type, ...(type === 'finished' ? {} : { time: 60 }) } });
        if (status !== 200) throw new Error(`${type}: ${status}`);
        if (type === 'finished' && round >= WARM_UP) times.finish.push(performance.now() - began);
      }
      await inTransaction(app.db, async (tx) => {
        await tx.deleteFrom('lesson_students').where('session_id', '=', sessionId).execute();
        await tx.deleteFrom('lesson_figures').where('session_id', '=', sessionId).execute();
        const began = performance.now();
        await writeFacts(tx, sessionId);
        if (round >= WARM_UP) times.facts.push(performance.now() - began);
        throw new RolledBack();
      }).catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    }
    const without = times.finish.map((ms, at) => ms - times.facts[at]!);
    const ratio = spreadOf(times.finish.map((ms, at) => ms / without[at]!));
    console.log(
      `Finish with ${STUDENTS} students: median ${spreadOf(times.finish).median.toFixed(1)} ms, p95 ${percentileOf(times.finish, 0.95).toFixed(1)} ms`,
    );
    console.log(`  its facts alone: median ${spreadOf(times.facts).median.toFixed(1)} ms`);
    console.log(`  ratio with / without facts: median ${ratio.median.toFixed(2)} (min ${ratio.min.toFixed(2)}, max ${ratio.max.toFixed(2)}), aim 1.3`);
    await app.close();
  });
} finally {
  await postgres.stop();
}
