import { linesOf, listFiles, loadScope } from '@classwright/server/modules/oneroster/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { growthOf, heldBy, interleave, printComparison, ratioOf, spreadOf } from './lib.ts';
import { findPsql, PsqlSession } from './psql.ts';
import { toPsql } from './recorded-statements.ts';

/**
 * A school of 20,000 people, 1,000 classes, 200,000 enrollments, 5,000 line items and as many results as enrollments, as a program
 * reads it: a page of 10,000 of each collection beside its own SQL in psql, one far down, a filter that finds little; how long the event loop is held meanwhile. Then all
 * of it as a zip, beside `COPY TO` of the same lines. Ends with 1 when a page takes more than twice its SQL, the loop is held for more than
 * 50 ms, the zip takes more than twice the copies, or the process grows by more than 150 MB.
 */
const PEOPLE = 20_000;
const CLASSES = 1_000;
const MEMBERS_OF_A_CLASS = 200;
const WORKS_OF_A_CLASS = 5;
const MOST = { share: 2, heldMs: 50, megabytes: 150 };
/** Lists of fewer records are printed and not judged: they cost what any call costs, since who asks is looked up and what left is noted. */
const LEAST_RECORDS = 100;
const TOKEN = 'cwt_bench';

const school = `
  INSERT INTO schools (school_name, time_zone) VALUES ('Large', 'Europe/Berlin');
  INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, role_id)
  SELECT (SELECT id FROM schools WHERE school_name = 'Large'), CASE WHEN n <= 500 THEN 2 ELSE 3 END, 'Amara ' || n, 'Nguyễn ' || n, 'p' || n || '@large.example',
         'p' || n || '@large.example', (SELECT id FROM roles WHERE key = CASE WHEN n <= 500 THEN 'teachers' ELSE 'student' END)
    FROM generate_series(1, ${PEOPLE}) n;
  INSERT INTO account_roles (account_id, role_id) SELECT id, role_id FROM accounts ON CONFLICT DO NOTHING;
  CREATE TEMP TABLE numbered AS SELECT id, row_number() OVER (ORDER BY id) AS n FROM accounts WHERE email LIKE '%@large.example';
  BEGIN;
  INSERT INTO courses (school_id, owner_id, name, section, subject, enrollment_code)
  SELECT (SELECT id FROM schools WHERE school_name = 'Large'), (SELECT id FROM numbered WHERE n = 1 + c % 500), 'Class ' || c, 'A', 'Physics', 'large' || c
    FROM generate_series(1, ${CLASSES}) c;
  INSERT INTO course_members (course_id, account_id, role) SELECT id, owner_id, 'TEACHER' FROM courses;
  COMMIT;
  INSERT INTO course_members (course_id, account_id, role)
  SELECT courses.id, numbered.id, 'STUDENT' FROM (SELECT id, row_number() OVER (ORDER BY id) AS c FROM courses) courses
    CROSS JOIN generate_series(1, ${MEMBERS_OF_A_CLASS - 1}) m JOIN numbered ON numbered.n = 501 + (courses.c * 97 + m * 53) % ${PEOPLE - 500} ON CONFLICT DO NOTHING;
  INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points)
  SELECT courses.id, owner_id, 'ASSIGNMENT', 'ASSIGNMENT', 'Work ' || w, app_now(), 50 FROM courses CROSS JOIN generate_series(1, ${WORKS_OF_A_CLASS}) w;
  INSERT INTO submissions (course_id, course_work_id, account_id, state, returned_at, draft_grade, assigned_grade)
  SELECT member.course_id, work.id, member.account_id, 'RETURNED', app_now(), member.account_id % 50, member.account_id % 50
    FROM (SELECT course_id, min(id) AS id FROM course_works GROUP BY course_id) work JOIN course_members member ON member.course_id = work.course_id AND role = 'STUDENT';
  INSERT INTO api_clients (school_id, name, client_id, scopes, secret_hash, created_by)
  SELECT schools.id, 'Bench', 'cwc-bench', '{roster.readonly,gradebook.readonly}', '', (SELECT min(id) FROM accounts) FROM schools WHERE school_name = 'Large';
  INSERT INTO api_client_tokens (token_hash, api_client_id, scopes, expires_at)
  SELECT sha256('${TOKEN}'), id, scopes, app_now() + interval '1 hour' FROM api_clients;
  VACUUM ANALYZE`.split(/;\n/);

const fail = (sentence: string): void => {
  console.log(`  ${sentence}`);
  process.exitCode = 1;
};
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** Notes how long the event loop was held at a stretch while some work ran. */
const longestOf =
  (holds: number[]) =>
  async (work: () => Promise<void>): Promise<void> =>
    void holds.push(await heldBy(work));

const psql = findPsql();
if (psql === null) throw new Error('psql is needed to know what the SQL alone takes');
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    for (const statement of school) await client.query(statement);
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
      '/rostering/v1p2/enrollments?limit=10000&offset=190000&sort=beginDate',
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
    printComparison(`20,000 people, 1,000 classes, 200,000 enrollments as a zip (${(bytes / 1024 / 1024).toFixed(1)} MB)`, times);
    const grown = (await growthOf(take)) / 1024 / 1024;
    console.log(`  the process grows by ${grown.toFixed(0)} MB; event loop held at a stretch: median ${spreadOf(holds).median.toFixed(1)} ms`);
    if (ratioOf(times['the zip'], times['COPY TO of the same lines']).median > MOST.share) fail(`more than ${MOST.share} times COPY TO`);
    if (grown > MOST.megabytes) fail(`more than ${MOST.megabytes} MB`);
    session.end();
    await app.close();
  });
} finally {
  await postgres.stop();
}
