import { GRADE_FILE_LIMITS } from '@classwright/contract';
import { readTypedGrade } from '@classwright/rules/grading/grades';
import { fieldError } from '../../../../platform/errors.ts';
import { readSheet, SpreadsheetError, type SheetRow } from '../../../../platform/spreadsheets/index.ts';
import { createTurns } from '../../../../platform/workers/index.ts';
import { meaningOf } from './cell-words.ts';
import { type FoundColumns, findItems } from './find-items.ts';
import { createStudentFinder, type NamedStudent } from './find-student.ts';
import type { Findings } from './findings.ts';
import { findLayout, MAX_HEAD_ROWS, type SheetLayout, textAt } from './layout.ts';
import type { FileClass, FileItem, FileStudent } from './queries.ts';
import { labelOf } from './titles.ts';

/** The value of a file's cell: points, or EX. */
export type FileValue = number | 'EX';

export interface FileRow {
  row: number;
  student: FileStudent;
  cells: { column: number; item: FileItem; value: FileValue }[];
}

export interface GradeFile {
  layout: SheetLayout;
  /** The number of columns that hold grades. */
  itemCount: number;
  /**
   * The rows of the file with their grades, some at a time. A student appears once: later rows of the same student are
   * left out.
   */
  batches: AsyncIterable<FileRow[]>;
  /** The students with two rows or more, as far as the file has been read. */
  twice: ReadonlySet<number>;
}

/** @throws VALIDATION_FAILED at `file` for one without grades of this class */
export async function openGradeFile(bytes: Buffer, course: FileClass, findings: Findings): Promise<GradeFile> {
  const pieces = readSheet(bytes, { mostColumns: GRADE_FILE_LIMITS.mostColumns })[Symbol.asyncIterator]();
  try {
    const first: SheetRow[] = [];
    let isWhole = false;
    while (!isWhole && first.length < MAX_HEAD_ROWS) {
      const piece = await pieces.next();
      if (piece.done) isWhole = true;
      else first.push(...piece.value);
    }
    const layout = findLayout(first.slice(0, MAX_HEAD_ROWS));
    if (!layout) throw fieldError('file', first.length === 0 ? 'gradeFiles.file.no_rows' : 'gradeFiles.file.students');
    if (layout.courseId !== null && layout.courseId !== course.id) throw fieldError('file', 'gradeFiles.file.otherClass', { name: layout.className });
    const columns = findItems(layout, course.items);
    for (const { head, code } of columns.problems) findings.add(code, { row: null, column: head.place, value: head.title }, { id: head.id });
    if (columns.items.size === 0 && columns.problems.length === 0) throw fieldError('file', 'gradeFiles.file.items');
    const twice = new Set<number>();
    return { layout, itemCount: columns.items.size, twice, batches: judgeRows(first, pieces, { layout, columns, course, findings, twice }) };
  } catch (error) {
    await pieces.return?.(undefined);
    throw toFieldError(error);
  }
}

interface Judging {
  layout: SheetLayout;
  columns: FoundColumns;
  course: FileClass;
  findings: Findings;
  twice: Set<number>;
}

async function* judgeRows(first: readonly SheetRow[], pieces: AsyncIterator<SheetRow[]>, judging: Judging): AsyncGenerator<FileRow[]> {
  const judge = toRowJudge(judging);
  const turn = createTurns();
  try {
    for (let rows: readonly SheetRow[] = first; ; ) {
      const judged: FileRow[] = [];
      for (const row of rows) {
        const one = row.number > judging.layout.lastHeadRow ? judge(row) : null;
        if (one) judged.push(one);
        await turn();
      }
      if (judged.length > 0) yield judged;
      const piece = await pieces.next();
      if (piece.done) return;
      rows = piece.value;
    }
  } catch (error) {
    throw toFieldError(error);
  } finally {
    await pieces.return?.(undefined);
  }
}

function toRowJudge({ layout, columns, course, findings, twice }: Judging): (row: SheetRow) => FileRow | null {
  const find = createStudentFinder(course.students);
  const rowOf = new Map<number, number>();
  const headless = new Set<number>([
    ...columns.items.keys(),
    ...columns.ignored,
    ...columns.problems.map(({ head }) => head.place),
    ...layout.students.values(),
  ]);
  const named = (row: SheetRow): NamedStudent => {
    const at = (column: keyof NamedStudent): string => textAt(row, layout.students.get(column));
    return { id: at('id'), email: at('email'), last: at('last'), first: at('first'), name: at('name') };
  };
  return (row) => {
    if (row.broken.length === 0 && row.cells.every((cell) => cell === undefined || cell.trim() === '')) return null;
    if (labelOf(textAt(row, 0)) === 'average') return null;
    const said = named(row);
    const student = find(said);
    if (typeof student === 'string') {
      const value = said.name || [said.first, said.last].filter((part) => part !== '').join(' ') || said.email || said.id;
      findings.add(student, { row: row.number, column: null, value });
      return null;
    }
    const before = rowOf.get(student.account_id);
    if (before !== undefined) {
      findings.add('studentTwice', { row: row.number, column: null, value: `${student.first_name} ${student.last_name}` }, { before });
      twice.add(student.account_id);
      return null;
    }
    rowOf.set(student.account_id, row.number);
    for (const place of row.cells.keys()) {
      if (headless.has(place) || textAt(row, place) === '') continue;
      headless.add(place); // once for the whole column
      findings.add('titleMissing', { row: row.number, column: place, value: textAt(row, place) });
    }
    const cells: FileRow['cells'] = [];
    for (const [column, item] of columns.items) {
      const value = readCell(row, column, item, findings);
      if (value !== null) cells.push({ column, item, value });
    }
    return { row: row.number, student, cells };
  };
}

/** Returns null when the cell is empty, or its error has been reported. */
function readCell(row: SheetRow, column: number, { max_points: points }: FileItem, findings: Findings): FileValue | null {
  if (row.broken.length > 0 && row.broken.includes(column)) {
    findings.add('broken', { row: row.number, column, value: textAt(row, column) });
    return null;
  }
  const text = textAt(row, column);
  if (text === '') return null;
  const odd = row.odd.length === 0 ? undefined : row.odd.find((one) => one.column === column);
  if (odd) {
    findings.add(odd.kind, { row: row.number, column, value: text });
    return null;
  }
  const meaning = meaningOf(text);
  if (meaning) {
    findings.addWord(text, meaning);
    return meaning === 'EX' ? 'EX' : null;
  }
  const typed = readTypedGrade(text, points);
  if ('grade' in typed) return typed.grade;
  if ('isExcused' in typed) return 'EX';
  if ('problem' in typed) findings.add(typed.problem, { row: row.number, column, value: text });
  return null;
}

/** Returns the error that a file cannot be read as grades, in words at the field. */
function toFieldError(error: unknown): unknown {
  return error instanceof SpreadsheetError ? fieldError('file', `gradeFiles.file.${error.problem}`) : error;
}
