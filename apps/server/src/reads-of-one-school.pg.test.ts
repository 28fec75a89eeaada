import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateSums } from './modules/overview/dashboards/index.ts';
import { buildAppOn } from './testing/build-app.ts';
import { cloneDatabase, type TestApp } from './testing/index.ts';
import { addSchools } from './testing/many-schools.ts';
import { createScenario } from './testing/scenario.ts';
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
const MORE_ROWS = 300;
const MORE = 2;

/** Reads that grow with the number of schools, with the reason. */
const OF_LESSONS = 'reads the key of few lessons from its beginning; of many it finds those that run by their index';
const OF_ALL = 'counts everything that uses a row that all schools share';
const GROWING: Readonly<Record<string, string>> = {
  'erasure.preview': 'looks through all work and lessons for those that a person made, once before somebody is erased',
  'group.get': OF_ALL,
  'level.get': OF_ALL,
  'protocol.get': OF_ALL,
  'questionGrade.get': OF_ALL,
  'questionSubject.get': OF_ALL,
  'questionType.get': OF_ALL,
  'standard.get': OF_ALL,
  'dashboard.question-bank.get': 'counts the bank that all schools share',
  'question.blocks': 'counts the bank that all schools share',
  'question.list': 'counts the bank that all schools share',
  'retention.due': 'goes by the day in few rows, and by the people of the school in many: then it reads what the school has, however many others there are',
  'auth.me': OF_LESSONS,
  'live.running': OF_LESSONS,
};

let app: TestApp;
let client: pg.Client;
let people: PeopleOfSchool;
beforeAll(async () => {
  const database = await cloneDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  // As where tables are large: rows are looked up by indexes wherever there are some.
  for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`ALTER DATABASE ${database.connection.database} SET enable_${way} = off`);
  app = await buildAppOn(database, { maxConnections: CONNECTIONS }, () => database.drop());
  await createScenario(app).person('admin', null);
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
  return measure();
}

const measure = async (only?: ReadonlySet<string>): Promise<Map<string, MeasuredRead>> =>
  new Map((await measureReads(app, client, people, { connections: CONNECTIONS, times: 1, only })).map((read) => [read.name, read]));

test('[B2986] a read by people of one school reads as many rows with fifteen schools as with three', async () => {
  const few = await measureWith(FEW);
  const many = await measureWith(MANY - FEW);
  expect(many.size).toBeGreaterThan(300);
  for (const [name, { status }] of many) expect(status, name).toBe(200);
  const hasGrown = (read: MeasuredRead): boolean =>
    sumOf(read) > sumOf(few.get(read.name) ?? read) * MORE + MORE_ROWS && !Object.hasOwn(GROWING, read.name.split(': ')[1]!);
  const suspects = new Set([...many.values()].filter(hasGrown).map(({ name }) => name));
  const grown: Record<string, string> = {};
  // Work in the background reads too, so they are measured once more.
  for (const [name, read] of await measure(suspects)) {
    if (!hasGrown(read)) continue;
    const [before, now] = [sumOf(few.get(name) ?? read), sumOf(read)];
    grown[name] = `${before} to ${now} rows, most of ${rowsIn(read.found)
      .slice(0, 3)
      .map(([of, rows]) => `${of.replace('rows of ', '')} ${rows}`)
      .join(', ')}`;
  }
  expect(grown).toEqual({});
}, 600_000);
