import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { importFile, type ImportFile, toSheet } from './import-files.ts';
import { measureGrowth, interleave, printComparison, ratioOf } from './lib.ts';
import { findPsql, PsqlSession } from './psql.ts';
import { toGift, trialQuestions } from './trial-questions.ts';

/**
 * Imports 10,000 real questions from a spreadsheet and from GIFT: from the upload to the last row, with search, tags,
 * audit trail and row reports, against a bare COPY of all imported rows into the same tables. Exits with 1 below a
 * third of that speed, or when a file makes the process grow by more than 250 MB.
 */
const QUESTIONS = 10_000;
const ROUNDS = 5;
const MOST_TIMES = 3;
const MOST_BYTES = 250_000_000;
/** Larger than any id of an import here. */
const ID_STEP = 10_000_000;

type Format = 'xlsx' | 'GIFT';

/** The tables that an import fills, referenced ones first, with the columns that get new ids. */
const TABLES = [
  { name: 'questions', ids: ['id', 'current_version_id'] },
  { name: 'question_versions', ids: ['id', 'question_id'] },
  { name: 'question_responses', ids: ['id', 'question_version_id'] },
  { name: 'question_search', ids: ['question_id'] },
  { name: 'question_tags', ids: ['question_id'] },
  { name: 'question_words', ids: [] },
  { name: 'import_rows', ids: ['import_id', 'question_id'] },
  { name: 'audit_entries', ids: ['id'] },
] as const;

const settings = readTestSettings();
const psql = findPsql();
const folder = mkdtempSync(join(tmpdir(), 'classwright-bench-'));
const hasQuestions = trialQuestions(settings.trialData, 1).length > 0;
const postgres = psql === null || !hasQuestions ? null : await openTestPostgres(settings.databaseUrl);
if (!hasQuestions) console.log('TRIAL_DATA is not set: there are no real questions to import.');
else if (psql === null || postgres === null) console.log('There is no psql on this machine: nothing to compare with.');
else {
  try {
    await withMigratedDatabase(postgres, async (client, connection) => {
      await client.query(movableClock);
      await client.query("INSERT INTO schools (school_name) VALUES ('Riverside')");
      const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
      const admin = await createScenario(app).person('admin', null);
      const session = new PsqlSession(psql, connection);
      let made = 0;
      let copies = 0;

      async function fileOf(format: Format): Promise<ImportFile> {
        const questions = trialQuestions(settings.trialData, QUESTIONS, made);
        made += QUESTIONS;
        return format === 'xlsx' ? toSheet(questions) : { name: 'questions.gift', bytes: toGift(questions) };
      }

      const bring = (file: ImportFile): Promise<number> => importFile(app, admin, file, QUESTIONS);

      /** Copies the rows of the newest import with new ids and words. */
      async function setAside(): Promise<void> {
        copies += 1;
        const step = copies * ID_STEP;
        const { id, xmin } = (
          await client.query('SELECT import_id AS id, xmin::text FROM import_rows WHERE import_id < $1 ORDER BY import_id DESC LIMIT 1', [ID_STEP])
        ).rows[0];
        await client.query("INSERT INTO imports (id, account_id, kind, file_name, status) VALUES ($1, $2, 'question', 'copy', 'finished')", [
          Number(id) + step,
          admin.accountId,
        ]);
        for (const { name, ids } of TABLES) {
          const { rows } = await client.query(
            'SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum',
            [name],
          );
          const columns = rows.map(({ attname: column }) =>
            (ids as readonly string[]).includes(column) ? `${column} + ${step}` : column === 'word' ? `word || '${copies}'` : `"${column}"`,
          );
          await session.run(`\\copy (SELECT ${columns.join(', ')} FROM ${name} WHERE xmin::text = '${xmin}') TO '${join(folder, name)}'`);
        }
      }

      async function copyAside(): Promise<number> {
        await setAside();
        const startedAt = performance.now();
        await session.run(`BEGIN;\n${TABLES.map(({ name }) => `\\copy ${name} FROM '${join(folder, name)}'`).join('\n')}\nCOMMIT;`);
        return performance.now() - startedAt;
      }

      for (const format of ['xlsx', 'GIFT'] as const) {
        const times = await interleave({ rounds: ROUNDS, warmUpRounds: 1, sides: { import: async () => bring(await fileOf(format)), COPY: copyAside } });
        printComparison(`${QUESTIONS.toLocaleString('en')} questions from ${format}`, times);
        const { median } = ratioOf(times.import, times.COPY);
        const file = await fileOf(format);
        const bytes = await measureGrowth(() => bring(file));
        console.log(
          `  the import has ${(100 / median).toFixed(0)}% of the speed (at least ${(100 / MOST_TIMES).toFixed(0)}%); the process grew by ${(bytes / 1e6).toFixed(0)} MB for a file of ${(file.bytes.length / 1e6).toFixed(1)} MB (at most ${MOST_BYTES / 1e6})`,
        );
        if (median > MOST_TIMES || bytes > MOST_BYTES) process.exitCode = 1;
      }
      session.end();
      await app.close();
    });
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
