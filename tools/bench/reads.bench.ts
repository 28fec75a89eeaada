import { readFileSync } from 'node:fs';
import type { Endpoint } from '@classwright/contract';
import { updateSums } from '@classwright/server/modules/overview/dashboards/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { findDemoReads, reads } from '@classwright/server/testing/demo-reads';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { percentileOf } from './lib.ts';
import { MANY_YEARS, manyYears } from './many-years.ts';

/**
 * Calls every read of the product in a school of 5,000 students with six years of lessons, as a teacher with twelve
 * classes, a student and an administrator, and prints those that take longer than a screen may wait for. Files that are
 * made to be kept, and exports, are left out. Exits with 1 for a read of more than half a second.
 */
const YEARS = 6;
const ROUNDS = 3;
/** A screen answers at once within this time, and a read that takes longer than the other one has a fault. */
const GOAL_MS = 150;
const MAX_MS = 500;
const isFile = ({ download, protocol }: Endpoint): boolean => download !== undefined || protocol !== undefined;

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
    const scenario = createScenario(app);
    const schoolId = await scenario.school();
    for (const statement of manyYears(schoolId, YEARS)) await client.query(statement);
    await updateSums(app.db); // as the job does every five minutes
    await client.query('VACUUM ANALYZE');
    const { rows: owners } = await client.query<{ id: string }>(`SELECT owner_id AS id FROM courses WHERE course_state = 'ACTIVE' ORDER BY courses.id LIMIT 1`);
    const { rows: students } = await client.query<{ id: string }>(
      `UPDATE accounts SET email = 'student1@demo.school', email_key = 'student1@demo.school'
        WHERE id = (SELECT account_id FROM lesson_students GROUP BY account_id ORDER BY count(*) DESC, account_id LIMIT 1) RETURNING id`,
    );
    const admin = await scenario.person('admin', schoolId);
    const found = await findDemoReads(app.db);
    const people = { teacher: Number(owners[0]!.id), student: Number(students[0]!.id), administrator: admin.accountId };
    console.log(`${MANY_YEARS.students} students, ${YEARS} years; load of the machine ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`);
    const slow: { text: string; ms: number }[] = [];
    let [asked, answered] = [0, 0];
    for (const [who, accountId] of Object.entries(people)) {
      let token = await app.signIn(accountId);
      for (const endpoint of reads) {
        if (isFile(endpoint)) continue;
        if (asked++ % 40 === 0) token = await app.signIn(accountId); // well below the limit of calls
        const times: number[] = [];
        let status = 0;
        for (let round = 0; round < ROUNDS; round++) {
          const startedAt = performance.now();
          ({ status } = await app.call(endpoint, found.argumentsFor(endpoint), { token, headers: { prefer: 'return=minimal' } }));
          times.push(performance.now() - startedAt);
          if (status !== 200) break;
        }
        if (status >= 500) slow.push({ text: `${who}: ${endpoint.name} answers ${status}`, ms: Infinity });
        if (status !== 200) continue;
        answered++;
        const ms = percentileOf(times, 0.5);
        if (ms > GOAL_MS) slow.push({ text: `${who}: ${endpoint.name} takes ${ms.toFixed(0)} ms`, ms });
      }
    }
    console.log(`${answered} reads answered, ${slow.length} of them took more than ${GOAL_MS} ms`);
    for (const { text, ms } of slow.toSorted((a, b) => b.ms - a.ms)) {
      console.log(`  ${text}`);
      if (ms > MAX_MS) process.exitCode = 1;
    }
    await app.close();
  });
} finally {
  await postgres.stop();
}
