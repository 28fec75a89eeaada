import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { accountList, liveStart, postAdd, postsCurrentForm, questionList } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { interleave, ratioOf, spreadOf } from './lib.ts';

/**
 * Requests the responses of our own screens, plain and compressed, side by side: their bytes (with more repetition than
 * a school's texts), the 95th percentile of calls with ten at a time, and the delay of the event loop. Exits with 1
 * when a compressed response has more than half the bytes, or when the loop is delayed by more than 5 ms more than
 * without.
 */
const STUDENTS = 100;
const ROUNDS = 10;
const CALLS = 100;
const AT_ONCE = 10;
const MOST_SHARE = 0.5;
const MOST_LATER_MS = 5;

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const percentile = (times: readonly number[], share: number): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;

/** Returns the number of body bytes received. */
function get(url: string, token: string, isCompressed: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, prefer: 'return=minimal', ...(isCompressed ? { 'accept-encoding': 'gzip' } : {}) };
    request(url, { agent, headers }, (reply) => {
      let bytes = 0;
      reply.on('data', (part: Buffer) => (bytes += part.length));
      reply.on('end', () => (reply.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${reply.statusCode}`))));
    })
      .on('error', reject)
      .end();
  });
}

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
    const scenario = createScenario(app);
    const lesson = await scenario.lesson({ students: STUDENTS });
    for (let made = 0; made < 100; made += 1) await scenario.question(lesson.teacher, lesson.schoolId);
    const { body } = await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 10 } });
    const answer = { session_id: body.session.id, form: 'Form - 1A', response_id: body.assessment.questions[0]!.responses[0]!.id };
    for (const [index, student] of lesson.students.entries())
      await student.call(postAdd, {
        body: { ...answer, comment: `The current has a second way round, so more of it flows through the first lamp (${index}).` },
      });
    const url = await app.listen();
    const cases = [
      { name: 'a page of accounts', path: `${accountList.path}?per_page=50`, token: lesson.admin.token },
      { name: 'a page of questions', path: `${questionList.path}?per_page=50`, token: lesson.teacher.token },
      {
        name: `the posts of a class of ${STUDENTS}`,
        path: `${postsCurrentForm.path}?assessment_id=${lesson.assessmentId}&form=${encodeURIComponent('Form - 1A')}`,
        token: lesson.students[0]!.token,
      },
    ];
    for (const { name, path, token } of cases) {
      const bytes = { plain: 0, gzip: 0 };
      const late = { plain: [] as number[], gzip: [] as number[] };
      const run = async (side: 'plain' | 'gzip'): Promise<number> => {
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        const times: number[] = [];
        let asked = 0;
        const lane = async (): Promise<void> => {
          while (asked < CALLS) {
            asked += 1;
            const at = performance.now();
            bytes[side] = await get(`${url}/api${path}`, token, side === 'gzip');
            times.push(performance.now() - at);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, lane));
        delay.disable();
        late[side].push(delay.percentile(99) / 1e6);
        return percentile(times, 0.95);
      };
      const times = await interleave({ rounds: ROUNDS, sides: { plain: () => run('plain'), gzip: () => run('gzip') } });
      const [lateOf, p95Of] = [(side: 'plain' | 'gzip') => spreadOf(late[side]).median, (side: 'plain' | 'gzip') => spreadOf(times[side]).median];
      console.log(`${name}: ${bytes.plain} bytes, compressed ${bytes.gzip} (${((bytes.gzip / bytes.plain) * 100).toFixed(0)}%)`);
      console.log(
        `  95th percentile of a call ${p95Of('plain').toFixed(1)} ms, compressed ${p95Of('gzip').toFixed(1)} ms, ${ratioOf(times.gzip, times.plain).median.toFixed(2)} times; the loop late by ${lateOf('plain').toFixed(1)} ms, ${lateOf('gzip').toFixed(1)} ms (99th percentile)`,
      );
      if (bytes.gzip > bytes.plain * MOST_SHARE || lateOf('gzip') > lateOf('plain') + MOST_LATER_MS) process.exitCode = 1;
    }
    agent.destroy();
    await app.close();
  });
} finally {
  await postgres.stop();
}
