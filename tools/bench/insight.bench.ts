import { readFileSync } from 'node:fs';
import {
  attendanceStudents,
  attentionClasses,
  attentionList,
  type Endpoint,
  homeGet,
  homeMonday,
  ideaTable,
  nextQuestions,
  suggestWorks,
} from '@classwright/contract';
import { updateSums } from '@classwright/server/modules/overview/dashboards/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn, type TestApp } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { giveRights } from '@classwright/server/testing/rights';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { serverFlags } from '../scripts/lib/server-flags.mjs';
import type { FromPhones, ToPhones } from './answers-clients.ts';
import type { FromServer, ToServer } from './grade-process.ts';
import { interleave, percentileOf, printComparison, ratioOf, spreadOf } from './lib.ts';
import { manyIdeas } from './many-ideas.ts';
import { MANY_YEARS, manyYears } from './many-years.ts';
import { call as callAs } from './phone-line.ts';
import { startPhones } from './phones.ts';
import { findPsql, PsqlSession } from './psql.ts';
import { toPsql } from './recorded-statements.ts';

/**
 * Measures Monday, Ideas and Attention in a school of 5,000 students with five years of lessons and 2,000,000 answers:
 * for a teacher of six classes, for a head who sees the school and for an Admin, over HTTP in turns with the same
 * statements through one open psql; and a lesson's answers while these pages are asked for, and while they are not. Also
 * works searched by title and the attendance table of the whole school. Exits with 1 when a teacher's call takes more
 * than 1.5 times as long as psql or 50 ms more (medians), a whole school's more than 150 ms, or an answer (p99) 1.2
 * times one without these calls.
 */
const YEARS = 5;
const TEACHER_CLASSES = 6;
const ROUNDS = { usual: 15, long: 5 };
const LONG_MS = 150;
const LESSON_ROUNDS = 6;
const STUDENTS = 200;
const ANSWERS_WITHIN_MS = 4000;
/** The interval of these calls during a lesson, one after the other. */
const ASKED_EVERY_MS = 400;
const MOST = { ratio: 1.5, moreMs: 50, schoolMs: 150, answer: 1.2 };

type Who = 'teacher' | 'head' | 'Admin';
type Query = Record<string, string | number>;
interface Call {
  name: string;
  who: Who;
  endpoint: Endpoint;
  query: Query;
}
interface School {
  app: TestApp;
  url: string;
  session: PsqlSession;
  tokens: Record<Who, string>;
  calls: Call[];
}

/** Returns a call as a browser sends it: its values in the address, or with POST in the body. */
function requestOf({ endpoint, query }: Pick<Call, 'endpoint' | 'query'>): { path: string; init: RequestInit } {
  if (endpoint.method === 'POST')
    return { path: endpoint.path, init: { method: 'POST', body: JSON.stringify(query), headers: { 'content-type': 'application/json' } } };
  const values = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]));
  return { path: `${endpoint.path}?${values}`, init: {} };
}

const timed = (once: () => Promise<unknown>) => async (): Promise<number> => {
  const startedAt = performance.now();
  await once();
  return performance.now() - startedAt;
};

function fail(sentence: string): void {
  console.log(`  ${sentence}`);
  process.exitCode = 1;
}

const callsOf = (classId: number): Call[] => [
  { name: 'Home', who: 'teacher', endpoint: homeGet, query: {} },
  { name: 'Monday', who: 'teacher', endpoint: homeMonday, query: {} },
  { name: 'Ideas', who: 'teacher', endpoint: ideaTable, query: {} },
  { name: 'Ideas of a class', who: 'teacher', endpoint: ideaTable, query: { class_id: classId } },
  { name: 'the next question', who: 'teacher', endpoint: nextQuestions, query: { class_id: classId } },
  { name: 'Attention, own classes', who: 'teacher', endpoint: attentionClasses, query: {} },
  { name: 'Attention, one class', who: 'teacher', endpoint: attentionList, query: { course_id: classId } },
  { name: 'works by title', who: 'teacher', endpoint: suggestWorks, query: { query: 'homework 7' } },
  { name: 'Monday', who: 'head', endpoint: homeMonday, query: {} },
  { name: 'attendance of students', who: 'head', endpoint: attendanceStudents, query: {} },
  { name: 'attendance of students, by a figure', who: 'head', endpoint: attendanceStudents, query: { sort: 'logged_in', direction: 'desc' } },
  { name: 'Monday', who: 'Admin', endpoint: homeMonday, query: {} },
  { name: 'Ideas', who: 'Admin', endpoint: ideaTable, query: {} },
  { name: 'the next question', who: 'Admin', endpoint: nextQuestions, query: { class_id: classId } },
  { name: 'works by title', who: 'Admin', endpoint: suggestWorks, query: { query: 'homework 7' } },
];

async function compare({ app, url, session, tokens }: School, call: Call): Promise<void> {
  const token = tokens[call.who];
  const statements = await app.recordStatements(async () => {
    const { status, body } = await app.call(call.endpoint, { [call.endpoint.method === 'POST' ? 'body' : 'query']: call.query }, { token });
    if (status !== 200) throw new Error(`${call.name}: ${status} ${JSON.stringify(body)}`);
  });
  const text = statements.map(toPsql).join('\n');
  const load = timed(async () => {
    const { path, init } = requestOf(call);
    const reply = await fetch(`${url}/api${path}`, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}`, prefer: 'return=minimal' } });
    if (!reply.ok) throw new Error(`${call.name}: ${reply.status} ${await reply.text()}`);
    return reply.arrayBuffer();
  });
  const isLong = (await load()) > LONG_MS;
  const times = await interleave({
    rounds: isLong ? ROUNDS.long : ROUNDS.usual,
    warmUpRounds: isLong ? 1 : 3,
    sides: { psql: timed(() => session.run(text)), HTTP: load },
  });
  const [own, bare] = [spreadOf(times.HTTP).median, spreadOf(times.psql).median];
  const ratio = ratioOf(times.HTTP, times.psql).median;
  const what = `${call.name}, ${call.who}`;
  console.log(
    `  ${what}: ${own.toFixed(1)} ms (p95 ${percentileOf(times.HTTP, 0.95).toFixed(1)}) against ${bare.toFixed(1)} ms through psql; ${ratio.toFixed(2)} times, ${(own - bare).toFixed(1)} ms more; ${statements.length} statements`,
  );
  if (call.who === 'teacher' && (ratio > MOST.ratio || own - bare > MOST.moreMs)) fail(`${what}: at most ${MOST.ratio} times and ${MOST.moreMs} ms more`);
  if (call.who !== 'teacher' && own > MOST.schoolMs) fail(`${what}: at most ${MOST.schoolMs} ms`);
}

/** Measures a lesson's answers while these pages are asked for and while they are not. The product is a separate process. */
async function measureLesson({ app, tokens, calls }: School): Promise<void> {
  const server = startPhones<ToServer, FromServer>('./grade-process.ts', [...serverFlags, '--expose-gc']);
  const phones = startPhones<ToPhones, FromPhones>('./answers-clients.ts');
  try {
    const { url } = await server.ask({ kind: 'start', connection: app.connection }, 'running');
    const { tokens: students } = await server.ask({ kind: 'lesson', students: STUDENTS }, 'made');
    const asked = calls.filter(({ endpoint }) => endpoint.method === 'GET');
    let next = 0;
    const askNext = async (): Promise<void> => {
      const call = asked[next++ % asked.length]!;
      await callAs('GET', `${url}/api${requestOf(call).path}`, tokens[call.who], { isUnread: true });
    };
    const answer = async (isAsked: boolean): Promise<number> => {
      const { sessionId, choices } = await server.ask({ kind: 'begin' }, 'begun');
      const asking: Promise<void>[] = [];
      const steadily = isAsked ? setInterval(() => asking.push(askNext()), ASKED_EVERY_MS) : undefined;
      const given = students.map((token, index) => ({ token, responseId: choices[index % choices.length]! }));
      const { latenciesMs, failures } = await phones.ask(
        { kind: 'answer', what: 'answer', url, sessionId, form: 'Form - 1A', withinMs: ANSWERS_WITHIN_MS, phones: given },
        'answered',
      );
      clearInterval(steadily);
      await Promise.all(asking);
      if (failures > 0) throw new Error(`${failures} answers were not acknowledged`);
      await server.ask({ kind: 'close' }, 'closed');
      return percentileOf(latenciesMs, 0.99);
    };
    const times = await interleave({ rounds: LESSON_ROUNDS, warmUpRounds: 1, sides: { 'no page': () => answer(false), 'pages asked': () => answer(true) } });
    printComparison(
      `${STUDENTS} answers within ${ANSWERS_WITHIN_MS / 1000} s, a page asked every ${ASKED_EVERY_MS} ms: 99th percentile of an answer in a round`,
      times,
    );
    const { median } = ratioOf(times['pages asked'], times['no page']);
    if (median > MOST.answer) fail(`these pages make an answer take ${median.toFixed(2)} times as long, wanted is at most ${MOST.answer}`);
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
    await withMigratedDatabase(postgres, async (client, connection) => {
      await client.query(movableClock);
      const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
      const scenario = createScenario(app);
      const schoolId = await scenario.school();
      for (const statement of manyYears(schoolId, YEARS)) await client.query(statement);
      const { rows } = await client.query<{ class: number; teacher: number }>(
        `SELECT id::integer AS class, owner_id::integer AS teacher FROM courses WHERE course_state = 'ACTIVE' AND name = 'Class ${MANY_YEARS.classesPerYear - 1}'`,
      );
      const { class: classId, teacher } = rows[0]!;
      await client.query(
        `INSERT INTO course_members (course_id, account_id, role, joined_at)
         SELECT id, $1, 'TEACHER', created_at FROM courses WHERE course_state = 'ACTIVE' AND owner_id <> $1 ORDER BY id
          LIMIT $2 - (SELECT count(*) FROM courses WHERE course_state = 'ACTIVE' AND owner_id = $1)`,
        [teacher, TEACHER_CLASSES],
      );
      for (const statement of manyIdeas(schoolId, teacher)) await client.query(statement);
      await updateSums(app.db); // as the job does every five minutes
      const head = await scenario.person('teachers', schoolId);
      await giveRights(app.db, head.accountId, ['dashboards:view-school']);
      const admin = await scenario.person('admin', null);
      // the lesson's process makes people with the same addresses
      await client.query("UPDATE accounts SET email = 'bench-' || email, email_key = 'bench-' || email_key WHERE id = ANY ($1)", [
        [head.accountId, admin.accountId],
      ]);
      const session = new PsqlSession(psql, connection);
      await session.run('VACUUM ANALYZE;');
      const { rows: counted } = await client.query<{ answers: number }>('SELECT count(*)::integer AS answers FROM live_posts');
      console.log(
        `${MANY_YEARS.students} students, ${YEARS} years, ${counted[0]?.answers} answers; load of the machine ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`,
      );
      const tokens = { teacher: await app.signIn(teacher), head: await app.signIn(head.accountId), Admin: await app.signIn(admin.accountId) };
      const school: School = { app, session, url: await app.listen(), tokens, calls: callsOf(classId) };
      for (const call of school.calls) await compare(school, call);
      if (!process.argv.includes('quick')) await measureLesson(school);
      session.end();
      await app.close();
    });
  } finally {
    await postgres.stop();
  }
}
