import { type AccountColumn, IMPORT_LIMITS } from '@classwright/contract';
import { cleanedText } from '@classwright/rules/text/cleaned';
import type { Db } from '../../../platform/database/index.ts';
import { fieldError } from '../../../platform/errors.ts';
import { DuplicateColumnError, MissingColumnsError, readTable, SpreadsheetError, type TableRow } from '../../../platform/spreadsheets/index.ts';
import { createTurns } from '../../../platform/workers/index.ts';
import { toEmailKey } from '../../people/accounts/index.ts';
import { accountColumns } from './columns.ts';
import { type JudgedRow, judgeRow } from './judge-row.ts';
import type { Lookups } from './lookups.ts';
import { listHolders } from './queries.ts';

const BATCH_ROWS = 1000;

/**
 * Yields the outcome of every row of a file, in batches. Holds one batch and the addresses seen so far. @throws
 * VALIDATION_FAILED at `file` if it is not a list of people
 */
export async function* checkFile(db: Db, bytes: Buffer, lookups: Lookups): AsyncGenerator<JudgedRow[]> {
  const firstRows = new Map<string, number>();
  const turn = createTurns();
  for await (const batch of readBatches(bytes)) {
    const keys = batch.map(({ values }) => toEmailKey(cleanedText(values.email))).filter((key) => !key.includes('\u0000') && key.isWellFormed());
    const holders = await listHolders(db, keys);
    const judged: JudgedRow[] = [];
    for (const row of batch) {
      judged.push(judgeRow(row, { lookups, holders, firstRows }));
      await turn();
    }
    yield judged;
  }
}

/** Checks from its first rows that a file can be read as a list of people. @throws VALIDATION_FAILED at `file` */
export async function requireReadable(bytes: Buffer): Promise<void> {
  for await (const _ of readBatches(bytes, 1)) return;
}

async function* readBatches(bytes: Buffer, size = BATCH_ROWS): AsyncGenerator<TableRow<AccountColumn>[]> {
  let pending: TableRow<AccountColumn>[] = [];
  let total = 0;
  try {
    for await (const rows of readTable(bytes, accountColumns)) {
      total += rows.length;
      if (total > IMPORT_LIMITS.maxRows) throw new SpreadsheetError('too_large');
      pending = pending.length === 0 ? rows : pending.concat(rows);
      if (pending.length < size) continue;
      yield pending;
      pending = [];
    }
  } catch (error) {
    throw toFieldError(error);
  }
  if (pending.length > 0) yield pending;
  if (total === 0) throw fieldError('file', 'import.file.nothing');
}

const MOST_TITLES = 8;
const TITLE_CHARACTERS = 40;

/** Turns an error from reading a list of people into a message at the field. */
export function toFieldError(error: unknown): unknown {
  if (error instanceof SpreadsheetError) return fieldError('file', `import.file.${error.problem}`, { max: IMPORT_LIMITS.maxRows });
  if (error instanceof DuplicateColumnError) return fieldError('file', 'import.file.columnTwice', { titles: shorten(error.titles) });
  if (!(error instanceof MissingColumnsError)) return error;
  return fieldError('file', 'import.file.columns', { missing: error.missing.join(', '), found: shorten(error.found) });
}

const shorten = (titles: readonly string[]): string =>
  titles
    .slice(0, MOST_TITLES)
    .map((title) => title.trim().slice(0, TITLE_CHARACTERS))
    .join(', ');
