import { Readable } from 'node:stream';
import { withoutBidiOverrides } from '@classwright/rules/text/bidi';
import type { CellValue } from './write-workbook.ts';

export const CSV_TYPE = 'text/csv; charset=utf-8';

export interface CsvFormat {
  separator: ',' | ';';
  decimal: '.' | ',';
}

/** Without it spreadsheet programs assume an older encoding. */
const BYTE_ORDER_MARK = '\ufeff';
const PIECE_CHARACTERS = 32_768;

/**
 * Writes rows as lines of text, as they come. A text that a spreadsheet program would read as a formula gets an
 * apostrophe before it, which `withoutApostrophe` removes. Marks that change the direction of text are left out, as in
 * a workbook.
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

/** Formats a cell. @throws RangeError for a value that is not a number */
function toCsvCell(cell: CellValue, { decimal }: CsvFormat): string {
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) throw new RangeError(`no number of a sheet: ${cell}`);
    return decimal === '.' ? String(cell) : String(cell).replace('.', ',');
  }
  const plain = withoutBidiOverrides(typeof cell === 'object' ? cell.date : cell);
  const text = /^'?[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a cell's text without the apostrophe that kept it from being a formula. */
export const withoutApostrophe = (text: string): string => (/^''?[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
