import type pg from 'pg';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { interleave, printComparison } from './lib.ts';
import { manyClasses, MANY_CLASSES } from './many-classes.ts';
import { findPsql, PsqlSession } from './psql.ts';
import { toPsql } from './recorded-statements.ts';

/**
 * Loads pages of a school of 2,000 students with five years of classes, as calls over HTTP against the same statements
 * through one open psql. Exits with 1 when a page takes more than six statements, when the 95th percentile of all pages
 * together takes more than 1.5 times as long, or when a statement reads all of a table that grows.
 */
const ROUNDS = 30;
const MOST = 1.5;
const MOST_STATEMENTS = 6;
/**
 * Growing tables that this school fills. The others have too few rows for an index. The class members are read in full
 * to count 20 works of 500.
 */
const GROWING = new Set(['submissions', 'course_works', 'announcements', 'announcement_comments']);

const percentile = (times: readonly number[], share: number): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;

/** Lists the growing tables that these statements' plans read in full. */
async function listScanned(client: pg.Client, statements: Parameters<typeof toPsql>[0][]): Promise<string[]> {
  const scanned: string[] = [];
  for (const statement of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${toPsql(statement)}`);
    for (const { 'QUERY PLAN': line } of rows) {
      const table = /Seq Scan on (\w+)/.exec(line)?.[1];
      if (table !== undefined && GROWING.has(table)) scanned.push(table);
    }
  }
  return scanned;
}

const psql = findPsql();
if (psql === null) console.log('There is no psql on this machine: nothing to compare with.');
else {
  const postgres = await openTestPostgres(readTestSettings().databaseUrl);
  try {
    await withMigratedDatabase(postgres, async (client, connection) => {
      await client.query(movableClock);
      const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
      const schoolId = await createScenario(app).school();
      for (const statement of manyClasses(schoolId)) await client.query(statement);
      const { rows } = await client.query<{ course: string; teacher: string; student: string; work: string; announcement: string }>(`
        SELECT courses.id AS course, owner_id AS teacher, (SELECT min(account_id) FROM class_students WHERE course_id = courses.id) AS student,
               (SELECT max(id) FROM course_works WHERE course_id = courses.id AND work_type = 'ASSIGNMENT') AS work,
               (SELECT min(id) FROM announcements WHERE course_id = courses.id) AS announcement
          FROM courses WHERE course_state = 'ACTIVE' AND school_id = ${schoolId} ORDER BY courses.id LIMIT 1`);
      const { course, teacher, student, work, announcement } = rows[0] as NonNullable<(typeof rows)[number]>;
      const classPage = [`/courses/${course}`, `/courses/${course}/upcoming`, `/courses/${course}/announcements`];
      const classwork = [`/courses/${course}`, `/courses/${course}/course-works`, `/topics?courseId=${course}`];
      const pages: { name: string; by: string; calls: string[] }[] = [
        { name: 'home, student', by: student, calls: ['/home'] },
        { name: 'home, teacher', by: teacher, calls: ['/home'] },
        { name: 'class page, student', by: student, calls: classPage },
        { name: 'class page, teacher', by: teacher, calls: classPage },
        { name: 'classwork, student', by: student, calls: classwork },
        { name: 'classwork, teacher', by: teacher, calls: classwork },
        { name: 'replies, student', by: student, calls: [`/announcements/${announcement}/comments`] },
        { name: 'submissions, teacher', by: teacher, calls: [`/courses/${course}/course-work/${work}/submissions`] },
      ];
      const session = new PsqlSession(psql, connection);
      const url = await app.listen();
      console.log(`${MANY_CLASSES.students} students, ${MANY_CLASSES.classes} classes in each of ${MANY_CLASSES.years} years`);
      const all = { psql: [] as number[], HTTP: [] as number[] };
      for (const { name, by, calls } of pages) {
        const token = await app.signIn(Number(by));
        const load = () =>
          Promise.all(
            calls.map(async (path) => {
              const reply = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}`, prefer: 'return=minimal' } });
              if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
              return reply.text();
            }),
          );
        await load();
        const statements = await app.recordStatements(async () => {
          for (const path of calls) {
            const { statusCode } = await app.server.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}`, prefer: 'return=minimal' } });
            if (statusCode !== 200) throw new Error(`${name}: ${path} was answered ${statusCode}`);
          }
        });
        if (statements.length > MOST_STATEMENTS) process.exitCode = 1;
        for (const table of await listScanned(client, statements)) {
          console.log(`  reads all of ${table}`);
          process.exitCode = 1;
        }
        const text = statements.map(toPsql).join('\n');
        const timed = (once: () => Promise<unknown>) => async () => {
          const startedAt = performance.now();
          await once();
          return performance.now() - startedAt;
        };
        const times = await interleave({ rounds: ROUNDS, warmUpRounds: 8, sides: { psql: timed(() => session.run(text)), HTTP: timed(load) } });
        printComparison(`${name}: ${statements.length} statements (at most ${MOST_STATEMENTS})`, times);
        console.log(`  95th percentile ${percentile(times.HTTP, 0.95).toFixed(2)} ms against ${percentile(times.psql, 0.95).toFixed(2)} ms`);
        all.psql.push(...times.psql);
        all.HTTP.push(...times.HTTP);
      }
      const [own, bare] = [percentile(all.HTTP, 0.95), percentile(all.psql, 0.95)];
      console.log(
        `all pages: 95th percentile ${own.toFixed(2)} ms against ${bare.toFixed(2)} ms through psql, ${(own / bare).toFixed(2)} times (at most ${MOST})`,
      );
      if (own > MOST * bare) process.exitCode = 1;
      session.end();
      await app.close();
    });
  } finally {
    await postgres.stop();
  }
}
