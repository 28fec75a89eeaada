import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importAccount, importGet } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { writeWorkbook } from '@classwright/server/platform/spreadsheets/index';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { measureGrowth, interleave, printComparison, ratioOf } from './lib.ts';
import { findPsql, PsqlSession } from './psql.ts';

/**
 * Imports 10,000 people from a spreadsheet: from the upload to the last row, including roles, audit trail and row
 * reports, against a bare COPY of the same rows into the same table and one SHA-256 per row. Exits with 1 below a third
 * of that speed, or when the file makes the process grow by more than 150 MB.
 */
const ROWS = 10_000;
const ROUNDS = 5;
const MOST_TIMES = 3;
const MOST_BYTES = 150_000_000;
const TITLES = ['First Name', 'Last Name', 'Email', 'Phone Number', 'School', 'Account Type', 'Role'];

interface Person {
  first: string;
  last: string;
  email: string;
  phone: string;
}
let made = 0;
const makePeople = (): Person[] =>
  Array.from({ length: ROWS }, () => {
    made += 1;
    return { first: `Zoë ${made % 997}`, last: `O’Neill-${(made * 7919) % 10_007}`, email: `person${made}@school.example`, phone: `+1 555 ${made}` };
  });
const toSheet = async (people: readonly Person[]): Promise<Buffer> => {
  const columns = TITLES.map((title) => ({ title, width: 20 }));
  const rows = people.map(({ first, last, email, phone }) => [first, last, email, phone, 'Riverside', 'Student', '']);
  return Buffer.concat((await writeWorkbook([{ name: 'People', columns, rows }]).toArray()) as Buffer[]);
};

const psql = findPsql();
const folder = mkdtempSync(join(tmpdir(), 'classwright-bench-'));
const postgres = psql === null ? null : await openTestPostgres(readTestSettings().databaseUrl);
if (psql === null || postgres === null) console.log('There is no psql on this machine: nothing to compare with.');
else {
  try {
    await withMigratedDatabase(postgres, async (client, connection) => {
      await client.query(movableClock);
      await client.query("INSERT INTO schools (school_name) VALUES ('Riverside')");
      const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
      const admin = await createScenario(app).person('admin', null);
      const session = new PsqlSession(psql, connection);

      async function importPeople(): Promise<number> {
        const bytes = await toSheet(makePeople());
        const startedAt = performance.now();
        const started = await admin.call(importAccount, { file: { name: 'people.xlsx', bytes }, body: {} });
        if (started.status !== 201) throw new Error(JSON.stringify(started.body));
        await app.server.jobs.runDue();
        const ms = performance.now() - startedAt;
        const done = await admin.call(importGet, { params: { id: started.body.import.id } });
        if (done.body.import.created_count !== ROWS) throw new Error(JSON.stringify(done.body.import));
        return ms;
      }

      async function copyPeople(): Promise<number> {
        const people = makePeople();
        const file = join(folder, 'people.tsv');
        writeFileSync(file, people.map(({ first, last, email, phone }) => `1\t3\t${first}\t${last}\t${email}\t${email}\t${phone}\t3\n`).join(''));
        const startedAt = performance.now();
        for (const { email } of people) createHash('sha256').update(email).update(randomBytes(32)).digest();
        await session.run(`\\copy accounts (school_id, account_type_id, first_name, last_name, email, email_key, phone_number, role_id) from '${file}'`);
        return performance.now() - startedAt;
      }

      const times = await interleave({ rounds: ROUNDS, warmUpRounds: 1, sides: { 'COPY and SHA-256': copyPeople, import: importPeople } });
      printComparison(`${ROWS.toLocaleString('en')} people`, times);
      const { median } = ratioOf(times.import, times['COPY and SHA-256']);
      const bytes = await measureGrowth(importPeople);
      console.log(
        `  the import has ${(100 / median).toFixed(0)} % of the speed (at least ${(100 / MOST_TIMES).toFixed(0)} %); the process grew by ${(bytes / 1e6).toFixed(0)} MB (at most ${MOST_BYTES / 1e6})`,
      );
      if (median > MOST_TIMES || bytes > MOST_BYTES) process.exitCode = 1;
      session.end();
      await app.close();
    });
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
