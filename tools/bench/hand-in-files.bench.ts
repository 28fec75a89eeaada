import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import type { Answer, Ask } from './hand-in-client.ts';

/**
 * 500 students each upload a file and hand it in at the same time, over HTTP on this machine. Reports how long the last
 * one waited, and how long the server's event loop was blocked. Exits with 1 after more than ten seconds, or when a
 * submission, a file or a byte is missing.
 */
const STUDENTS = 500;
const FILE_BYTES = 256 * 1024;
const MOST_MS = 10_000;
const ROUNDS = 3;

const percentile = (times: readonly number[], share: number): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN;

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
const client = fork(fileURLToPath(new URL('./hand-in-client.ts', import.meta.url)));
try {
  await withMigratedDatabase(postgres, async (database, connection) => {
    await database.query(movableClock);
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 20, fileSpaceMegabytes: 10_000 });
    const { courseId, schoolId, teacher } = await createScenario(app).class({ students: 0 });
    await database.query(`
      INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, role_id)
      SELECT ${schoolId}, 3, 'Person', 'No. ' || n, 'p' || n || '@many.example', 'p' || n || '@many.example', (SELECT id FROM roles WHERE key = 'student')
        FROM generate_series(1, ${STUDENTS}) n`);
    await database.query(
      `INSERT INTO account_roles (account_id, role_id) SELECT id, role_id FROM accounts WHERE email LIKE '%@many.example' ON CONFLICT DO NOTHING`,
    );
    await database.query(
      `INSERT INTO course_members (course_id, account_id, role) SELECT ${courseId}, id, 'STUDENT' FROM accounts WHERE email LIKE '%@many.example'`,
    );
    const { rows } = await database.query<{ id: string }>(`SELECT id FROM accounts WHERE email LIKE '%@many.example' ORDER BY id`);
    const students: Ask['students'] = [];
    for (const { id } of rows) students.push({ accountId: Number(id), token: await app.signIn(Number(id)) });
    const address = await app.listen();

    for (let round = 1; round <= ROUNDS; round++) {
      const posted = await fetch(`${address}/api/courses/${courseId}/course-works`, {
        method: 'POST',
        headers: { authorization: `Bearer ${teacher.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: `Lab report ${round}` }),
      });
      const workId = ((await posted.json()) as { courseWork: { id: number } }).courseWork.id;
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const startedAt = performance.now();
      client.send({ address, courseId, workId, fileBytes: FILE_BYTES, students } satisfies Ask);
      const [{ handedIn, failures }] = (await once(client, 'message')) as [Answer];
      const ms = performance.now() - startedAt;
      delay.disable();

      const { rows: kept } = await database.query<{ account_id: string; sha256: Buffer; byte_size: string; history: string }>(`
        SELECT submissions.account_id, files.sha256, files.byte_size,
               (SELECT count(*) FROM submission_history WHERE submission_id = submissions.id) AS history
          FROM submissions JOIN submission_attachments held ON held.submission_id = submissions.id JOIN files ON files.id = held.file_id
         WHERE submissions.course_work_id = ${workId} AND submissions.state = 'TURNED_IN'`);
      const sent = new Map(handedIn.map(({ accountId, sha256 }) => [accountId, sha256]));
      const isRow = ({ account_id, sha256, byte_size, history }: (typeof kept)[number]): boolean =>
        sent.get(Number(account_id)) === sha256.toString('hex') && Number(byte_size) === FILE_BYTES && Number(history) === 1;
      const whole = kept.filter(isRow).length;
      const sameBytes = await countSameBytes(address, teacher.token, courseId, workId, sent);
      const [p50, p99] = [0.5, 0.99].map((share) =>
        percentile(
          handedIn.map((one) => one.ms),
          share,
        ),
      );
      console.log(
        `${STUDENTS} students with ${FILE_BYTES / 1024} KB each: all done after ${(ms / 1000).toFixed(2)} s (at most ${MOST_MS / 1000} s), median ${((p50 ?? 0) / 1000).toFixed(2)} s, 99 % within ${((p99 ?? 0) / 1000).toFixed(2)} s`,
      );
      console.log(
        `  event loop delay: median ${(delay.percentile(50) / 1e6).toFixed(1)} ms, 99 % ${(delay.percentile(99) / 1e6).toFixed(1)} ms, longest ${(delay.max / 1e6).toFixed(1)} ms`,
      );
      console.log(`  kept: ${whole} hand-ins with their files of ${STUDENTS}, ${sameBytes} of them read back byte for byte; ${failures.length} failures`);
      for (const failure of failures.slice(0, 3)) console.log(`  ${failure}`);
      if (ms > MOST_MS || whole !== STUDENTS || sameBytes !== STUDENTS) process.exitCode = 1;
    }
    client.kill(); // or its open lines keep the server
    await app.close();
  });
} finally {
  client.kill();
  await postgres.stop();
}
process.exit(); // the server's hashing thread may still be there

/** Counts the files that have the sent bytes when the teacher reads them. */
async function countSameBytes(address: string, token: string, courseId: number, workId: number, sent: ReadonlyMap<number, string>): Promise<number> {
  const read = async <T>(path: string): Promise<T> =>
    (await fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<T>;
  const { submissions } = await read<{ submissions: { id: number; account_id: number }[] }>(`/courses/${courseId}/course-work/${workId}/submissions`);
  let same = 0;
  for (const { id, account_id } of submissions) {
    const { submission } = await read<{ submission: { assignmentSubmission: { attachments: { file: { url: string } | null }[] } } }>(
      `/student-submissions/${id}/answer`,
    );
    const url = submission.assignmentSubmission.attachments[0]?.file?.url;
    if (!url) continue;
    const bytes = Buffer.from(await (await fetch(new URL(url, address))).arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') === sent.get(account_id)) same += 1;
  }
  return same;
}
