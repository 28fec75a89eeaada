import { IMPORT_LIMITS } from '@classwright/contract';
import { fieldError } from '../../../platform/errors.ts';
import {
  DuplicateColumnError,
  MissingColumnsError,
  readTable,
  SpreadsheetError,
  type TableColumn,
  type TableRow,
} from '../../../platform/spreadsheets/index.ts';

/**
 * Yields the rows of a spreadsheet with these columns, in batches of at least `size`, except the last. @throws
 * VALIDATION_FAILED at `file` if it is no such list, is too long or has no rows
 */
export async function* readTableRows<const Columns extends readonly TableColumn[]>(
  bytes: Buffer,
  columns: Columns,
  size = 1,
): AsyncGenerator<TableRow<Columns[number]['key']>[]> {
  let pending: TableRow<Columns[number]['key']>[] = [];
  let total = 0;
  try {
    for await (const rows of readTable(bytes, columns)) {
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

/** Turns an error from reading a spreadsheet into a message at the field. */
function toFieldError(error: unknown): unknown {
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

/** Replaces the characters of a text that a database cannot store. */
export const toStorable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();

/** Reports the reason why a cell's text cannot be imported at all. `length`: the number of characters that count. */
export function blameCell(
  text: string,
  { max, length = text.length, isBroken }: { max: number; length?: number; isBroken: boolean },
  blame: (message: 'broken' | 'tooLong' | 'characters', params?: { max: number }) => void,
): void {
  if (isBroken) blame('broken');
  else if (length > max) blame('tooLong', { max });
  else if (text.includes('\u0000') || !text.isWellFormed()) blame('characters');
}
