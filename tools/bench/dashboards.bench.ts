import { readFileSync } from 'node:fs';
import {
  assignmentsDashboard,
  attendanceDashboard,
  attendanceDetails,
  attendanceStudents,
  type DefinedDashboard,
  type Endpoint,
  enrollmentDashboard,
  gradesDashboard,
  liveDashboard,
  questionBankAccounts,
  questionBankDashboard,
  questionBankQuestions,
} from '@classwright/contract';
import { updateSums } from '@classwright/server/modules/overview/dashboards/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn, type TestApp } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres, type TestPostgres } from '@classwright/server/testing/postgres';
import { giveRights } from '@classwright/server/testing/rights';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import type pg from 'pg';
import { serverFlags } from '../scripts/lib/server-flags.mjs';
import type { FromPhones, ToPhones } from './answers-clients.ts';
import type { FromServer, ToServer } from './grade-process.ts';
import { interleave, percentileOf, printComparison, ratioOf, spreadOf } from './lib.ts';
import { MANY_YEARS, manyYears } from './many-years.ts';
import { call as callAs } from './phone-line.ts';
import { startPhones } from './phones.ts';
import { findPsql, PsqlSession } from './psql.ts';
import { toPsql } from './recorded-statements.ts';

/**
 * Measures dashboards of a school of 5,000 students with five years of lessons and 2,000,000 answers. Every call for
 * figures, for the rows behind them and for a file is sent over HTTP, against the same statements through one open
 * psql. One year of the five is compared with a school with only that year, and a lesson's answers with and without
 * dashboard requests. Exits with 1 when a call takes more than six statements, when the 95th percentile of a
 * dashboard's calls takes more than 1.5 times as long as psql, one year more than 1.5 times a year alone, or an answer
 * (p99) 1.2 times one without dashboard requests.
 */
const YEARS = 5;
/** The number of rounds, lower for calls that take long. */
const ROUNDS = { usual: 15, long: 5 };
const LONG_MS = 150;
const LESSON_ROUNDS = 6;
const STUDENTS = 200;
const ANSWERS_WITHIN_MS = 4000;
/** The interval of dashboard requests during a lesson: one after the other, figures and rows. */
const ASKED_EVERY_MS = 400;
const MOST = { psql: 1.5, year: 1.5, answer: 1.2, statements: 6 };
const AIM_MS = 150;

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
/** A year is requested without an end, so that the year before it is not included. */
const [lastYear, today] = [daysAgo(364), daysAgo(0)];

type Asked = Record<string, unknown>;
type Who = 'head' | 'teacher' | 'student';
interface School {
  app: TestApp;
  client: pg.Client;
  session: PsqlSession;
  url: string;
  tokens: Record<Who, string>;
  ids: { class: number; student: number; subject: number; grade: number; teacher: number };
}
interface Call {
  endpoint: Endpoint;
  asked: Asked;
}

async function withSchool(postgres: TestPostgres, { psql, years }: { psql: string; years: number }, work: (school: School) => Promise<void>): Promise<void> {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
    const schoolId = await createScenario(app).school();
    const startedAt = performance.now();
    for (const statement of manyYears(schoolId, years)) await client.query(statement);
    await updateSums(app.db); // as the job does every five minutes
    const { rows } = await client.query<{ head: number } & School['ids']>(
      `SELECT id::integer AS class, owner_id::integer AS teacher, (SELECT min(owner_id)::integer FROM courses WHERE course_state = 'ACTIVE') AS head,
              (SELECT min(account_id)::integer FROM class_students WHERE course_id = courses.id) AS student,
              (SELECT min(id)::integer FROM question_subjects) AS subject, (SELECT min(id)::integer FROM question_grades) AS grade
         FROM courses WHERE course_state = 'ACTIVE' AND name = 'Class ${MANY_YEARS.classesPerYear - 1}'`,
    );
    const { head, ...ids } = rows[0]!;
    await giveRights(app.db, head, ['dashboards:view-school']);
    const tokens = { head: await app.signIn(head), teacher: await app.signIn(ids.teacher), student: await app.signIn(ids.student) };
    const session = new PsqlSession(psql, connection);
    await session.run('VACUUM ANALYZE;');
    console.log(`${years} years made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    await work({ app, client, session, url: await app.listen(), tokens, ids });
    session.end();
    await app.close();
  });
}

const roundsOf = (firstMs: number) => ({ rounds: firstMs > LONG_MS ? ROUNDS.long : ROUNDS.usual, warmUpRounds: firstMs > LONG_MS ? 1 : 3 });
const timed = (once: () => Promise<unknown>) => async (): Promise<number> => {
  const startedAt = performance.now();
  await once();
  return performance.now() - startedAt;
};

/** Returns a call as a browser sends it. */
function toRequest({ endpoint, asked }: Call): { path: string; init: RequestInit } {
  if (endpoint.method === 'POST')
    return { path: endpoint.path, init: { method: 'POST', body: JSON.stringify(asked), headers: { 'content-type': 'application/json' } } };
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]));
  return { path: `${endpoint.path}?${query}`, init: {} };
}

const load =
  ({ url, tokens }: School, who: Who, call: Call) =>
  async (): Promise<ArrayBuffer> => {
    const { path, init } = toRequest(call);
    const reply = await fetch(`${url}/api${path}`, { ...init, headers: { ...init.headers, authorization: `Bearer ${tokens[who]}`, prefer: 'return=minimal' } });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.arrayBuffer();
  };

async function recordStatements({ app, tokens }: School, who: Who, { endpoint, asked }: Call): Promise<string[]> {
  const statements = await app.recordStatements(async () => {
    const { status } = await app.call(endpoint, { [endpoint.method === 'POST' ? 'body' : 'query']: asked }, { token: tokens[who] });
    if (status !== 200) throw new Error(`${endpoint.name}: ${status}`);
  });
  return statements.map(toPsql);
}

/**
 * Returns the filters of each dashboard: none, one class or the like, and a year. Filters that only staff have are left
 * out for students.
 */
const filtersOf = ({ ids }: School): Record<string, [dashboard: DefinedDashboard, filters: Record<string, Asked>]> => ({
  enrollment: [enrollmentDashboard as DefinedDashboard, { 'a name': { teacher: 'nguyễn 2' } }],
  assignments: [
    assignmentsDashboard as DefinedDashboard,
    { 'one class': { class: ids.class }, 'a year': { from: lastYear }, 'two years': { from: lastYear, to: today } },
  ],
  live: [
    liveDashboard as DefinedDashboard,
    { 'one subject': { subject: ids.subject }, 'a year': { from: lastYear }, 'two years': { from: lastYear, to: today } },
  ],
  grades: [
    gradesDashboard as DefinedDashboard,
    {
      'one class': { class: ids.class },
      'marks from 80': { markingStart: '80' },
      'a year': { startDate: lastYear },
      'two years': { startDate: lastYear, endDate: today },
    },
  ],
  attendance: [
    attendanceDashboard as DefinedDashboard,
    { 'one class': { class: ids.class }, 'a year': { start_date: lastYear }, 'two years': { start_date: lastYear, end_date: today } },
  ],
  questions: [questionBankDashboard as DefinedDashboard, { 'one subject': { question_subject_id: ids.subject } }],
});

/** Returns the calls for a dashboard's figures, and for the first page of each kind of rows behind them. */
function callsOf({ declaration, endpoints }: DefinedDashboard, filters: Asked): Record<'figures' | 'rows', Call[]> {
  const isTyped = Object.keys(filters).some((name) => declaration.filters[name]!.kind === 'typed');
  const ofEach = Object.keys(declaration.rows).map(
    (rows) => Object.keys(declaration.figures).find((name) => declaration.figures[name]!.rows === rows && declaration.figures[name]!.kind !== 'mean')!,
  );
  return {
    figures: [Object.keys(filters).length === 0 ? { endpoint: endpoints.get, asked: {} } : { endpoint: endpoints.filter, asked: filters }],
    rows: ofEach.map((figure) => ({ endpoint: isTyped ? endpoints.rowsTyped! : endpoints.rows, asked: { ...filters, figure } })),
  };
}

/** Returns the calls for the tables next to the figures. */
const tablesOf = ({ ids }: School): Record<string, Call> => ({
  'students by name': { endpoint: attendanceStudents, asked: {} },
  'students by a figure': { endpoint: attendanceStudents, asked: { sort: 'logged_in', direction: 'desc' } },
  'a name among them': { endpoint: attendanceStudents, asked: { search: 'yıl 4' } },
  'days of a student': { endpoint: attendanceDetails, asked: { id: ids.student } },
  'questions searched': { endpoint: questionBankQuestions, asked: { search: 'lamp 77' } },
  'authors of questions': { endpoint: questionBankAccounts, asked: {} },
});

interface Measured {
  psql: number[];
  HTTP: number[];
}

/** Measures a call in turns with its statements through psql. */
async function compare(school: School, who: Who, name: string, call: Call): Promise<Measured> {
  const statements = await recordStatements(school, who, call);
  if (statements.length > MOST.statements) fail(`${name}: ${statements.length} statements`);
  const text = statements.join('\n');
  const overHttp = timed(load(school, who, call));
  const times = await interleave({ ...roundsOf(await overHttp()), sides: { psql: timed(() => school.session.run(text)), HTTP: overHttp } });
  const [own, bare] = [percentileOf(times.HTTP, 0.95), percentileOf(times.psql, 0.95)];
  console.log(
    `  ${name}, ${who}: ${spreadOf(times.HTTP).median.toFixed(1)} ms, p95 ${own.toFixed(1)} against ${bare.toFixed(1)} ms through psql; ratio ${ratioOf(times.HTTP, times.psql).median.toFixed(2)}${own > AIM_MS ? `; over ${AIM_MS} ms` : ''}`,
  );
  return times;
}

function fail(sentence: string): void {
  console.log(`  ${sentence}`);
  process.exitCode = 1;
}

function judge(what: string, all: readonly Measured[]): void {
  const [own, bare] = [all.flatMap(({ HTTP }) => HTTP), all.flatMap(({ psql }) => psql)].map((times) => percentileOf(times, 0.95)) as [number, number];
  const ratio = own / bare;
  console.log(`${what}: p95 ${own.toFixed(1)} ms against ${bare.toFixed(1)} ms through psql, ${ratio.toFixed(2)} times (at most ${MOST.psql})`);
  if (ratio > MOST.psql) process.exitCode = 1;
}

async function measureCalls(school: School): Promise<void> {
  for (const [name, [dashboard, filters]] of Object.entries(filtersOf(school))) {
    const times: Record<'figures' | 'rows', Measured[]> = { figures: [], rows: [] };
    for (const who of ['head', 'teacher', 'student'] as const) {
      if (who === 'student' && name === 'enrollment') continue;
      const asked: Record<string, Asked> = { everything: {}, ...(who === 'student' ? {} : filters) };
      for (const [what, given] of Object.entries(asked)) {
        if (who === 'teacher' && 'teacher' in given) continue; // the filter is the head's
        for (const [kind, calls] of Object.entries(callsOf(dashboard, given)) as ['figures' | 'rows', Call[]][])
          for (const call of calls)
            times[kind].push(await compare(school, who, `${name}, ${kind}${kind === 'rows' ? ` of ${String(call.asked.figure)}` : ''}, ${what}`, call));
      }
    }
    judge(`${name}, figures`, times.figures);
    judge(`${name}, rows`, times.rows);
  }
  const tables: Measured[] = [];
  for (const [name, call] of Object.entries(tablesOf(school)))
    for (const who of ['head', 'teacher'] as const) tables.push(await compare(school, who, name, call));
  judge('tables beside figures', tables);
}

async function measureExports(school: School): Promise<void> {
  const files: [string, Call][] = (['csv', 'xlsx'] as const).flatMap((format): [string, Call][] => [
    [`50,000 of all who were in lessons as ${format}`, { endpoint: attendanceDashboard.endpoints.export, asked: { figure: 'total_logged_in', format } }],
    [`work that is over due as ${format}`, { endpoint: gradesDashboard.endpoints.export, asked: { figure: 'total_overdue', format } }],
  ]);
  for (const [name, call] of files) {
    const text = ['BEGIN;', ...(await recordStatements(school, 'head', call)), 'COMMIT;'].join('\n');
    const times = await interleave({
      rounds: ROUNDS.long,
      warmUpRounds: 1,
      sides: { psql: timed(() => school.session.run(text)), HTTP: timed(load(school, 'head', call)) },
    });
    printComparison(`a file: ${name}`, times);
  }
}

/** Measures the head's figures and rows of one year, of five and of one alone. */
async function measureYear(five: School, one: School): Promise<void> {
  const asked: Record<string, [DefinedDashboard, Asked]> = {
    enrollment: [enrollmentDashboard as DefinedDashboard, {}],
    assignments: [assignmentsDashboard as DefinedDashboard, { from: lastYear }],
    live: [liveDashboard as DefinedDashboard, { from: lastYear }],
    grades: [gradesDashboard as DefinedDashboard, { startDate: lastYear }],
    attendance: [attendanceDashboard as DefinedDashboard, { start_date: lastYear }],
  };
  for (const [name, [dashboard, filters]] of Object.entries(asked)) {
    for (const [kind, calls] of Object.entries(callsOf(dashboard, filters)) as ['figures' | 'rows', Call[]][]) {
      for (const call of calls) {
        const [alone, ofFive] = [timed(load(one, 'head', call)), timed(load(five, 'head', call))];
        const times = await interleave({ ...roundsOf(await ofFive()), sides: { alone, 'of five': ofFive } });
        const ratio = ratioOf(times['of five'], times.alone).median;
        const what = `${name}, ${kind}${kind === 'rows' ? ` of ${String(call.asked.figure)}` : ''}`;
        console.log(
          `  ${what}: one year of five p95 ${percentileOf(times['of five'], 0.95).toFixed(1)} ms, alone ${percentileOf(times.alone, 0.95).toFixed(1)} ms; ratio ${ratio.toFixed(2)} (at most ${MOST.year})`,
        );
        if (ratio > MOST.year) fail(`${what}: one year takes ${ratio.toFixed(2)} times a year alone`);
      }
    }
  }
}

/**
 * Measures a lesson's answers with dashboard requests, one after the other, and without. The product is a separate
 * process.
 */
async function measureLesson(school: School): Promise<void> {
  const server = startPhones<ToServer, FromServer>('./grade-process.ts', [...serverFlags, '--expose-gc']);
  const phones = startPhones<ToPhones, FromPhones>('./answers-clients.ts');
  try {
    const { url } = await server.ask({ kind: 'start', connection: school.app.connection }, 'running');
    const { tokens } = await server.ask({ kind: 'lesson', students: STUDENTS }, 'made');
    const asked = Object.values(filtersOf(school)).flatMap(([dashboard]) => {
      const { figures, rows } = callsOf(dashboard, {});
      return [...figures, ...rows.slice(0, 1)];
    });
    let next = 0;
    const askNext = async (): Promise<void> => {
      const { path } = toRequest(asked[next++ % asked.length]!);
      await callAs('GET', `${url}/api${path}`, school.tokens[next % 2 === 0 ? 'head' : 'teacher'], { isUnread: true });
    };
    const answer = async (isAsked: boolean): Promise<number> => {
      const { sessionId, choices } = await server.ask({ kind: 'begin' }, 'begun');
      const asking: Promise<void>[] = [];
      const steadily = isAsked ? setInterval(() => asking.push(askNext()), ASKED_EVERY_MS) : undefined;
      const { latenciesMs, failures } = await phones.ask(
        {
          kind: 'answer',
          what: 'answer',
          url,
          sessionId,
          form: 'Form - 1A',
          withinMs: ANSWERS_WITHIN_MS,
          phones: tokens.map((token, index) => ({ token, responseId: choices[index % choices.length]! })),
        },
        'answered',
      );
      clearInterval(steadily);
      await Promise.all(asking);
      if (failures > 0) throw new Error(`${failures} answers were not acknowledged`);
      await server.ask({ kind: 'close' }, 'closed');
      return percentileOf(latenciesMs, 0.99);
    };
    const times = await interleave({
      rounds: LESSON_ROUNDS,
      warmUpRounds: 1,
      sides: { 'no dashboard': () => answer(false), 'dashboards asked': () => answer(true) },
    });
    printComparison(
      `${STUDENTS} answers within ${ANSWERS_WITHIN_MS / 1000} s, a dashboard asked every ${ASKED_EVERY_MS} ms: 99th percentile of an answer in a round`,
      times,
    );
    const { median } = ratioOf(times['dashboards asked'], times['no dashboard']);
    if (median > MOST.answer) fail(`dashboards make an answer take ${median.toFixed(2)} times as long, wanted is at most ${MOST.answer}`);
  } finally {
    server.end();
    phones.end();
  }
}

const psql = findPsql();
if (psql === null) console.log('There is no psql on this machine: nothing to compare with.');
else {
  const postgres = await openTestPostgres(readTestSettings().databaseUrl);
  try {
    await withSchool(postgres, { psql, years: 1 }, (one) =>
      withSchool(postgres, { psql, years: YEARS }, async (five) => {
        const { rows } = await five.client.query<{ answers: number }>('SELECT count(*)::integer AS answers FROM live_posts');
        console.log(
          `${MANY_YEARS.students} students, ${YEARS} years, ${rows[0]?.answers} answers; load of the machine ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`,
        );
        await measureCalls(five);
        await measureExports(five);
        await measureYear(five, one);
        await measureLesson(five);
      }),
    );
  } finally {
    await postgres.stop();
  }
}
