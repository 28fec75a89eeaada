import { CsvError, parse } from 'csv-parse';
import { readText } from '../read-text.ts';
import type { SheetRow } from './sheet-rows.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';

/** A text whose lines are rows. */
export interface CsvText {
  text: string;
  delimiter: string;
}

const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const DELIMITERS = [',', ';', '\t', '|'];
const FIRST_LINES = 15;
const LONGEST_LINE = 100_000;
const LONGEST_RECORD = 1_000_000;
const PIECE_CHARACTERS = 64 * 1024;

/** Returns the text of a file whose lines have the same delimiter. Null for anything else, including XML. */
export function isCsv(bytes: Buffer): CsvText | null {
  const [first, second] = bytes;
  if (bytes.length === 0 || (first === 0x50 && second === 0x4b) || bytes.subarray(0, 4).equals(OLD_EXCEL)) return null;
  const text = readText(bytes).text.replace(/^\ufeff/, '');
  if (text.slice(0, 1000).includes('\u0000') || /^\s*[<{[]/.test(text.slice(0, 1000))) return null;
  const delimiter = delimiterOf(text);
  return delimiter === null ? null : { text, delimiter };
}

/**
 * Returns the most frequent delimiter in one of the first lines, outside quotes, if a second line has it too. One word
 * per line is one column.
 */
function delimiterOf(text: string): string | null {
  const declared = /^sep=(.)\r?\n/i.exec(text)?.[1];
  if (declared !== undefined && DELIMITERS.includes(declared)) return declared;
  const lines = firstLinesOf(text);
  let best: { mark: string; count: number } | null = null;
  for (const mark of DELIMITERS) {
    const counts = lines.map((line) => countOf(line, mark)).filter((count) => count > 0);
    const count = Math.max(0, ...counts);
    if (counts.length >= 2 && count > (best?.count ?? 0)) best = { mark, count };
  }
  if (best) return best.mark;
  return lines.length > 1 && lines.slice(1).every((line) => !/\s/.test(line.trim())) ? ',' : null;
}

function firstLinesOf(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  let isQuoted = false;
  for (let index = 0; index < text.length && index < LONGEST_LINE && lines.length < FIRST_LINES; index += 1) {
    const character = text[index] as string;
    if (character === '"') isQuoted = !isQuoted;
    if ((character !== '\n' && character !== '\r') || isQuoted) line += isQuoted ? '' : character;
    else {
      if (line.trim() !== '') lines.push(line);
      line = '';
    }
  }
  if (line.trim() !== '') lines.push(line);
  return lines;
}

const countOf = (line: string, mark: string): number => line.split(mark).length - 1;

/**
 * Reads the rows that are not empty, in batches, numbered as a spreadsheet program numbers them. @throws
 * SpreadsheetError
 */
export async function* readCsvRows({ text, delimiter }: CsvText, mostColumns: number): AsyncGenerator<SheetRow[]> {
  const parser = parse({ delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: false, max_record_size: LONGEST_RECORD, bom: true });
  const feed = (async () => {
    for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
      if (!parser.write(text.slice(at, at + PIECE_CHARACTERS))) await new Promise((resolve) => parser.once('drain', resolve));
    }
    parser.end();
  })();
  feed.catch(() => undefined); // the parser says it itself
  let rows: SheetRow[] = [];
  let number = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      number += 1;
      if (number === 1 && /^sep=.?$/i.test(record.join(delimiter))) continue;
      const cells = record.slice(0, mostColumns).map((cell) => (cell === '' ? undefined : cell));
      if (cells.every((cell) => cell === undefined)) continue;
      rows.push({ number, cells, broken: [], odd: [] });
      if (rows.length < 500) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    throw error instanceof CsvError ? new SpreadsheetError(error.code === 'CSV_MAX_RECORD_SIZE' ? 'too_large' : 'broken', error) : error;
  } finally {
    parser.destroy();
  }
  if (rows.length > 0) yield rows;
}
