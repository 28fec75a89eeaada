import { openZip } from '../../zip/index.ts';
import { readCellStyles } from '../cell-styles.ts';
import { readSheetRows } from '../sheet-rows.ts';

/** Reads the rows of every sheet of one of our workbooks, in order: texts, numbers as they are written, and dates as texts. */
export async function readSheets(bytes: Buffer): Promise<string[][][]> {
  const archive = openZip(bytes, { entries: 100, totalBytes: 100_000_000 });
  const names = [...archive.names].filter((name) => name.startsWith('xl/worksheets/')).sort();
  // Other archives have no sheets, and no styles either.
  if (names.length === 0) return [];
  const styles = await readCellStyles(archive, 'xl/styles.xml');
  const sheets: string[][][] = [];
  for (const name of names) {
    const rows: string[][] = [];
    for await (const batch of readSheetRows(archive, name, [], { styles, isFrom1904: false, mostColumns: 200 }))
      rows.push(...batch.map(({ cells }) => Array.from(cells, (cell) => cell ?? '')));
    sheets.push(rows);
  }
  return sheets;
}
