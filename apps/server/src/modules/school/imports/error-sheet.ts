import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { FileAnswer } from '../../../platform/http/index.ts';
import { writeWorkbook, XLSX_TYPE } from '../../../platform/spreadsheets/index.ts';
import { listOutcomes, type OutcomeFilter, type StoredOutcome } from './queries.ts';

const ROWS_AT_ONCE = 1000;

/** A problem at one place in the file, in words. */
export interface ErrorLine {
  column: string;
  value: string;
  remedy: string;
}

/** Writes the findings of an import as a spreadsheet: row, column, value and what to do. */
export function errorSheet<Finding>(
  db: Db,
  importId: number,
  { t, outcome = 'error', linesOf }: { t: Translate<MessageKey>; outcome?: OutcomeFilter; linesOf: (row: StoredOutcome<Finding>) => readonly ErrorLine[] },
): FileAnswer {
  async function* lines(): AsyncGenerator<string[]> {
    for (let after = 0; ; ) {
      const rows = await listOutcomes<Finding>(db, importId, { outcome, limit: ROWS_AT_ONCE, after });
      for (const row of rows) for (const { column, value, remedy } of linesOf(row)) yield [String(row.row_number), column, value, remedy];
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_AT_ONCE) return;
      after = last.row_number;
    }
  }
  const columns = [
    { title: t('import.errors.row'), width: 8 },
    { title: t('import.errors.column'), width: 18 },
    { title: t('import.errors.value'), width: 34 },
    { title: t('import.errors.remedy'), width: 90 },
  ];
  const content = writeWorkbook([{ name: t('import.errors.sheet'), columns, rows: lines() }]);
  return new FileAnswer({ name: `import-${importId}-errors.xlsx`, type: XLSX_TYPE, content });
}
