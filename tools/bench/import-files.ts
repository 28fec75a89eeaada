import { importQuestions, importQuestionsGet } from '@classwright/contract';
import { writeWorkbook } from '@classwright/server/platform/spreadsheets/index';
import type { TestApp } from '@classwright/server/testing/build-app';
import type { TestPerson } from '@classwright/server/testing/scenario';
import { SHEET_TITLES, toRow, type TrialQuestion } from './trial-questions.ts';

export interface ImportFile {
  name: string;
  bytes: Buffer;
}

/** Writes questions to a spreadsheet in the format of the product's template. */
export async function toSheet(questions: readonly TrialQuestion[]): Promise<ImportFile> {
  const columns = SHEET_TITLES.map((title) => ({ title, width: 20 }));
  const bytes = Buffer.concat((await writeWorkbook([{ name: 'Questions', columns, rows: questions.map(toRow) }]).toArray()) as Buffer[]);
  return { name: 'questions.xlsx', bytes };
}

/**
 * Imports a file as an administrator does, from the upload to the last row. Returns the time it took. @throws unless
 * `count` were imported
 */
export async function importFile(app: TestApp, admin: TestPerson, file: ImportFile, count: number, options: object = {}): Promise<number> {
  const startedAt = performance.now();
  const started = await admin.call(importQuestions, { file, body: options }, { token: await app.signIn(admin.accountId) });
  if (started.status !== 201) throw new Error(JSON.stringify(started.body));
  await app.server.jobs.runDue();
  const ms = performance.now() - startedAt;
  const done = await admin.call(importQuestionsGet, { params: { id: started.body.import.id } });
  if (done.body.import.created_count !== count) throw new Error(JSON.stringify([done.body.import, done.body.errors?.slice(0, 3)]));
  return ms;
}
