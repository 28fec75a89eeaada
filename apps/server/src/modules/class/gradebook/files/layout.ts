import type { SheetRow } from '../../../../platform/spreadsheets/index.ts';
import { labelOf, type StudentColumn, studentColumnOf } from './titles.ts';

/** A column that may hold the grades of an item. */
export interface ColumnHead {
  place: number;
  title: string;
  /** The id that our exports write under it; '' in other files. */
  id: string;
}

/** The positions of titles and columns in a sheet. */
export interface SheetLayout {
  /** The class that the file was exported from, or null when it does not give one. */
  courseId: number | null;
  className: string;
  asOf: Date | null;
  students: ReadonlyMap<StudentColumn, number>;
  columns: readonly ColumnHead[];
  /** True when the file is one of ours, so a column without an id was not exported. */
  hasIds: boolean;
  /** The number of the last row that belongs to the head. */
  lastHeadRow: number;
}

/** The number of rows at the top that may contain the titles. */
export const MAX_HEAD_ROWS = 20;

/**
 * Finds the titles: the row that names the most columns of students; a last name alone does not count. A title that is
 * merged over two rows is in the upper one. Null: no row names students.
 */
export function findLayout(rows: readonly SheetRow[]): SheetLayout | null {
  let best: { index: number; students: Map<StudentColumn, number> } | null = null;
  for (const [index, row] of rows.entries()) {
    const students = studentsIn(row);
    if (isEnough(students) && students.size > (best?.students.size ?? 0)) best = { index, students };
  }
  if (!best) return null;
  const { index, students } = best;
  const [head, above] = [rows[index]!, rows[index - 1]];
  const upper = above?.number === head.number - 1 && !labelOf(firstOf(above)) ? above : undefined;
  const labelled = new Map(rows.slice(index + 1, index + 4).map((row) => [labelOf(firstOf(row)), row]));
  const [ids, points] = [labelled.get('itemIds'), labelled.get('points')];
  const taken = new Set(students.values());
  const columns: ColumnHead[] = [];
  const width = Math.max(head.cells.length, upper?.cells.length ?? 0, ids?.cells.length ?? 0);
  for (let place = 0; place < width; place++) {
    if (taken.has(place)) continue;
    const title = textAt(head, place) || (upper ? textAt(upper, place) : '');
    const id = ids ? textAt(ids, place) : '';
    if (title !== '' || id !== '') columns.push({ place, title, id });
  }
  const before = new Map(rows.slice(0, index).map((row) => [labelOf(firstOf(row)), row]));
  const named = before.get('class');
  return {
    courseId: Number(named ? textAt(named, 2) : '') || null,
    className: named ? textAt(named, 1) : '',
    asOf: toInstant(before.get('asOf')),
    students,
    columns,
    hasIds: ids !== undefined,
    lastHeadRow: Math.max(head.number, ids?.number ?? 0, points?.number ?? 0),
  };
}

const isEnough = (students: ReadonlyMap<StudentColumn, number>): boolean =>
  students.has('id') || students.has('email') || students.has('name') || (students.has('first') && students.has('last'));

function studentsIn(row: SheetRow): Map<StudentColumn, number> {
  const found = new Map<StudentColumn, number>();
  for (const [place, cell] of row.cells.entries()) {
    const column = cell === undefined ? undefined : studentColumnOf(cell);
    if (column && !found.has(column)) found.set(column, place);
  }
  return found;
}

export const textAt = ({ cells }: SheetRow, place: number | undefined): string => (place === undefined ? '' : (cells[place]?.trim() ?? ''));
const firstOf = (row: SheetRow): string => textAt(row, 0);

function toInstant(row: SheetRow | undefined): Date | null {
  const text = row ? textAt(row, 1) : '';
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/.test(text)) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Returns a spreadsheet's name of a column: 0 → "A", 26 → "AA". */
export function columnLetter(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : columnLetter(Math.floor(place / 26) - 1) + letter;
}
