import { TextDecoder } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { ROSTER_LIMITS } from './limits.ts';
import type { Part } from './open-parts.ts';
import { RosterProblem } from './roster-problem.ts';

/** A table whose first row has been read. */
export interface Table {
  /** The name of the file, with its extension. */
  file: string;
  /** The name of the file: letters and digits only, without its extension. */
  name: string;
  /** The titles as in the first row. */
  titles: readonly string[];
  /** The titles as keys: letters and digits only. */
  keys: readonly string[];
  /** True when the encoding is probably that of old Windows programs. */
  isGuessed: boolean;
  /** Yields the other rows. @throws RosterProblem */
  rows: () => AsyncGenerator<TableRow>;
}

/** A row that is not empty; `line` as a spreadsheet program counts it. */
export interface TableRow {
  line: number;
  cells: readonly string[];
}

/** Returns the letters and digits of a title or a name, in lower case. */
export const toKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const DELIMITERS = [',', ';', '\t', '|'];
const HEAD_BYTES = 64 * 1024;

/**
 * Opens a table: detects its encoding and its delimiter, and reads its first row. @throws RosterProblem if it is not a
 * table
 */
export async function openTable(part: Part): Promise<Table> {
  const { encoding, isGuessed } = await findEncoding(part);
  const head = await readHead(part, encoding);
  if (head.trim() === '') throw new RosterProblem('empty', { file: part.name });
  if (head.slice(0, 1000).includes('\u0000') || /^\s*[<{]/.test(head)) throw new RosterProblem('notCsv', { file: part.name });
  const declared = /^sep=(.)\r?\n/i.exec(head)?.[1];
  const firstLine = (declared === undefined ? head : head.slice(head.indexOf('\n') + 1)).split(/\r\n|\r|\n/, 1)[0] ?? '';
  const delimiter = declared ?? delimiterOf(firstLine);
  const format = { encoding, delimiter, skips: declared === undefined ? 0 : 1 };
  let titles: readonly string[] = [];
  for await (const { cells } of readRecords(part, format)) {
    titles = cells.map((cell) => cell.trim());
    break;
  }
  if (titles.length > ROSTER_LIMITS.columns) throw new RosterProblem('tooManyColumns', { file: part.name, max: ROSTER_LIMITS.columns });
  async function* rows(): AsyncGenerator<TableRow> {
    let isFirst = true;
    for await (const row of readRecords(part, format)) {
      if (!isFirst) yield row;
      isFirst = false;
    }
  }
  return { file: part.name, name: toKey(part.name.replace(/\.\w+$/, '')), titles, keys: titles.map(toKey), isGuessed, rows };
}

/**
 * Returns the most frequent delimiter in the first row, outside quotes. A table of one column has none, which is
 * equivalent to a comma.
 */
function delimiterOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((mark) => bare.split(mark).length - 1);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Detects UTF-8 and UTF-16 by their marks or their content, otherwise assumes the encoding of old Windows programs.
 * Reads the whole part.
 */
async function findEncoding(part: Part): Promise<{ encoding: string; isGuessed: boolean }> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const piece of part.read()) {
      const marked = isFirst ? markOf(piece) : null;
      if (marked) return { encoding: marked, isGuessed: false };
      isFirst = false;
      utf8.decode(piece, { stream: true });
    }
    utf8.decode();
    return { encoding: 'utf-8', isGuessed: false };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { encoding: 'windows-1252', isGuessed: true };
  }
}

function markOf([first, second]: Buffer): string | null {
  if ((first === 0xff && second === 0xfe) || (first !== undefined && first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0)) return 'utf-16be';
  return null;
}

async function* readText(part: Part, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of part.read()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function readHead(part: Part, encoding: string): Promise<string> {
  let head = '';
  for await (const text of readText(part, encoding)) {
    head += text;
    if (head.length >= HEAD_BYTES) break;
  }
  return head.slice(0, HEAD_BYTES);
}

/** Yields the rows that are not empty, including the first one. */
async function* readRecords(part: Part, { encoding, delimiter, skips }: { encoding: string; delimiter: string; skips: number }): AsyncGenerator<TableRow> {
  const parser = parse({ delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: false, max_record_size: ROSTER_LIMITS.recordBytes });
  let failure: unknown = null;
  const feed = (async () => {
    for await (const text of readText(part, encoding)) {
      if (parser.destroyed) return;
      if (!parser.write(text)) await drained(parser);
    }
    parser.end();
  })().catch((error: unknown) => {
    failure = error;
    parser.destroy();
  });
  let line = 0;
  try {
    for (;;) {
      const records = await takeRecords(parser);
      if (records === null) break;
      for (const cells of records) {
        line += 1;
        if (line > skips && cells.some((cell) => cell.trim() !== '')) yield { line, cells };
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new RosterProblem(error.code === 'CSV_MAX_RECORD_SIZE' ? 'lineTooLong' : 'notCsv', { file: part.name, line: line + 1 });
  } finally {
    parser.destroy();
    await feed;
  }
  if (failure) throw failure;
}

type Parser = ReturnType<typeof parse>;

/** Resolves when there is room for more, or the reader has stopped. */
function drained(parser: Parser): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      parser.off('drain', goOn).off('close', goOn);
      resolve();
    };
    parser.on('drain', goOn).on('close', goOn);
    if (parser.destroyed) goOn();
  });
}

/**
 * Returns the records available, waiting if there are none; null if there are no more. An iterator over single records
 * would cost more than the reading.
 */
function takeRecords(parser: Parser): Promise<string[][] | null> {
  const taken: string[][] = [];
  for (let record = parser.read() as string[] | null; record !== null; record = parser.read() as string[] | null) taken.push(record);
  if (taken.length > 0) return Promise.resolve(taken);
  if (parser.errored) return Promise.reject(parser.errored);
  if (parser.readableEnded || parser.destroyed) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      for (const name of ['readable', 'end', 'close'] as const) parser.off(name, goOn);
      parser.off('error', fail);
    };
    const goOn = (): void => {
      settle();
      resolve(takeRecords(parser));
    };
    const fail = (error: Error): void => {
      settle();
      reject(error);
    };
    parser.on('readable', goOn).on('end', goOn).on('close', goOn).on('error', fail);
  });
}
