import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type QuestionContent, questionList } from '@classwright/contract';
import { createImportedQuestions, type ImportAuthor } from '@classwright/server/modules/bank/questions/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { inTransaction } from '@classwright/server/platform/database/index';
import { buildAppOn, type TestApp } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario, type TestPerson } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import pg from 'pg';
import { makeLists, readBank, toContent } from './bank-of-questions.ts';
import { importFile, toSheet } from './import-files.ts';
import { interleave, printComparison, ratioOf } from './lib.ts';
import { findPsql, PsqlSession } from './psql.ts';
import { trialQuestions } from './trial-questions.ts';

/**
 * Measures a bank of 60,000 questions, and of 50,000 more from spreadsheets if TRIAL_DATA has real ones: creating
 * 10,000 of them in one batch against a bare COPY of the same rows into the same tables, and a page of the list and of
 * its searches over HTTP against the statements of that call through one open psql. Exits with 1 when creating them
 * takes more than 3 times as long, or the 95th percentile of list or search more than 1.5.
 */
const IMPORTED = 10_000;
/** Each round creates 10,000 questions and copies their rows once more. */
const IMPORT_ROUNDS = 3;
const QUESTIONS = 2 * IMPORT_ROUNDS * IMPORTED;
/** With TRIAL_DATA the bank grows by this many questions from spreadsheets before it is searched. */
const IMPORTED_FROM_FILES = 50_000;
const ROUNDS = 60;
const MOST = 1.5;
const MOST_IMPORT = 3;

interface Case {
  kind: 'list' | 'search';
  query: Record<string, string>;
}

const cases = (subjectId: number, gradeId: number): Record<string, Case> => ({
  'first page': { kind: 'list', query: {} },
  'page 1,000': { kind: 'list', query: { page: '1000' } },
  'one subject': { kind: 'list', query: { question_subject_id: String(subjectId) } },
  'subject, grade and status': { kind: 'list', query: { question_subject_id: String(subjectId), question_grade_id: String(gradeId), status: 'Approved ?' } },
  'a tag': { kind: 'list', query: { tag: 'set 7' } },
  'two words': { kind: 'search', query: { search_text: 'energy light' } },
  'the beginning of a word': { kind: 'search', query: { search_text: 'accel' } },
  'a misspelt word': { kind: 'search', query: { search_text: 'photosinthesis' } },
  'a word of very many': { kind: 'search', query: { search_text: 'the' } },
  'a word within a subject': { kind: 'search', query: { search_text: 'value', question_subject_id: String(subjectId) } },
  nothing: { kind: 'search', query: { search_text: 'qqqqqqqq' } },
});

/** The bank's tables in the order in which they can be filled, each with its columns that are ids of new rows. */
const TABLES: [table: string, rowsFrom: (first: number) => string, ids: string[]][] = [
  ['questions', (first) => `id >= ${first}`, ['id', 'current_version_id']],
  ['question_search', (first) => `question_id >= ${first}`, ['question_id']],
  ['question_versions', (first) => `question_id >= ${first}`, ['id', 'question_id']],
  ['question_responses', (first) => `question_version_id IN (SELECT id FROM question_versions WHERE question_id >= ${first})`, ['id', 'question_version_id']],
  ['question_tags', (first) => `question_id >= ${first}`, ['question_id']],
];
/** The start of the ids of copied rows, beyond any sequence. Each round's are this far from the last one's. */
const COPIED_FROM = 1_000_000_000;
const ROUND_APART = 1_000_000;

/**
 * Measures questions created in one batch, and the same rows once more by COPY, in turns. Returns whether that is fast
 * enough.
 */
async function measureImport(app: TestApp, session: PsqlSession, author: ImportAuthor, contentsOf: (round: number) => QuestionContent[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-bench-'));
  const times: { import: number[]; COPY: number[] } = { import: [], COPY: [] };
  let growth = 0;
  for (let round = 0; round < IMPORT_ROUNDS; round += 1) {
    const contents = contentsOf(round);
    const before = process.memoryUsage.rss();
    let startedAt = performance.now();
    const [first] = await inTransaction(app.db, (tx) => createImportedQuestions(tx, author, contents));
    times.import.push(performance.now() - startedAt);
    growth = Math.max(growth, process.memoryUsage.rss() - before);
    const shift = COPIED_FROM + round * ROUND_APART;
    for (const [table, rowsFrom, ids] of TABLES)
      await session.run(
        `CREATE TEMP TABLE copied AS SELECT * FROM ${table} WHERE ${rowsFrom(first as number)} AND ${ids[0]} < ${COPIED_FROM};
         UPDATE copied SET ${ids.map((id) => `${id} = ${id} + ${shift}`).join(', ')};\n\\copy copied TO '${folder}/${table}'\nDROP TABLE copied;`,
      );
    await session.run('CHECKPOINT;');
    startedAt = performance.now();
    await session.run(`BEGIN;\n${TABLES.map(([table]) => `\\copy ${table} FROM '${folder}/${table}'`).join('\n')}\nCOMMIT;`);
    times.COPY.push(performance.now() - startedAt);
    await session.run('CHECKPOINT;');
  }
  rmSync(folder, { recursive: true });
  printComparison(`${IMPORTED.toLocaleString('en')} questions at once`, { COPY: times.COPY, import: times.import });
  const { median } = ratioOf(times.import, times.COPY);
  console.log(`  ${median.toFixed(2)} times a bare COPY (at most ${MOST_IMPORT}); memory grew by at most ${(growth / 1024 / 1024).toFixed(0)} MB`);
  return median <= MOST_IMPORT;
}

/** Imports questions of TRIAL_DATA as spreadsheets with the product's own importer. Returns their number. */
async function importBank(app: TestApp, admin: TestPerson, trialData: string | null, filedUnder: object): Promise<number> {
  let made = 0;
  for (; made < IMPORTED_FROM_FILES; made += IMPORTED) {
    const questions = trialQuestions(trialData, IMPORTED, made);
    if (questions.length === 0) return made;
    await importFile(app, admin, await toSheet(questions), IMPORTED, filedUnder);
  }
  return made;
}

/** Records the statements about questions that this process sends, while it is on. */
function recordStatements(): { during: (work: () => Promise<unknown>) => Promise<string[]> } {
  const original = pg.Client.prototype.query as (...parts: unknown[]) => unknown;
  let recorded: string[] | null = null;
  pg.Client.prototype.query = function record(this: pg.Client, ...parts: unknown[]) {
    const [first, second] = parts as [string | { text?: string; values?: unknown[] }, unknown];
    const text = typeof first === 'string' ? first : first.text;
    const values = typeof first === 'string' ? (Array.isArray(second) ? second : []) : (first.values ?? []);
    if (recorded && text && /question_|questions/.test(text)) recorded.push(toText(text, values));
    return original.apply(this, parts);
  } as typeof pg.Client.prototype.query;
  return {
    async during(work) {
      recorded = [];
      await work();
      const statements = recorded;
      recorded = null;
      return statements;
    },
  };
}

const toText = (text: string, values: readonly unknown[]): string =>
  `${text.replaceAll(/\$(\d+)/g, (_, number: string) => toLiteral(values[Number(number) - 1]))};`;
function toLiteral(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `ARRAY[${value.map(toLiteral).join(', ')}]`;
  return pg.escapeLiteral(String(value));
}

const percentile = (times: readonly number[], share: number): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;

const psql = findPsql();
if (psql === null) console.log('There is no psql on this machine: nothing to compare with.');
else {
  const settings = readTestSettings();
  if (settings.trialData === null) console.log('TRIAL_DATA is not set: the questions are made up.');
  const postgres = await openTestPostgres(settings.databaseUrl);
  try {
    await withMigratedDatabase(postgres, async (client, connection) => {
      await client.query(movableClock);
      const statements = recordStatements();
      const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
      const scenario = createScenario(app);
      const schoolId = await scenario.school();
      const teacher = await scenario.person('teachers', schoolId);
      const author: ImportAuthor = { accountId: teacher.accountId, schoolId, status: 0, teacherStatus: 1 };
      const session = new PsqlSession(psql, connection);
      const bank = await readBank(settings.trialData, IMPORT_ROUNDS * IMPORTED);
      const lists = await makeLists(app, bank);
      const contents = (from: number, to: number) => bank.slice(from, to).map((question, index) => toContent(question, from + index, lists));
      const round = (number: number) => contents(number * IMPORTED, (number + 1) * IMPORTED);
      if (!(await measureImport(app, session, author, round))) process.exitCode = 1;
      const { subject: anySubject, gradeLevel: anyGrade, topic } = bank[0] as (typeof bank)[number];
      // A published question names them all.
      const filedUnder = {
        question_subject_id: lists.subject(anySubject),
        question_grade_id: lists.grade(anyGrade ?? 'any'),
        topic_id: lists.topic(topic ?? anySubject),
        standard_id: lists.standard(0),
      };
      const size = QUESTIONS + (await importBank(app, await scenario.person('admin', null), settings.trialData, filedUnder));
      await session.run('VACUUM ANALYZE;');

      const url = await app.listen();
      const all = { list: { psql: [] as number[], HTTP: [] as number[] }, search: { psql: [] as number[], HTTP: [] as number[] } };
      const { subject, gradeLevel } = bank[0] as (typeof bank)[number];
      for (const [name, { kind, query }] of Object.entries(cases(lists.subject(subject), lists.grade(gradeLevel ?? 'any')))) {
        const token = await app.signIn(teacher.accountId); // one alone would ask too often
        const call = async () => {
          const reply = await fetch(`${url}/api${questionList.path}?${new URLSearchParams(query)}`, { headers: { authorization: `Bearer ${token}` } });
          if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
          return reply.text(); // psql does not take its answer apart either
        };
        const { total } = (JSON.parse(await call()) as { pagination: { total: number } }).pagination;
        const same = (await statements.during(call)).join('\n');
        const timed = (work: () => Promise<unknown>) => async () => {
          const startedAt = performance.now();
          await work();
          return performance.now() - startedAt;
        };
        const times = await interleave({ rounds: ROUNDS, warmUpRounds: 8, sides: { psql: timed(() => session.run(same)), HTTP: timed(call) } });
        printComparison(`${size.toLocaleString('en')} questions, ${name}: ${total.toLocaleString('en')} found`, times);
        all[kind].psql.push(...times.psql);
        all[kind].HTTP.push(...times.HTTP);
      }
      for (const [kind, times] of Object.entries(all)) {
        const [own, bare] = [percentile(times.HTTP, 0.95), percentile(times.psql, 0.95)];
        console.log(
          `${kind}, all cases: 95th percentile ${own.toFixed(2)} ms against ${bare.toFixed(2)} ms through psql, ${(own / bare).toFixed(2)} times (at most ${MOST})`,
        );
        if (own > MOST * bare) process.exitCode = 1;
      }
      session.end();
      await app.close();
    });
  } finally {
    await postgres.stop();
  }
}
