import { liveStart, liveStatus } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { makeClassWithLesson, makeLessonSchool } from '@classwright/server/testing/many-lessons';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { ownCpuMs } from './cpu-time.ts';
import { percentileOf, ratioOf, spreadOf } from './lib.ts';
import { startPhones } from './phones.ts';
import type { FromPhones, ToPhones } from './snapshot-clients.ts';

/**
 * 500 students each request their live snapshot of a lesson the moment it has finished, compared, in turns, with a
 * response of that size that is written once for all of them: the feed of a form of another lesson that has just
 * finished. Each round is a new lesson, so nothing has been read before. Exits with 1 when the last of them waits more
 * than twice as long.
 */
const STUDENTS = 500;
const ROUNDS = 7;
const WARM_UP = 2;
const MOST = 2;

const { ask, end } = startPhones<ToPhones, FromPhones>('./snapshot-clients.ts');
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 20 });
    const school = await makeLessonSchool(app.db, STUDENTS);
    const url = await app.listen();
    const tokens = school.students.map(({ token }) => token);
    const call: typeof app.call = (endpoint, args) => app.call(endpoint, args, { token: school.teacher.token });

    /**
     * Has everyone answer the open form, every fourth wrong. Every tenth gets a comment and a like from the teacher.
     */
    const answerAll = (sessionId: number): Promise<unknown> =>
      client.query(
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
    /** Creates one post with this many characters, so that the feed is as large as a snapshot. */
    const answerOnce = (sessionId: number, characters: number): Promise<unknown> =>
      client.query(
        `INSERT INTO live_posts (session_id, phase_id, account_id, response_id, comment, comment_text, filed_by)
         SELECT $1, phase.id, $2, (SELECT id FROM question_responses WHERE question_version_id = phase.question_version_id AND position = 2),
                jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
                  jsonb_build_array(jsonb_build_object('type', 'text', 'text', $3::text))))), $3, 'student'
           FROM live_phases phase WHERE phase.session_id = $1 AND phase.closed_at IS NULL`,
        [sessionId, school.students[0]?.accountId, 'Because of gravity it falls. '.repeat(Math.ceil(characters / 29)).slice(0, characters)],
      );

    async function hold(name: string, answer: (sessionId: number) => Promise<unknown>): Promise<number> {
      const { assessmentId } = await makeClassWithLesson(app.db, school, { name, size: STUDENTS });
      const sessionId = (await call(liveStart, { body: { assessment_id: assessmentId, time: 60 } })).body.session.id;
      await client.query('INSERT INTO live_participants (session_id, account_id) SELECT $1, unnest($2::bigint[])', [
        sessionId,
        school.students.map(({ accountId }) => accountId),
      ]);
      for (const type of ['re-assign', 'next', 'finished'] as const) {
        await answer(sessionId);
        const { status } = await call(liveStatus, { body: { id: assessmentId, type, ...(type === 'finished' ? {} : { time: 60 }) } });
        if (status !== 200) throw new Error(`${type}: ${status}`);
      }
      return assessmentId;
    }

    const snapshotOf = (assessmentId: number): string => `${url}/api/live/learning/student/snapshot?assessment_id=${assessmentId}`;
    const feedOf = (assessmentId: number): string => `${url}/api/posts/current/form?assessment_id=${assessmentId}`;
    const bytesOf = async (address: string): Promise<number> => {
      const reply = await fetch(address, { headers: { authorization: `Bearer ${tokens[0]}`, prefer: 'return=minimal' } });
      if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
      return Buffer.byteLength(await reply.text());
    };

    const snapshotBytes = await bytesOf(snapshotOf(await hold('A lesson to measure', answerAll)));
    const bareBytes = await bytesOf(feedOf(await hold('A feed to measure', (sessionId) => answerOnce(sessionId, 100))));
    const characters = Math.max(100, snapshotBytes - bareBytes + 100);
    const times = { prepared: [] as number[], snapshot: [] as number[], again: [] as number[] };
    const cpu = { prepared: [] as number[], snapshot: [] as number[], again: [] as number[] };
    const p95: number[] = [];
    let feedBytes = 0;
    for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
      const lesson = await hold(`Lesson ${round}`, answerAll);
      const feed = await hold(`Feed ${round}`, (sessionId) => answerOnce(sessionId, characters));
      const sides: [keyof typeof times, string][] = [
        ['prepared', feedOf(feed)],
        ['snapshot', snapshotOf(lesson)],
      ];
      for (const [side, address] of [...(round % 2 === 0 ? sides : sides.toReversed()), ['again', snapshotOf(lesson)] as const]) {
        const before = ownCpuMs();
        const { allMs, times: each } = await ask({ kind: 'ask', url: address, tokens }, 'answered');
        if (round < WARM_UP) continue;
        times[side].push(allMs);
        cpu[side].push((ownCpuMs() - before) / STUDENTS);
        if (side === 'snapshot') p95.push(percentileOf(each, 0.95));
      }
      feedBytes = await bytesOf(feedOf(feed));
    }
    const ratio = ratioOf(times.snapshot, times.prepared);
    console.log(`${STUDENTS} students at once; a snapshot of ${snapshotBytes} bytes, a prepared answer of ${feedBytes}`);
    for (const [side, all] of Object.entries(times))
      console.log(
        `  ${side}: the last after ${spreadOf(all).median.toFixed(0)} ms, CPU a call ${spreadOf(cpu[side as keyof typeof cpu]).median.toFixed(2)} ms`,
      );
    console.log(`  snapshot, p95: ${spreadOf(p95).median.toFixed(0)} ms`);
    console.log(`  ratio snapshot / prepared: median ${ratio.median.toFixed(2)} (min ${ratio.min.toFixed(2)}, max ${ratio.max.toFixed(2)}), aim ${MOST}`);
    console.log(`  ratio again / prepared: median ${ratioOf(times.again, times.prepared).median.toFixed(2)}`);
    if (ratio.median > MOST) process.exitCode = 1;
    await app.close();
  });
} finally {
  end();
  await postgres.stop();
}
