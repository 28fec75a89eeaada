import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  authFactor,
  authLogin,
  createTranslate,
  en,
  factorCodeBegin,
  factorCodeFinish,
  homeGet,
  recordCopyCreate,
  submissionList,
} from '@classwright/contract';
import { askToEndSchool, endSchool, listCopyParts, runErasures } from '@classwright/server/modules/overview/records/index';
import { updateSums } from '@classwright/server/modules/overview/dashboards/index';
import { hashPassword } from '@classwright/server/modules/people/accounts/index';
import { createFileStorage } from '@classwright/server/modules/school/files/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { connect, type Tx } from '@classwright/server/platform/database/index';
import { allowErasing, changeOf, planErasure } from '@classwright/server/platform/personal-data/erase-queries';
import { parseSchema } from '@classwright/server/platform/personal-data/schema';
import { Readings } from '@classwright/server/platform/readings/index';
import { writeZip } from '@classwright/server/platform/zip/index';
import { buildAppOn, type TestApp } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { serverFlags } from '../scripts/lib/server-flags.mjs';
import type { FromPhones, ToPhones } from './answers-clients.ts';
import { ownCpuMs } from './cpu-time.ts';
import type { FromServer, ToServer } from './grade-process.ts';
import { interleave, percentileOf, printComparison, ratioOf } from './lib.ts';
import { MANY_YEARS, manyYears } from './many-years.ts';
import { startPhones } from './phones.ts';
import { findPsql, PsqlSession } from './psql.ts';
import { toPsql } from './recorded-statements.ts';

/**
 * Measures what a district's trust costs, in a school of 5,000 students with six years of lessons and 15,000 accounts
 * more: a student's copy against its SQL; a lesson's answers while 20 copies wait to be made and while none does; the erasure of 1,000
 * people against the bare statements in one transaction, and the time for which a slice holds its rows; the processor
 * time of the log of who looked in Home, a class's submissions and its answers; and signing in with a code of an app
 * against without. Exits with 1 for more than 2, 1.1, 3 and 50 ms, 1.02 and 1.3. Arguments choose parts:
 * copy, reading, factor, lesson, erase. The end of the whole school is measured by `end` alone, since it takes long.
 */
const YEARS = 6;
const MORE_ACCOUNTS = 15_000;
const ERASED = 1_000;
const LESSON = { rounds: 10, students: 200, withinMs: 8_000, copies: 20 };
const MOST = { copy: 2, lesson: 1.1, erase: 3, sliceMs: 50, reading: 1.02, factor: 1.3 };
/** The erasures that are made one after the other in a measurement. */
const ERASED_AT_ONCE = 200;
/** The calls in one measurement of the log of who looked. */
const CALLS = 300;
const parts = process.argv.slice(2);
const isWanted = (part: keyof typeof MOST): boolean => parts.length === 0 || parts.includes(part);
const PASSWORD = 'four kettles and a moss';

const timed = (once: () => Promise<unknown>) => async (): Promise<number> => {
  const startedAt = performance.now();
  await once();
  return performance.now() - startedAt;
};

function fail(sentence: string): void {
  console.log(`  ${sentence}`);
  process.exitCode = 1;
}

const schema = parseSchema(readFileSync(new URL('../../apps/server/migrations/schema.txt', import.meta.url), 'utf8'));

async function measureCopy(app: TestApp, session: PsqlSession, student: number): Promise<void> {
  const sources = {
    schema,
    declared: app.server.folded.personalData,
    storage: createFileStorage(app.dataDir),
    t: createTranslate(en),
    language: { tag: 'en', locale: 'en', direction: 'ltr' as const },
  };
  let [rows, bytes] = [0, 0];
  const copy = () =>
    app.db.transaction().execute(async (tx) => {
      const written = await listCopyParts(tx as Tx, sources, student);
      bytes = 0;
      for await (const piece of writeZip(written!.parts)) bytes += (piece as Buffer).length;
      ({ rows } = written!.counts);
    });
  const statements = (await app.recordStatements(copy)).map(toPsql).join('\n');
  const times = await interleave({ rounds: 9, sides: { psql: timed(() => session.run(statements)), copy: timed(copy) } });
  printComparison(`a copy of ${rows} rows, ${Math.round(bytes / 1024)} KB`, times);
  const { median } = ratioOf(times.copy, times.psql);
  if (median > MOST.copy) fail(`a copy takes ${median.toFixed(2)} times its SQL, wanted is at most ${MOST.copy}`);
}

async function measureLesson(app: TestApp, admin: number, students: readonly number[]): Promise<void> {
  const server = startPhones<ToServer, FromServer>('./grade-process.ts', [...serverFlags, '--expose-gc']);
  const phones = startPhones<ToPhones, FromPhones>('./answers-clients.ts');
  try {
    const { url } = await server.ask({ kind: 'start', connection: app.connection, doesJobs: true }, 'running');
    const { tokens } = await server.ask({ kind: 'lesson', students: LESSON.students }, 'made');
    let next = 0;
    const askForCopy = async (token: string): Promise<void> => {
      const reply = await fetch(`${url}/api${recordCopyCreate.path}`, {
        method: 'POST',
        body: JSON.stringify({ account_id: students[next++ % students.length] }),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      });
      if (!reply.ok) throw new Error(`a copy: ${reply.status} ${await reply.text()}`);
      await reply.arrayBuffer();
    };
    const untilDone = async (): Promise<void> => {
      const { rows } = await sql`SELECT FROM jobs WHERE state = 'running' OR (state = 'waiting' AND run_at <= app_now()) LIMIT 1`.execute(app.db);
      if (rows.length === 0) return;
      await sleep(100);
      await untilDone();
    };
    const answer = async (copies: number): Promise<number[]> => {
      await untilDone(); // the round before left copies, and the work products of its lesson
      const token = await app.signIn(admin); // confirmed now
      const { sessionId, choices } = await server.ask({ kind: 'begin' }, 'begun');
      for (let count = 0; count < copies; count++) await askForCopy(token);
      const given = tokens.map((one, index) => ({ token: one, responseId: choices[index % choices.length]! }));
      const { latenciesMs, failures } = await phones.ask(
        { kind: 'answer', what: 'answer', url, sessionId, form: 'Form - 1A', withinMs: LESSON.withinMs, phones: given },
        'answered',
      );
      if (failures > 0) throw new Error(`${failures} answers failed`);
      await server.ask({ kind: 'close' }, 'closed');
      return latenciesMs;
    };
    const all = { without: [] as number[], beside: [] as number[] };
    const measure = (side: keyof typeof all, copies: number) => async (): Promise<number> => {
      const latenciesMs = await answer(copies);
      all[side].push(...latenciesMs);
      return percentileOf(latenciesMs, 0.99);
    };
    const sides = { 'no copy': measure('without', 0), copies: measure('beside', LESSON.copies) };
    const times = await interleave({ rounds: LESSON.rounds, warmUpRounds: 1, sides });
    printComparison(
      `${LESSON.students} answers within ${LESSON.withinMs / 1000} s, ${LESSON.copies} copies to be made: 99th percentile of an answer in a round`,
      times,
    );
    // A round has two answers above its 99th percentile, so the ratio is that of all rounds together.
    const p99Of = (side: keyof typeof all): number => percentileOf(all[side].slice(LESSON.students), 0.99); // without the warm-up
    const ratio = p99Of('beside') / p99Of('without');
    console.log(`  of all rounds: ${ratio.toFixed(2)} times`);
    if (ratio > MOST.lesson) fail(`copies make an answer take ${ratio.toFixed(2)} times as long, wanted is at most ${MOST.lesson}`);
  } finally {
    server.end();
    phones.end();
  }
}

/** Makes erasures as the job of the product does. */
async function eraseAll(app: TestApp, ids: readonly number[]): Promise<void> {
  const slices = app.db.withPlugin({ transformQuery: ({ node }) => node, transformResult: async ({ result }) => result });
  for (let at = 0; at < ids.length; at += ERASED_AT_ONCE)
    await runErasures(
      {
        backgroundDb: slices,
        storage: createFileStorage(app.dataDir),
        dataDir: app.dataDir,
        t: createTranslate(en),
        sources: () => ({ declared: app.server.folded.personalData, schema }),
        listFileUses: () => app.server.folded.fileUses,
      },
      ids.slice(at, at + ERASED_AT_ONCE),
    );
}

/** Does the work, and finds the longest open transaction that has changed something, as another session sees it. */
async function watchingWriters<Result>(app: TestApp, work: () => Promise<Result>): Promise<{ result: Result; longestMs: number }> {
  let [longestMs, isWorking] = [0, true];
  const watching = (async () => {
    while (isWorking) {
      const { rows } = await sql<{ ms: number }>`
        SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start) * 1000), 0)::float8 AS ms FROM pg_stat_activity
         WHERE backend_xid IS NOT NULL AND datname = current_database()`.execute(app.db);
      longestMs = Math.max(longestMs, rows[0]!.ms);
      await sleep(10);
    }
  })();
  const result = await work();
  isWorking = false;
  await watching;
  return { result, longestMs };
}

/** Ends the school with everybody in it, as `npm run school:end` and the job of erasures do. */
async function measureEnd(app: TestApp, school: { id: number; name: string }): Promise<void> {
  const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    const { result, longestMs } = await watchingWriters(app, work);
    console.log(`  ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s, the longest writing transaction ${longestMs.toFixed(0)} ms`);
    return result;
  };
  console.log('the end of the school');
  const people = await step('asking', () => askToEndSchool(app.db, school.id));
  const { rows } = await sql<{ id: number }>`UPDATE erasures SET due_at = app_now() WHERE school_id = ${school.id} RETURNING id`.execute(app.db);
  await step(`erasing ${people} people`, () =>
    eraseAll(
      app,
      rows.map(({ id }) => id),
    ),
  );
  const receipt = await step('deleting the rest', () => endSchool({ db: app.db, schema, storage: createFileStorage(app.dataDir) }, school));
  console.log(`  ${receipt.people} people, ${Object.values(receipt.rows).reduce((sum, count) => sum + count, 0)} rows, ${receipt.numbers_left} numbers left`);
}

/** Measures the erasure of people against one statement for each step, without receipts, in one transaction that is rolled back. */
async function measureErasing(app: TestApp, session: PsqlSession, people: readonly number[]): Promise<void> {
  const declared = app.server.folded.personalData;
  const steps = planErasure(schema, declared);
  const { rows: erasures } = await sql<{ id: number; account_id: number }>`
    INSERT INTO erasures (number, school_id, account_id, was_active, due_at)
    SELECT 'B-' || id, school_id, id, true, app_now() FROM accounts WHERE id = ANY(${[...people]}::bigint[]) RETURNING id, account_id`.execute(app.db);
  const { db } = connect({ connection: app.connection, maxConnections: 1, longestSilenceMs: 30 * 60_000, onError: () => undefined });
  const bare = timed(async () => {
    const rolledBack = new Error('rolled back');
    await db
      .transaction()
      .execute(async (tx) => {
        await allowErasing(tx as Tx);
        await sql`SET LOCAL statement_timeout = 0`.execute(tx); // the statements of all people at once are long
        const { rows: made } = await sql<{ id: number }>`
          INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key)
          SELECT school_id, account_type_id, 'Former member', 'B-' || id, 'B-' || id || '@erased.invalid', 'b-' || id || '@erased.invalid'
            FROM accounts WHERE id = ANY(${[...people]}::bigint[]) ORDER BY id RETURNING id`.execute(tx);
        const numbered = { from: people, to: made.map(({ id }) => id) };
        for (const step of steps)
          if (step.kind === 'scrub') {
            const columns = sql.join(step.columns.map((column) => sql`${sql.ref(column)}::text`));
            await sql`SELECT count(*) FROM ${sql.table(step.table)} WHERE concat_ws(' ', ${columns}) ~* 'nobody is called so'`.execute(tx);
          } else {
            const { table, joins, condition, person, statement } = changeOf(schema, step, numbered);
            await sql`WITH due AS MATERIALIZED (SELECT r.ctid AS place, r.tableoid AS part, ${person} AS person FROM ${sql.table(table)} AS r ${joins.all} WHERE ${condition})
                      ${statement} WHERE t.ctid = due.place AND t.tableoid = due.part`.execute(tx);
          }
        await sql`UPDATE erasures SET account_id = NULL, state = 'done', done_at = app_now(), digest = '' WHERE account_id = ANY(${[...people]}::bigint[])`.execute(
          tx,
        );
        await sql`DELETE FROM accounts WHERE id = ANY(${[...people]}::bigint[])`.execute(tx);
        throw rolledBack;
      })
      .catch((error: unknown) => {
        if (error !== rolledBack) throw error;
      });
  });
  const bareMs = await bare();
  await db.destroy();
  await session.run('VACUUM ANALYZE;');
  const erase = timed(() =>
    eraseAll(
      app,
      erasures.map(({ id }) => id),
    ),
  );
  const { result: ownMs, longestMs } = await watchingWriters(app, erase);
  console.log(
    `erasing ${people.length} of ${MANY_YEARS.students + MORE_ACCOUNTS} people: ${(ownMs / 1000).toFixed(1)} s against ${(bareMs / 1000).toFixed(1)} s of bare statements, ${(ownMs / bareMs).toFixed(2)} times; the longest writing transaction ${longestMs.toFixed(0)} ms`,
  );
  if (ownMs / bareMs > MOST.erase) fail(`wanted is at most ${MOST.erase} times`);
  if (longestMs > MOST.sliceMs) fail(`wanted is at most ${MOST.sliceMs} ms`);
}

async function measureReadings(url: string, token: string, courseId: number, workId: number): Promise<void> {
  const { add } = Readings.prototype;
  const none: typeof add = () => undefined;
  const addresses = [homeGet.path, submissionList.path.replace(':courseId', String(courseId)).replace(':workId', String(workId))];
  for (const address of addresses) {
    const load = async (isKept: boolean): Promise<number> => {
      Readings.prototype.add = isKept ? add : none;
      const before = ownCpuMs();
      for (let count = 0; count < CALLS; count++) {
        const reply = await fetch(`${url}/api${address}`, { headers: { authorization: `Bearer ${token}` } });
        if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
        await reply.arrayBuffer();
      }
      Readings.prototype.add = add;
      return ownCpuMs() - before;
    };
    const times = await interleave({ rounds: 11, sides: { 'not kept': () => load(false), kept: () => load(true) } });
    printComparison(`processor time of ${CALLS} calls of ${address}`, times);
    const { median: ratio } = ratioOf(times.kept, times['not kept']);
    if (ratio > MOST.reading) fail(`who looked costs ${((ratio - 1) * 100).toFixed(1)} %, wanted is at most 2 %`);
  }
}

async function measureSignIn(app: TestApp, withFactor: { id: number; secret: string }, without: number): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  const { rows } = await sql<{ id: number; email: string }>`
    UPDATE accounts SET password_hash = ${hash} WHERE id = ANY(${[withFactor.id, without]}::bigint[]) RETURNING id, email`.execute(app.db);
  const email = (id: number) => rows.find((row) => row.id === id)!.email;
  const totp = new TOTP({ secret: Secret.fromBase32(withFactor.secret) });
  const password = (id: number) => app.call(authLogin, { body: { email: email(id), password: PASSWORD, device: `bench ${Math.random()}` } });
  const times = await interleave({
    rounds: 15,
    sides: {
      'without a factor': timed(async () => {
        const { status } = await password(without);
        if (status !== 200) throw new Error(`signing in: ${status}`);
      }),
      'with a code': async () => {
        await app.clock.advanceMs(31_000);
        const code = totp.generate({ timestamp: (await app.clock.now()).getTime() });
        return timed(async () => {
          const ticket = String((await password(withFactor.id)).error?.params?.ticket);
          const { status } = await app.call(authFactor, { body: { ticket, code } });
          if (status !== 200) throw new Error(`the second step: ${status}`);
        })();
      },
    },
  });
  printComparison('signing in', times);
  const { median } = ratioOf(times['with a code'], times['without a factor']);
  if (median > MOST.factor) fail(`with a factor it takes ${median.toFixed(2)} times as long, wanted is at most ${MOST.factor}`);
}

const psql = findPsql();
if (psql === null) console.log('There is no psql on this machine: nothing to compare with.');
else {
  const postgres = await openTestPostgres(readTestSettings().databaseUrl);
  try {
    await withMigratedDatabase(postgres, async (client, connection) => {
      await client.query(movableClock);
      const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
      const scenario = createScenario(app);
      const schoolId = await scenario.school();
      for (const statement of manyYears(schoolId, YEARS)) await client.query(statement);
      await client.query(
        `INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key)
         SELECT $1, 3, 'Noa', 'Berg ' || n, 'more' || n || '@years.example', 'more' || n || '@years.example' FROM generate_series(1, ${MORE_ACCOUNTS}) n`,
        [schoolId],
      );
      await updateSums(app.db); // as the job does every five minutes
      const session = new PsqlSession(psql, connection);
      await session.run('VACUUM ANALYZE;');
      console.log(`${MANY_YEARS.students} students, ${YEARS} years; load of the machine ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`);
      const { rows: students } = await client.query<{ id: string }>(
        `SELECT account_id AS id FROM lesson_students GROUP BY account_id ORDER BY count(*) DESC, account_id LIMIT ${ERASED}`,
      );
      const ids = students.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
      const { rows: found } = await client.query<{ course: number; work: number; teacher: number }>(
        `SELECT c.id::integer AS course, w.id::integer AS work, c.owner_id::integer AS teacher FROM courses c JOIN course_works w ON w.course_id = c.id
          WHERE course_state = 'ACTIVE' AND w.assessment_id IS NULL ORDER BY c.id, w.id LIMIT 1`,
      );
      const { course, work, teacher } = found[0]!;
      const admin = await scenario.person('admin', null);
      const other = await scenario.person('teachers', schoolId);
      const another = await scenario.person('teachers', schoolId);
      const url = await app.listen();
      if (isWanted('copy')) await measureCopy(app, session, Number(students[0]!.id));
      if (isWanted('reading')) await measureReadings(url, await app.signIn(teacher), course, work);
      const { ticket, secret } = (await other.call(factorCodeBegin)).body;
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: (await app.clock.now()).getTime() });
      await other.call(factorCodeFinish, { body: { ticket, code } });
      if (isWanted('factor')) await measureSignIn(app, { id: other.accountId, secret }, another.accountId);
      await client.query("UPDATE accounts SET email = 'bench-' || email, email_key = 'bench-' || email_key WHERE id = ANY ($1)", [
        [admin.accountId, other.accountId, another.accountId],
      ]);
      if (isWanted('lesson')) await measureLesson(app, admin.accountId, ids);
      if (isWanted('erase')) await measureErasing(app, session, ids);
      if (parts.includes('end')) await measureEnd(app, { id: schoolId, name: 'the school' });
      session.end();
      await app.close();
    });
  } finally {
    await postgres.stop();
  }
}
