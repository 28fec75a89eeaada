import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { interleave, printComparison, ratioOf } from './lib.ts';

/**
 * Posts an assignment to 500 students over HTTP, with their submissions and notifications, the audit trail and the live
 * event; compared with inserting the same rows of the work, the submissions and the notifications directly, one INSERT
 * per table, in one transaction. Exits with 1 when the median takes more than three times as long.
 */
const STUDENTS = 500;
const ROUNDS = 40;
const MOST = 3;

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    const app = await buildAppOn({ connection, drop: async () => undefined });
    const { courseId, schoolId, teacher } = await createScenario(app).class({ students: 0 });
    await client.query(`
      INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, role_id)
      SELECT ${schoolId}, 3, 'Person', 'No. ' || n, 'p' || n || '@many.example', 'p' || n || '@many.example', (SELECT id FROM roles WHERE key = 'student')
        FROM generate_series(1, ${STUDENTS}) n`);
    await client.query(
      `INSERT INTO course_members (course_id, account_id, role) SELECT ${courseId}, id, 'STUDENT' FROM accounts WHERE email LIKE '%@many.example'`,
    );
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM accounts WHERE email LIKE '%@many.example' ORDER BY id`);
    const url = await app.listen();

    async function publish(): Promise<number> {
      const startedAt = performance.now();
      const reply = await fetch(`${url}/api/courses/${courseId}/course-works`, {
        method: 'POST',
        headers: { authorization: `Bearer ${teacher.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Energy in a circuit', description: 'Read the chapter and solve the problems.' }),
      });
      if (reply.status !== 201 && reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`);
      await reply.text();
      return performance.now() - startedAt;
    }

    async function insertBare(): Promise<number> {
      const startedAt = performance.now();
      await client.query('BEGIN');
      const made = await client.query<{ id: string }>(`
        INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points)
        VALUES (${courseId}, ${teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', 'Energy in a circuit', now(), 10) RETURNING id`);
      const workId = made.rows[0]?.id;
      await client.query(
        `INSERT INTO submissions (course_id, course_work_id, account_id) VALUES ${rows.map(({ id }) => `(${courseId}, ${workId}, ${id})`).join(',')}`,
      );
      const path = `/std-classwork?class=${courseId}&work=${workId}`;
      const told = rows.map(
        ({ id }) =>
          `(${id}, 'work-posted', 'work:${workId}', ${courseId}, ${teacher.accountId}, '{"title":"Energy in a circuit","course":"Class"}', '${path}')`,
      );
      await client.query(`INSERT INTO notifications (account_id, kind, key, course_id, actor_id, params, path) VALUES ${told.join(',')}`);
      await client.query('COMMIT');
      return performance.now() - startedAt;
    }

    const times = await interleave({ rounds: ROUNDS, warmUpRounds: 5, sides: { 'bare inserts': insertBare, publishing: publish } });
    printComparison(`an assignment to ${STUDENTS} students`, times);
    const { rows: kept } = await client.query<{ works: string; submissions: string; notifications: string }>(`
      SELECT (SELECT count(*) FROM course_works) AS works, (SELECT count(*) FROM submissions) AS submissions, (SELECT count(*) FROM notifications) AS notifications`);
    const works = 2 * (ROUNDS + 5);
    const isWhole = [kept[0]?.submissions, kept[0]?.notifications].every((count) => Number(count) === works * STUDENTS);
    const { median } = ratioOf(times.publishing, times['bare inserts']);
    console.log(`  ${median.toFixed(2)} times (at most ${MOST}); ${isWhole ? 'every student has every work and was told' : 'ROWS ARE MISSING'}`);
    if (median > MOST || !isWhole) process.exitCode = 1;
    await app.close();
  });
} finally {
  await postgres.stop();
}
