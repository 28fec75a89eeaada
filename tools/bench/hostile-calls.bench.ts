import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { liveClose, liveStart, liveStatus, syncConnect, syncConnectFinish } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { writeZip } from '@classwright/server/platform/zip/index';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import type pg from 'pg';
import { serverFlags } from '../scripts/lib/server-flags.mjs';
import type { FromPhones, ToPhones } from './answers-clients.ts';
import { countPupils, type FromGoogle, pupilAddress, type ToGoogle } from './google-process.ts';
import type { Call, World } from './hostile/attack.ts';
import type { FromAttacker, ToAttacker } from './hostile/attacker.ts';
import { largeSchool, TOKEN } from './large-school.ts';
import { databaseMeter, ownCpuMs } from './cpu-time.ts';
import { requireExit, measureBlockedMs, percentileOf, ratioOf, spreadOf } from './lib.ts';
import { keyOfGrades, manyGrades } from './many-grades.ts';
import { startPhones } from './phones.ts';

/**
 * Makes the heaviest calls of the product over and over during a lesson of 30, in turns with the same lesson without
 * them. Prints for each the 99th percentile of the lesson's answers with and without it (medians of the turns) and the
 * median and spread of their ratios, the same percentile of another person's call, and figures that depend less on the
 * machine's other programs: the delay of the server's event loop (99th percentile), the longest time that it was
 * blocked by the thread's own work, and the share of one processor used by the event loop's thread, the server and the
 * database. Calls that make the lesson's 99th percentile more than 1.5 times as long are listed at the end; so is
 * another person's call that takes more than 100 ms behind 300 false sign-ins or texts of line breaks. The server has
 * the limits that it has in schools. `hostile-calls zip own` runs only the calls whose names begin with these words.
 * HOSTILE_SIZE=0.01 uses a part of the rows: 1 is a gradebook of 500 × 2,000 and a school of 500,000 grades.
 * HOSTILE_ROUNDS=4 sets how often each is measured with and without.
 */
const SIZE = Number(process.env['HOSTILE_SIZE'] ?? 1);
const ROUNDS = Number(process.env['HOSTILE_ROUNDS'] ?? 4);
const wanted = process.argv.slice(2);
const PHONES = 30;
const WITHIN_MS = 2_000;
/** The number of lessons in a turn. A turn ends when a call has also been answered within it. */
const LESSONS = { least: 2, most: 12 };
const HEAD_START_MS = 100;
const REST_MS = 300;
const MOST_RATIO = 1.5;
const MOST_BESIDE_MS = 100;
/** The attacks in which the other person's call is judged. */
const JUDGED_BESIDE = ['sign-ins', 'line-breaks'];
const scaled = (count: number, least: number): number => Math.max(least, Math.round(count * SIZE));
const BOOK = { students: scaled(500, 5), items: scaled(2_000, 10) };
const LARGE_PEOPLE = Math.max(800, Math.round((50_000 * SIZE) / 800) * 800);
const ROSTER_PEOPLE = scaled(10_000, 100);
const GOOGLE = { classes: scaled(50, 2), students: 30, works: 20, touched: 1, teachers: ['teacher0@school.test'] };
const SNAPSHOT_STUDENTS = scaled(200, 5);
const ORIGIN = 'https://learn.school.test';
const ENOUGH = { project: 10_000_000, person: 10_000_000 };

interface Heavy {
  name: string;
  title: string;
  lanes: number;
  calls: Call[];
}

/** Sends a message and waits for its reply. */
function ask<Reply extends { kind: string }>(child: ChildProcess, message: object, kind: Reply['kind']): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const onMessage = (reply: unknown): void => {
      if ((reply as Reply).kind !== kind) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(reply as Reply);
    };
    const onExit = (): void => reject(new Error('a client process has ended early'));
    child.on('message', onMessage);
    child.once('exit', onExit);
    child.send(message);
  });
}

/** Creates a roster of this many people in OneRoster's files. */
async function makeRoster(school: string): Promise<Buffer> {
  const people = Array.from({ length: ROSTER_PEOPLE }, (_, at) => at);
  const tables: Record<string, string[]> = {
    'manifest.csv': ['propertyName,value', 'oneroster.version,1.1', 'file.orgs,bulk', 'file.classes,bulk', 'file.users,bulk', 'file.enrollments,bulk'],
    'orgs.csv': ['sourcedId,status,name,type', `o1,active,${school},school`],
    'classes.csv': ['sourcedId,status,title,schoolSourcedId', ...people.filter((at) => at % 20 === 0).map((at) => `c${at},active,Class ${at},o1`)],
    'users.csv': [
      'sourcedId,status,enabledUser,orgSourcedIds,role,username,givenName,familyName,email',
      ...people.map((at) => `u${at},active,true,o1,${at % 20 === 0 ? 'teacher' : 'student'},user${at},Zoë ${at % 997},O’Neill-${at},u${at}@roster.example`),
    ],
    'enrollments.csv': [
      'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
      ...people.map(
        (at) => `e${at},active,2026-08-24T00:00:00.000Z,c${at - (at % 20)},o1,u${at},${at % 20 === 0 ? 'teacher' : 'student'},,2026-08-24,2027-06-18`,
      ),
    ],
  };
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(Object.entries(tables).map(([name, rows]) => ({ name, content: [`${rows.join('\n')}\n`] })))) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function only<Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await client.query<Row>(text, values);
  if (!rows[0]) throw new Error(`nothing is found by: ${text}`);
  return rows[0];
}

const phones = fork(fileURLToPath(new URL('./answers-clients.ts', import.meta.url)));
const attacker = fork(fileURLToPath(new URL('./hostile/attacker.ts', import.meta.url)), { serialization: 'advanced' });
if (attacker.pid !== undefined) setPriority(attacker.pid, constants.priority.PRIORITY_LOW);
const { ask: google, end: endGoogle } = startPhones<ToGoogle, FromGoogle>('./google-process.ts', serverFlags);
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  const there = { redirectUri: `${ORIGIN}/sync-connect`, topic: 'projects/project-1/topics/changes', subscription: 'projects/project-1/subscriptions/ours' };
  const running = await google({ kind: 'start', ...there, quota: { project: ENOUGH.project, user: ENOUGH.person } }, 'running');
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    for (const statement of [...largeSchool(LARGE_PEOPLE), ...manyGrades(BOOK)]) await client.query(statement);
    const app = await buildAppOn(
      { connection, drop: async () => undefined },
      {
        maxConnections: 20,
        isAsInSchools: true,
        isAlone: true,
        publicUrl: new URL(ORIGIN),
        google: { issuer: new URL(running.issuer), clientId: running.clientId, clientSecret: running.clientSecret },
        classroom: { url: new URL(running.url), quota: ENOUGH },
      },
    );
    app.server.jobs.start();
    const scenario = createScenario(app);
    const lesson = await scenario.lesson({ students: PHONES });
    const { otherStudent: passerBy } = lesson;
    const url = await app.listen();

    /** A finished lesson, with all its answers to each form. */
    const held = await scenario.lesson({ students: SNAPSHOT_STUDENTS });
    const started = await held.teacher.call(liveStart, { body: { assessment_id: held.assessmentId, time: 10 } });
    const sessionId = started.body.session.id as number;
    const answerForm = (): Promise<unknown> =>
      client.query(
        `WITH phase AS (SELECT id, question_version_id FROM live_phases WHERE session_id = $1 AND closed_at IS NULL),
              present AS (INSERT INTO live_participants (session_id, account_id) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING)
         INSERT INTO live_posts (session_id, phase_id, account_id, response_id, comment, comment_text, filed_by)
         SELECT $1, phase.id, account_id, (SELECT min(id) + account_id % 2 FROM question_responses WHERE question_version_id = phase.question_version_id),
                '{"type":"doc","content":[]}', 'Because of gravity.', 'student'
           FROM phase, unnest($2::bigint[]) account_id`,
        [sessionId, held.students.map(({ accountId }) => accountId)],
      );
    for (const type of ['re-assign', 'next', 'finished'] as const) {
      await answerForm();
      const { error } = await held.teacher.call(liveStatus, { body: { id: held.assessmentId, type, ...(type === 'finished' ? {} : { time: 60 }) } });
      if (error) throw new Error(JSON.stringify(error));
    }

    /** A school connected to Google Classroom. */
    const googleSchool = await scenario.school();
    const bring = async (role: 'teachers' | 'student', email: string) => {
      const person = await scenario.person(role, googleSchool);
      await client.query('UPDATE accounts SET email = $1, email_key = $1 WHERE id = $2', [email, person.accountId]);
      return person;
    };
    const connected = await bring('teachers', GOOGLE.teachers[0]!);
    for (let at = 0; at < countPupils(GOOGLE); at += 1) await bring('student', pupilAddress(at));
    await google({ kind: 'fill', shape: GOOGLE }, 'filled');
    const consent = (await connected.call(syncConnect)).body;
    const { answer } = await google({ kind: 'consent', email: GOOGLE.teachers[0]!, url: consent.url }, 'agreed');
    await connected.call(syncConnectFinish, { body: { answer, secret: consent.secret } });

    const admin = await scenario.person('admin', null);
    const large = await only<{ id: number }>(client, `SELECT id::integer FROM schools WHERE school_name = 'Large'`);
    const book = await only<{ id: number; owner: number; student: number }>(
      client,
      `SELECT courses.id::integer, owner_id::integer AS owner, (SELECT min(account_id) FROM class_students WHERE course_id = courses.id)::integer AS student
         FROM courses WHERE enrollment_code = $1`,
      [keyOfGrades(BOOK)],
    );
    const [teacher, student] = [await app.signIn(book.owner), await app.signIn(book.student)];
    const { rows: emails } = await client.query<{ email: string }>('SELECT email FROM accounts WHERE id = ANY($1::bigint[])', [
      lesson.students.map(({ accountId }) => accountId),
    ]);
    await scenario.school();
    const roster = await makeRoster((await only<{ school_name: string }>(client, 'SELECT school_name FROM schools WHERE id = $1', [googleSchool])).school_name);
    const get = (path: string, token: string): Call[] => [{ method: 'GET', path, token }];
    const results = '/ims/oneroster/gradebook/v1p2/results';
    const breaks = `a${'\n'.repeat(19_998)}b`;
    const cells = `${BOOK.students} × ${BOOK.items}`;
    const grades = `${Math.round((LARGE_PEOPLE * 10) / 1000)},000 grades`;
    const heavies: Heavy[] = [
      { name: 'book', title: `a teacher opens a gradebook of ${cells}`, lanes: 1, calls: get(`/api/dashboard/grade-book?class=${book.id}`, teacher) },
      {
        name: 'book-figures',
        title: 'the same with its figures',
        lanes: 1,
        calls: get(`/api/dashboard/grade-book?class=${book.id}&figures=1`, teacher),
      },
      { name: 'export-csv', title: 'its export as CSV', lanes: 1, calls: get(`/api/grade-book/export?class=${book.id}&format=csv`, teacher) },
      { name: 'export-xlsx', title: 'its export as a spreadsheet', lanes: 1, calls: get(`/api/grade-book/export?class=${book.id}&format=xlsx`, teacher) },
      { name: 'history', title: 'its history of grades', lanes: 4, calls: get(`/api/grade-book/history?class=${book.id}`, teacher) },
      { name: 'own-book', title: 'a student opens their own gradebook of it', lanes: 4, calls: get(`/api/student/grade-book?class=${book.id}`, student) },
      {
        name: 'zip',
        title: `the OneRoster archive of a school with ${grades}`,
        lanes: 1,
        calls: get(`/api/export/oneroster?school_id=${large.id}`, admin.token),
      },
      { name: 'page-first', title: 'its first 10,000 results, as a program reads them', lanes: 1, calls: get(`${results}?limit=10000&offset=0`, TOKEN) },
      { name: 'page-deep', title: 'a hundred of its last results', lanes: 1, calls: get(`${results}?limit=100&offset=${LARGE_PEOPLE * 9}`, TOKEN) },
      {
        name: 'roster-preview',
        title: `the preview of a roster of ${ROSTER_PEOPLE} people`,
        lanes: 1,
        calls: [
          {
            path: '/api/import/roster',
            fields: { school_id: String(googleSchool) },
            token: admin.token,
            files: [{ field: 'files[]', name: 'roster.zip', bytes: roster }],
          },
        ],
      },
      {
        name: 'sync-preview',
        title: `the preview of a sync of ${GOOGLE.classes} classes`,
        lanes: 1,
        calls: [{ path: '/api/sync-courses', token: connected.token, body: { mode: 'preview' } }],
      },
      {
        name: 'snapshot-view',
        title: `how a lesson of ${SNAPSHOT_STUDENTS} went`,
        lanes: 4,
        calls: get(`/api/live/learning/teachers/snapshot?assessment_id=${held.assessmentId}`, held.teacher.token),
      },
      {
        name: 'snapshot-export',
        title: 'the same as a spreadsheet',
        lanes: 1,
        calls: get(`/api/live/learning/teachers/snapshot/export?assessment_id=${held.assessmentId}`, held.teacher.token),
      },
      {
        name: 'search',
        title: 'an administrator searches accounts and people',
        lanes: 4,
        calls: [...get('/api/accounts?search_text=a', admin.token), ...get('/api/suggest/students?query=ng', admin.token)],
      },
      {
        name: 'sign-ins',
        title: '300 false sign-ins at once',
        lanes: 300,
        calls: Array.from({ length: 300 }, (_, at) => ({
          path: '/api/auth/login',
          body: { email: at % 2 === 0 ? emails[at % emails.length]!.email : `nobody${at}@nowhere.test`, password: `guess number ${at}` },
        })),
      },
      {
        name: 'line-breaks',
        title: 'a question whose 11 texts are 20,000 line breaks each, with a letter at both ends and without',
        lanes: 1,
        calls: [breaks, '\n'.repeat(20_000)].map((text) => ({
          path: '/api/questions',
          token: lesson.teacher.token,
          body: {
            title: 'Breaks',
            published_state: 'DRAFT',
            description: text,
            responses: Array.from({ length: 10 }, (_, at) => ({ title: `Choice ${at}`, description: text, match_label: String(at + 1), is_valid: at === 0 })),
          },
        })),
      },
    ];
    const unknown = wanted.filter((start) => !heavies.some(({ name }) => name.startsWith(start)));
    if (unknown.length > 0)
      throw new Error(
        `There is no bench and no call that begins with ${unknown.join(', ')}. There are the calls ${heavies.map(({ name }) => name).join(', ')}.`,
      );
    const chosen = heavies.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
    const databaseCpuMs = await databaseMeter(client);

    interface Turn {
      answersMs: number[];
      besideMs: number[];
      failures: number;
      lessons: number;
      acts: Record<number, number>;
      /** The longest time that the server's event loop was blocked, in processor time of its thread. */
      heldMs: number;
      /** The delay of the event loop, 99th percentile. */
      lateMs: number;
      tookMs: number;
      /** Processor time of the event loop's thread. */
      loopMs: number;
      serverMs: number;
      databaseMs: number;
    }
    /** Measures the answers to the first form of one lesson. */
    async function answerOnce(into: Turn): Promise<void> {
      const { body } = await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 10 } });
      const choices: { id: number }[] = body.assessment.questions[0]!.responses;
      const answered = (await ask<FromPhones>(
        phones,
        {
          kind: 'answer',
          what: 'answer',
          url,
          sessionId: body.session.id as number,
          form: 'Form - 1A',
          withinMs: WITHIN_MS,
          phones: lesson.students.map(({ token }, index) => ({ token, responseId: choices[index % choices.length]!.id })),
          beside: { path: '/api/auth/me', token: passerBy.token },
        } satisfies ToPhones,
        'answered',
      )) as Extract<FromPhones, { kind: 'answered' }>;
      into.lessons += 1;
      into.answersMs.push(...answered.latenciesMs);
      into.besideMs.push(...answered.besideMs);
      into.failures += answered.failures;
      await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    }

    let attacks = 0;
    async function turn(given: World['given'] | null): Promise<Turn> {
      const into: Turn = {
        ...{ answersMs: [], besideMs: [], failures: 0, lessons: 0, acts: {} },
        ...{ heldMs: 0, lateMs: 0, tookMs: 0, loopMs: 0, serverMs: 0, databaseMs: 0 },
      };
      if (given) {
        attacks += 1;
        const world: World = { url, key: '', address: `127.0.1.${attacks % 250}`, students: [], admin: { token: admin.token }, sessionId: 0, postId: 0, given };
        await ask<FromAttacker>(attacker, { kind: 'start', file: 'given-calls.ts', world } satisfies ToAttacker, 'ready');
        await sleep(HEAD_START_MS);
      }
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const [began, loop, server, database] = [performance.now(), process.threadCpuUsage(), ownCpuMs(), databaseCpuMs()];
      into.heldMs = await measureBlockedMs(async () => {
        while (into.lessons < LESSONS.least || (given && into.lessons < LESSONS.most && !(await hasActed()))) await answerOnce(into);
      });
      const { user, system } = process.threadCpuUsage(loop);
      into.tookMs = performance.now() - began;
      into.loopMs = (user + system) / 1000;
      into.serverMs = ownCpuMs() - server;
      into.databaseMs = databaseCpuMs() - database;
      delay.disable();
      into.lateMs = delay.percentile(99) / 1e6;
      if (!given) return into;
      const stopped = (await ask<FromAttacker>(attacker, { kind: 'stop' } satisfies ToAttacker, 'stopped')) as Extract<FromAttacker, { kind: 'stopped' }>;
      into.acts = stopped.acts;
      await settle();
      return into;
    }
    /** Waits until none of the calls is still running. */
    async function settle(): Promise<void> {
      await client.query(`UPDATE roster_imports SET status = 'cancelled' WHERE status = 'reading'`);
      const areBusy = async (): Promise<boolean> =>
        (
          await only<{ busy: boolean }>(
            client,
            `SELECT EXISTS (SELECT FROM jobs WHERE state = 'running' OR (state = 'waiting' AND run_at <= app_now())) AS busy`,
          )
        ).busy;
      await sleep(REST_MS);
      while (await areBusy()) await sleep(REST_MS);
    }
    const hasActed = async (): Promise<boolean> =>
      ((await ask<FromAttacker>(attacker, { kind: 'count' } satisfies ToAttacker, 'counted')) as Extract<FromAttacker, { kind: 'counted' }>).count > 0;

    const medianOf = (side: Turn[], of: (turn: Turn) => number): number => spreadOf(side.map(of)).median;
    const p99Of = (times: readonly number[]): number => percentileOf(times, 0.99);
    const shareOf = (of: (turn: Turn) => number) => (turn: Turn) => (100 * of(turn)) / turn.tookMs;
    console.log(`${PHONES} students answer within ${WITHIN_MS / 1000} s; 99th percentiles in ms, in calm → beside, medians of ${ROUNDS} turns each`);
    console.log(
      `${'call'.padEnd(16)} ${'answers'.padEnd(14)} ${'ratio'.padEnd(20)} ${'another’s call'.padEnd(14)} ${'loop late'.padEnd(10)} ${'loop held'.padEnd(10)} ${'loop %'.padEnd(9)} ${'server %'.padEnd(9)} ${'database %'.padEnd(10)} tries by status`,
    );
    // Jobs from creating the school above are not part of a lesson.
    await client.query(`DELETE FROM jobs WHERE kind LIKE 'work-product%'`);
    await settle();
    await turn(null); // warm
    const worse: string[] = [];
    for (const { name, title, lanes, calls } of chosen) {
      const [calm, beside]: [Turn[], Turn[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1)
        for (const isBeside of round % 2 === 0 ? [false, true] : [true, false]) (isBeside ? beside : calm).push(await turn(isBeside ? { calls, lanes } : null));
      const answers = ({ answersMs }: Turn): number => p99Of(answersMs);
      const others = ({ besideMs }: Turn): number => p99Of(besideMs);
      const ratio = ratioOf(beside.map(answers), calm.map(answers));
      const acts: Record<string, number> = {};
      for (const one of beside) for (const [status, count] of Object.entries(one.acts)) acts[status] = (acts[status] ?? 0) + count;
      const lost = [...calm, ...beside].reduce((sum, { failures }) => sum + failures, 0);
      const arrow = (of: (turn: Turn) => number): string => `${medianOf(calm, of).toFixed(0)} → ${medianOf(beside, of).toFixed(0)}`;
      const statuses = Object.entries(acts).map(([status, count]) => `${status}: ${count}`);
      const ratios = `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`;
      console.log(
        `${name.padEnd(16)} ${arrow(answers).padEnd(14)} ${ratios.padEnd(20)} ${arrow(others).padEnd(14)} ${arrow(({ lateMs }) => lateMs).padEnd(10)} ${arrow(({ heldMs }) => heldMs).padEnd(10)} ${arrow(shareOf(({ loopMs }) => loopMs)).padEnd(9)} ${arrow(shareOf(({ serverMs }) => serverMs)).padEnd(9)} ${arrow(shareOf(({ databaseMs }) => databaseMs)).padEnd(10)} ${statuses.join(', ') || 'none answered'}${lost > 0 ? `; ${lost} ANSWERS NOT ACKNOWLEDGED` : ''} (${title})`,
      );
      if (ratio.median > MOST_RATIO) worse.push(`${name}: ${ratio.median.toFixed(2)} times the lesson’s 99th percentile in calm (at most ${MOST_RATIO})`);
      if (JUDGED_BESIDE.includes(name) && medianOf(beside, others) > MOST_BESIDE_MS)
        worse.push(`${name}: another person’s call takes ${medianOf(beside, others).toFixed(0)} ms behind it (at most ${MOST_BESIDE_MS} ms)`);
    }
    console.log(worse.length === 0 ? `nothing slows the lesson by more than ${MOST_RATIO} times` : worse.join('\n'));
    if (worse.length > 0) process.exitCode = 1;
    requireExit();
    await app.close();
  });
} finally {
  phones.kill();
  attacker.kill();
  endGoogle();
  await postgres.stop();
}
