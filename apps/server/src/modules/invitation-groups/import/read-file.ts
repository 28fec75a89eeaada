import { type GroupAccountColumn, IMPORT_LIMITS } from '@classwright/contract';
import { fieldError } from '../../../platform/errors.ts';
import { MissingColumnsError, readTable, SpreadsheetError, type TableRow } from '../../../platform/xlsx/index.ts';
import { columnsOf } from './columns.ts';

const MOST_TITLES = 8;
const TITLE_CHARACTERS = 40;

/** The rows of a file, in batches. @throws VALIDATION_FAILED at `file` for what is no list of people */
export async function* readGroupRows(bytes: Buffer, { isForOne }: { isForOne: boolean }): AsyncGenerator<TableRow<GroupAccountColumn>[]> {
  let total = 0;
  try {
    for await (const rows of readTable(bytes, columnsOf({ isForOne }))) {
      total += rows.length;
      if (total > IMPORT_LIMITS.maxRows) throw new SpreadsheetError('too_large');
      yield rows;
    }
  } catch (error) {
    throw toFieldError(error);
  }
  if (total === 0) throw fieldError('file', 'import.file.nothing');
}

function toFieldError(error: unknown): unknown {
  if (error instanceof SpreadsheetError) return fieldError('file', `import.file.${error.problem}`, { max: IMPORT_LIMITS.maxRows });
  if (!(error instanceof MissingColumnsError)) return error;
  const found = error.found.slice(0, MOST_TITLES).map((title) => title.trim().slice(0, TITLE_CHARACTERS));
  return fieldError('file', 'import.file.columns', { missing: error.missing.join(', '), found: found.join(', ') });
}
