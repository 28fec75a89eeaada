import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateSums } from './modules/overview/dashboards/index.ts';
import { startTestApp, type TestApp } from './testing/index.ts';
import { addSchools } from './testing/many-schools.ts';
import { choosePeople, type MeasuredRead, measureReads, type PeopleOfSchool } from './testing/measure-reads.ts';
import { rowsIn } from './testing/reads-of.ts';

/**
 * Every read of the product by people of one school, in an installation with three schools and then with fifteen. A read of one
 * school reads as many rows in both: it finds its rows by an index, and does not look through those of other schools.
 */
const FEW = 3;
const MANY = 15;
const CONNECTIONS = 3;
/** Rows that a read may read more, since its tables are larger and their indexes deeper, or plans differ. */
const MORE_ROWS = 150;
const MORE = 1.5;

/** Reads that grow with the number of schools, with the reason. */
const GROWING: Readonly<Record<string, string>> = {};

let app: TestApp;
let client: pg.Client;
let people: PeopleOfSchool;
beforeAll(async () => {
  app = await startTestApp({ maxConnections: CONNECTIONS, isAlone: true });
  client = new pg.Client(app.connection);
  await client.connect();
}, 120_000);
afterAll(async () => {
  await client.end();
  await app.close();
});

const sumOf = ({ found }: MeasuredRead): number => rowsIn(found).reduce((sum, [, rows]) => sum + rows, 0);

async function measureWith(schools: number): Promise<Map<string, MeasuredRead>> {
  await addSchools(client, schools, () => undefined);
  await updateSums(app.db);
  await client.query('VACUUM ANALYZE');
  people ??= await choosePeople(app);
  return new Map((await measureReads(app, client, people, { connections: CONNECTIONS, times: 1 })).map((read) => [read.name, read]));
}

test('[B2986] a read by people of one school reads as many rows with fifteen schools as with three', async () => {
  await client.query(`ALTER DATABASE ${app.connection.database} SET enable_seqscan = off`);
  await client.query('SET enable_seqscan = off');
  const few = await measureWith(FEW);
  const many = await measureWith(MANY - FEW);
  expect(many.size).toBeGreaterThan(300);
  const grown: Record<string, string> = {};
  for (const [name, read] of many) {
    expect(read.status, name).toBe(200);
    const [before, now] = [sumOf(few.get(name) ?? read), sumOf(read)];
    if (now <= before * MORE + MORE_ROWS || name.split(': ')[1]! in GROWING) continue;
    grown[name] = `${before} to ${now} rows, most of ${rowsIn(read.found)
      .slice(0, 3)
      .map(([of, rows]) => `${of.replace('rows of ', '')} ${rows}`)
      .join(', ')}`;
  }
  expect(grown).toEqual({});
}, 600_000);
