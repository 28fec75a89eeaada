import { type GroupAccountColumn, IMPORT_LIMITS } from '@classwright/contract';
import { fieldError } from '../../../../platform/errors.ts';
import { readTable, SpreadsheetError, type TableRow } from '../../../../platform/spreadsheets/index.ts';
import { toTableFieldError } from '../../../school/imports/index.ts';
import { columnsOf } from './columns.ts';

/** Yields the rows of a file, in batches. @throws VALIDATION_FAILED at `file` if it is not a list of people */
export async function* readGroupRows(bytes: Buffer, { isForOne }: { isForOne: boolean }): AsyncGenerator<TableRow<GroupAccountColumn>[]> {
  let total = 0;
  try {
    for await (const rows of readTable(bytes, columnsOf({ isForOne }))) {
      total += rows.length;
      if (total > IMPORT_LIMITS.maxRows) throw new SpreadsheetError('too_large');
      yield rows;
    }
  } catch (error) {
    throw toTableFieldError(error);
  }
  if (total === 0) throw fieldError('file', 'import.file.nothing');
}
