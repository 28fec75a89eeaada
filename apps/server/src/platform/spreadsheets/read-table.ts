import { createWorkers, WorkFailedError, WorkLimitError } from '../workers/index.ts';
import { SpreadsheetError, type SpreadsheetProblem } from './spreadsheet-error.ts';
import { DuplicateColumnError, MissingColumnsError, type TableColumn, type TableRow } from './table.ts';

const workers = createWorkers<{ bytes: Uint8Array; columns: readonly TableColumn[] }, TableRow<string>[]>(new URL('./table-worker.ts', import.meta.url));

/**
 * Runs `parseTable` in a separate thread, which is ended when a file costs more than honest ones. @throws
 * SpreadsheetError, MissingColumnsError, DuplicateColumnError
 */
export async function* readTable<const Columns extends readonly TableColumn[]>(
  bytes: Buffer,
  columns: Columns,
): AsyncGenerator<TableRow<Columns[number]['key']>[]> {
  const running = await workers.begin({ bytes, columns: columns });
  try {
    yield* running.batches() as AsyncGenerator<TableRow<Columns[number]['key']>[]>;
  } catch (error) {
    throw toTableError(error);
  } finally {
    await running.end();
  }
}

/** Returns an error of the thread as its original class. */
export function toTableError(error: unknown): unknown {
  if (error instanceof WorkLimitError) return new SpreadsheetError('too_costly', error);
  if (!(error instanceof WorkFailedError)) return error;
  const { problem, missing, found, titles } = error.details;
  if (error.name === 'SpreadsheetError') return new SpreadsheetError(problem as SpreadsheetProblem, error);
  if (error.name === 'ColumnTwiceError') return new DuplicateColumnError(titles as string[]);
  return error.name === 'MissingColumnsError' ? new MissingColumnsError(missing as string[], found as string[]) : error;
}
