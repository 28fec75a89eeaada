import type { Endpoint } from '@classwright/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import { findDemoReads, reads } from './demo-reads.ts';
import type { TestApp } from './build-app.ts';
import { countReads, type Reads, readsSince } from './reads-of.ts';
import { giveRights } from './rights.ts';

/** The cost of one read of the product: all rows that it read, and the time of each call. */
export interface MeasuredRead {
  name: string;
  status: number;
  found: Reads;
  times: number[];
}

const isFile = ({ download, protocol }: Endpoint): boolean => download !== undefined || protocol !== undefined;

/** People of the first of many schools. `staff` has every right, and reaches this school alone. */
export interface PeopleOfSchool {
  teacher: number;
  student: number;
  staff: number;
}

/** Chooses the people, and gives the staff member all rights, once. */
export async function choosePeople(app: TestApp): Promise<PeopleOfSchool> {
  const { rows } = await sql<PeopleOfSchool>`
    SELECT (SELECT owner_id FROM courses WHERE course_state = 'ACTIVE' ORDER BY id LIMIT 1) AS teacher,
           (SELECT account_id FROM lesson_students ORDER BY session_id, account_id LIMIT 1) AS student,
           (SELECT max(id) FROM accounts WHERE account_type_id = 2 AND school_id = (SELECT min(school_id) FROM courses)) AS staff`.execute(app.db);
  const [people] = rows;
  if (!people) throw new Error('there are no schools');
  const { rows: rights } = await sql<{ key: string }>`
    SELECT resources.key || ':' || actions.key AS key FROM resources CROSS JOIN actions WHERE resources.key IS NOT NULL AND actions.key IS NOT NULL`.execute(
    app.db,
  );
  await giveRights(
    app.db,
    people.staff,
    rights.map(({ key }) => key),
  );
  await sql`UPDATE accounts SET email = 'student1@demo.school', email_key = 'student1@demo.school' WHERE id = ${people.student}`.execute(app.db);
  return people;
}

/** Makes the connections of the app report what they have read. @param connections the size of its pool */
async function report({ db }: TestApp, connections: number): Promise<void> {
  await Promise.all(Array.from({ length: connections }, () => sql`SELECT pg_stat_force_next_flush() FROM pg_sleep(0.01)`.execute(db)));
}

/**
 * Calls every read of the product as these people, files left out: once without measuring, then so many times. Reads that they may
 * not make are left out. `only`: the names of these alone. @param app with a pool of `connections`, which nobody else uses
 */
export async function measureReads(
  app: TestApp,
  client: pg.Client,
  people: PeopleOfSchool,
  { connections, times: most, only }: { connections: number; times: number; only?: ReadonlySet<string> | undefined },
): Promise<MeasuredRead[]> {
  const found = await findDemoReads(app.db);
  const measured: MeasuredRead[] = [];
  let asked = 0;
  for (const [who, accountId] of Object.entries(people) as [string, number][]) {
    let token = await app.signIn(accountId);
    for (const endpoint of reads) {
      if (isFile(endpoint) || (only && !only.has(`${who}: ${endpoint.name}`))) continue;
      if (asked++ % 40 === 0) token = await app.signIn(accountId); // well below the limit of calls
      const call = () => app.call(endpoint, found.argumentsFor(endpoint), { token, headers: { prefer: 'return=minimal' } });
      const { status } = await call();
      const read: MeasuredRead = { name: `${who}: ${endpoint.name}`, status, found: new Map(), times: [] };
      if (status === 200 || status >= 500) measured.push(read);
      if (status !== 200) continue;
      await report(app, connections);
      const counted = await countReads(client);
      for (let time = 0; time < most; time++) {
        const startedAt = performance.now();
        await call();
        read.times.push(performance.now() - startedAt);
      }
      await report(app, connections);
      read.found = readsSince(counted, await countReads(client));
    }
  }
  return measured;
}
