import { linesOf, listFiles, loadScope } from '@classwright/server/modules/connections/oneroster/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { measureGrowth, measureBlockedMs, interleave, printComparison, ratioOf, spreadOf } from './lib.ts';
import { largeSchool, TOKEN } from './large-school.ts';
import { findPsql, PsqlSession } from './psql.ts';
import { toPsql } from './recorded-statements.ts';

/**
 * An app reads a school of 20,000 people, 1,000 classes, 200,000 enrollments, 5,000 line items and as many results as
 * enrollments: a page of 10,000 of each collection compared with its own SQL in psql, one far down, a filter that finds
 * little; and how long the event loop is blocked. Then all of it as a zip, compared with `COPY TO` of the same lines.
 * Exits with 1 when a page takes more than twice its SQL, the loop is blocked for more than 50 ms, the zip takes more
 * than twice the copies, or the process grows by more than 150 MB.
 */
const PEOPLE = Number(process.argv[2] ?? 20_000);
const MOST = { share: 2, heldMs: 50, megabytes: 150 };
/**
 * Lists with fewer records are printed but not judged: they cost what any call costs, since the app is looked up and
 * the read is recorded.
 */
const LEAST_RECORDS = 100;

const fail = (sentence: string): void => {
  console.log(`  ${sentence}`);
  process.exitCode = 1;
};
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** Records the longest time that the event loop was blocked while the work ran. */
const longestOf =
  (holds: number[]) =>
  async (work: () => Promise<void>): Promise<void> =>
    void holds.push(await measureBlockedMs(work));

const psql = findPsql();
if (psql === null) throw new Error('psql is needed to know what the SQL alone takes');
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    for (const statement of largeSchool(PEOPLE)) await client.query(statement);
    const app = await buildAppOn({ connection, drop: async () => undefined });
    const session = new PsqlSession(psql, connection);
    await session.run('\\o /dev/null'); // its rows are written and read by nobody
    const get = async (path: string): Promise<string> => {
      const reply = await app.server.app.inject({
        url: `/ims/oneroster${path}`,
        headers: { authorization: `Bearer ${TOKEN}`, host: 'localhost' },
      });
      if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body.slice(0, 200)}`);
      return `${reply.headers['x-total-count']} in all, ${Math.round(reply.rawPayload.byteLength / 1024)} KB`;
    };

    for (const path of [
      ...['orgs', 'academicSessions', 'courses', 'classes', 'users', 'students', 'teachers', 'enrollments'].map(
        (name) => `/rostering/v1p2/${name}?limit=10000`,
      ),
      ...['categories', 'lineItems', 'results'].map((name) => `/gradebook/v1p2/${name}?limit=10000`),
      `/rostering/v1p2/enrollments?limit=10000&offset=${PEOPLE * 9.5}&sort=beginDate`,
      "/rostering/v1p2/users?limit=10000&filter=familyName~'999'",
      '/rostering/v1p2/users?limit=100',
    ]) {
      const sent = await app.recordStatements(() => get(path));
      const statements = sent.map(toPsql).join('\n');
      let words = '';
      const holds: number[] = [];
      const page = () => longestOf(holds)(async () => void (words = await get(path)));
      const times = await interleave({ rounds: 6, sides: { 'its SQL in psql': () => timed(() => session.run(statements)), 'the page': () => timed(page) } });
      printComparison(`${path} (${words})`, times);
      const heldMs = spreadOf(holds).median;
      console.log(`  event loop held at a stretch: median ${heldMs.toFixed(1)} ms`);
      if (Number.parseInt(words, 10) >= LEAST_RECORDS && ratioOf(times['the page'], times['its SQL in psql']).median > MOST.share)
        fail(`more than ${MOST.share} times its SQL`);
      if (heldMs > MOST.heldMs) fail(`the event loop was held for more than ${MOST.heldMs} ms`);
    }

    const { rows } = await client.query<{ id: number }>(`SELECT id::integer FROM schools WHERE school_name = 'Large'`);
    const schoolId = rows[0]!.id;
    const scope = await loadScope(app.db, schoolId, { origin: 'http://localhost', t: ((key: string) => key) as never });
    const copies = listFiles(scope)
      .map((file) => linesOf(file).compile(app.db))
      .map(({ sql, parameters }) => `COPY (${toPsql({ text: sql, values: parameters }).slice(0, -1)}) TO STDOUT;`)
      .join('\n');
    const admin = await client.query<{ id: number }>(
      `INSERT INTO accounts (account_type_id, first_name, last_name, email, email_key, role_id)
       SELECT 1, 'A', 'B', 'a@b.example', 'a@b.example', id FROM roles WHERE key = 'admin' RETURNING id::integer`,
    );
    await client.query(`INSERT INTO account_roles (account_id, role_id) SELECT id, role_id FROM accounts WHERE email = 'a@b.example' ON CONFLICT DO NOTHING`);
    const token = await app.signIn(admin.rows[0]!.id);
    const url = await app.listen();
    let bytes = 0;
    const take = async (): Promise<void> => {
      const reply = await fetch(`${url}/api/export/oneroster?school_id=${schoolId}`, { headers: { authorization: `Bearer ${token}` } });
      if (!reply.ok || !reply.body) throw new Error(`${reply.status} ${await reply.text()}`);
      bytes = 0;
      for await (const piece of reply.body) bytes += piece.byteLength;
    };
    const holds: number[] = [];
    const zip = () => longestOf(holds)(take);
    const times = await interleave({
      rounds: 4,
      warmUpRounds: 1,
      sides: { 'COPY TO of the same lines': () => timed(() => session.run(copies)), 'the zip': () => timed(zip) },
    });
    printComparison(`${PEOPLE} people, ${PEOPLE / 20} classes, ${PEOPLE * 10} enrollments as a zip (${(bytes / 1024 / 1024).toFixed(1)} MB)`, times);
    const grown = (await measureGrowth(take)) / 1024 / 1024;
    console.log(`  the process grows by ${grown.toFixed(0)} MB; event loop held at a stretch: median ${spreadOf(holds).median.toFixed(1)} ms`);
    if (ratioOf(times['the zip'], times['COPY TO of the same lines']).median > MOST.share) fail(`more than ${MOST.share} times COPY TO`);
    if (grown > MOST.megabytes) fail(`more than ${MOST.megabytes} MB`);
    session.end();
    await app.close();
  });
} finally {
  await postgres.stop();
}
