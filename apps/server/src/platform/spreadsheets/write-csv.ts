import { Readable } from 'node:stream';
import { withoutTurning } from '@classwright/rules/text/turning';
import type { CellValue } from './write-workbook.ts';

export const CSV_TYPE = 'text/csv; charset=utf-8';

export interface CsvFormat {
  separator: ',' | ';';
  decimal: '.' | ',';
}

/** Spreadsheet programs take a file without it for one of an older encoding. */
const BYTE_ORDER_MARK = '\ufeff';
const PIECE_CHARACTERS = 32_768;

/**
 * A text whose lines are rows, written as they come. A text that a spreadsheet program would take for a formula gets an
 * apostrophe before it, which `withoutApostrophe` takes away again. Marks that turn letters round stay away, as in a workbook.
 */
export function writeCsv(rows: AsyncIterable<readonly CellValue[]> | Iterable<readonly CellValue[]>, format: CsvFormat): Readable {
  return Readable.from(piecesOf(rows, format), { objectMode: false });
}

async function* piecesOf(rows: AsyncIterable<readonly CellValue[]> | Iterable<readonly CellValue[]>, format: CsvFormat): AsyncGenerator<string> {
  let pending = BYTE_ORDER_MARK;
  for await (const row of rows) {
    pending += `${row.map((cell) => toCsvCell(cell, format)).join(format.separator)}\r\n`;
    if (pending.length < PIECE_CHARACTERS) continue;
    yield pending;
    pending = '';
  }
  yield pending;
}

/** @throws RangeError for what is no number */
function toCsvCell(cell: CellValue, { decimal }: CsvFormat): string {
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) throw new RangeError(`no number of a sheet: ${cell}`);
    return decimal === '.' ? String(cell) : String(cell).replace('.', ',');
  }
  const plain = withoutTurning(cell);
  const text = /^'?[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What stood in a cell before an apostrophe kept it from being a formula. */
export const withoutApostrophe = (text: string): string => (/^''?[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
