import { readRows } from './read-rows.ts';
import type { OddKind, SheetRow } from './sheet-rows.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';

/** A column that a table may have. `names`: other names that people use for it. */
export interface TableColumn {
  readonly key: string;
  readonly title: string;
  readonly names: readonly string[];
  readonly isRequired: boolean;
  /** True when titles may continue after the name: "Answer 3 (optional)", "Question - at most 120 characters". */
  readonly allowsRemark?: boolean;
}

export interface TableRow<Key extends string> {
  /** The row number in the sheet, from 1, as a person sees it. */
  number: number;
  /** The texts by column: trimmed, '' when empty or when the sheet has no such column. */
  values: Record<Key, string>;
  /** Columns whose cell has a spreadsheet error. */
  broken: Key[];
  /** Columns whose cell probably differs from the text that was typed. */
  odd: { column: Key; kind: OddKind }[];
}

/** The error for missing columns. `missing` has their titles, `found` the first row. */
export class MissingColumnsError extends Error {
  readonly missing: readonly string[];
  readonly found: readonly string[];
  constructor(missing: readonly string[], found: readonly string[]) {
    super(`spreadsheet: no column ${missing.join(', ')}`);
    this.name = 'MissingColumnsError';
    this.missing = missing;
    this.found = found;
  }
}

/** The error for two columns with the same required name, so that the right one is unknown. */
export class DuplicateColumnError extends Error {
  /** The titles as written in the sheet. */
  readonly titles: readonly string[];
  constructor(titles: readonly string[]) {
    super(`spreadsheet: twice ${titles.join(', ')}`);
    this.name = 'ColumnTwiceError';
    this.titles = titles;
  }
}

/** The number of top rows in which the titles may be: after a title of the sheet, or notes on how to fill it in. */
const ROWS_BEFORE_HEAD = 15;

/**
 * Returns a title without case, marks, or anything between the letters, so that spellings can be compared. "E-Mail
 * adress" becomes "emailadress".
 */
export function toTitleKey(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Reads a sheet whose first rows name its columns, in any order, case and spacing. Returns batches of rows with texts
 * by column, without rows in which every known column is empty. Columns with an unknown title are not read. @throws
 * SpreadsheetError, MissingColumnsError
 */
export async function* parseTable<const Columns extends readonly TableColumn[]>(
  bytes: Buffer,
  columns: Columns,
): AsyncGenerator<TableRow<Columns[number]['key']>[]> {
  let places: Map<Columns[number]['key'], number> | null = null;
  let best: { missing: string[]; found: string[] } | null = null;
  let seen = 0;
  for await (const batch of readRows(bytes)) {
    const rows: TableRow<Columns[number]['key']>[] = [];
    for (const { number, cells, broken, odd } of batch) {
      if (places) {
        const row = pick({ number, cells, broken, odd }, places);
        if (row) rows.push(row);
        continue;
      }
      const head = findPlaces(cells, columns);
      if (head.missing.length === 0) {
        if (head.twice) throw new DuplicateColumnError(head.twice);
        places = head.places;
      } else if (best === null || head.missing.length < best.missing.length)
        best = { missing: head.missing, found: cells.filter((cell) => cell !== undefined) };
      seen += 1;
      if (!places && seen === ROWS_BEFORE_HEAD) throw new MissingColumnsError(best?.missing ?? [], best?.found ?? []);
    }
    if (rows.length > 0) yield rows;
  }
  if (best && !places) throw new MissingColumnsError(best.missing, best.found);
  if (!places) throw new SpreadsheetError('no_rows');
}

const placesOf = (title: string, titles: readonly string[]): number[] => titles.flatMap((text, place) => (text === title && text !== '' ? [place] : []));

function findPlaces<Key extends string>(
  cells: readonly (string | undefined)[],
  columns: readonly (TableColumn & { key: Key })[],
): { places: Map<Key, number>; missing: string[]; twice: string[] | null } {
  const titles = Array.from(cells, (cell) => (cell === undefined ? '' : toTitleKey(cell)));
  const beforeRemarks = Array.from(cells, (cell) => (cell === undefined ? '' : toTitleKey(cell.split(/\s[-–—]\s|[([:]/, 1)[0] ?? '')));
  const places = new Map<Key, number>();
  const missing: string[] = [];
  let twice: string[] | null = null;
  for (const { key, title, names, isRequired, allowsRemark = false } of columns) {
    const known = [title, ...names].map(toTitleKey);
    // The title itself comes before other names for it.
    const named = known.slice(0, 1).flatMap((one) => placesOf(one, titles));
    const called = named.length > 0 ? named : known.slice(1).flatMap((one) => placesOf(one, titles));
    const found = called.length > 0 || !allowsRemark ? called : known.flatMap((one) => placesOf(one, beforeRemarks)).slice(0, 1);
    const [place, another] = found;
    if (place === undefined) {
      if (isRequired) missing.push(title);
      continue;
    }
    places.set(key, isRequired ? place : Math.min(...found));
    if (isRequired && another !== undefined) twice ??= [cells[place] ?? '', cells[another] ?? ''];
  }
  return { places, missing, twice };
}

function pick<Key extends string>({ number, cells, broken, odd }: SheetRow, places: ReadonlyMap<Key, number>): TableRow<Key> | null {
  const values: Partial<Record<Key, string>> = {};
  const brokenKeys: Key[] = [];
  const oddKeys: TableRow<Key>['odd'] = [];
  let isEmpty = true;
  for (const [key, place] of places) {
    const text = cells[place]?.trim() ?? '';
    if (text !== '') isEmpty = false;
    if (broken.includes(place)) brokenKeys.push(key);
    const kind = odd.length === 0 ? undefined : odd.find(({ column }) => column === place)?.kind;
    if (kind) oddKeys.push({ column: key, kind });
    values[key] = text;
  }
  return isEmpty ? null : { number, values: values as Record<Key, string>, broken: brokenKeys, odd: oddKeys };
}
