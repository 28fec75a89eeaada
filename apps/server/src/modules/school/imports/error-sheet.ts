import type { MessageKey, Translate } from '@classwright/contract';
import { FileAnswer } from '../../../platform/http/index.ts';
import { writeWorkbook, XLSX_TYPE } from '../../../platform/spreadsheets/index.ts';

const ROWS_AT_ONCE = 1000;

/** A problem at one place in the file, in words. */
export interface ErrorLine {
  column: string;
  value: string;
  remedy: string;
}

interface ErrorSheet<Row> {
  t: Translate<MessageKey>;
  /** The file's name without its extension. */
  name: string;
  /** The columns that say where in the file a problem is; by default the row's number. */
  places?: readonly { title: string; width: number }[];
  /** Returns the rows after a number, at most this many. */
  list: (after: number, limit: number) => Promise<readonly Row[]>;
  numberOf: (row: Row) => number;
  /** Returns the cells of `places` for a row; by default its number. */
  placeOf?: (row: Row) => readonly string[];
  linesOf: (row: Row) => readonly ErrorLine[];
}

/** Writes the findings of an import as a spreadsheet: the place in the file, column, value and what to do. */
export function errorSheet<Row>({ t, name, list, numberOf, linesOf, ...place }: ErrorSheet<Row>): FileAnswer {
  const { places = [{ title: t('import.errors.row'), width: 8 }], placeOf = (row: Row) => [String(numberOf(row))] } = place;
  async function* lines(): AsyncGenerator<string[]> {
    for (let after = 0; ; ) {
      const rows = await list(after, ROWS_AT_ONCE);
      for (const row of rows) for (const { column, value, remedy } of linesOf(row)) yield [...placeOf(row), column, value, remedy];
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_AT_ONCE) return;
      after = numberOf(last);
    }
  }
  const columns = [
    ...places,
    { title: t('import.errors.column'), width: 18 },
    { title: t('import.errors.value'), width: 34 },
    { title: t('import.errors.remedy'), width: 90 },
  ];
  const content = writeWorkbook([{ name: t('import.errors.sheet'), columns, rows: lines() }]);
  return new FileAnswer({ name: `${name}.xlsx`, type: XLSX_TYPE, content });
}
