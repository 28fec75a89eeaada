import {
  computeAverageFigure,
  computeAverageGrade,
  computeFigures,
  type Figure,
  type GradeCell,
  type GradePlan,
  roundFigure,
} from '@classwright/rules/grading/figures';
import type { Db } from '../../../../platform/database/index.ts';
import type { CellValue } from '../../../../platform/spreadsheets/index.ts';
import { createTurns } from '../../../../platform/workers/index.ts';
import { readCell } from '../cells.ts';
import { type ExportCells, type ExportItem, listExportCells, listNotes } from './export-queries.ts';
import type { FileStudent } from './queries.ts';

/** The number of cells read in one go, so that a gradebook of any size needs only the memory of these. */
const CELLS_AT_ONCE = 5_000;

export interface ExportedBook {
  courseId: number;
  now: Date;
  students: readonly FileStudent[];
  /** The items that count in figures. */
  plan: GradePlan;
  /** The items that have a column. */
  columns: readonly ExportItem[];
  /** The items with a column of private notes. These columns come after all others. */
  noted: readonly ExportItem[];
  /**
   * The title of the last row, the class's averages. Null: only part of the class is included, so there is no such row.
   */
  averageWord: string | null;
  /** The text in the last column for students who left. Null: there is no such column. */
  leftWord: string | null;
  /** The ids of the school's rosters by account, in a column after all others. Empty: there is no such column. */
  rosterIds: ReadonlyMap<number, string>;
}

/**
 * Reads a row for each student: name, figures, and a cell for each item; then one of the averages of those who have not
 * left. It reads some students at a time.
 */
export async function* readExportRows(
  db: Db,
  { courseId, now, students, plan, columns, noted, averageWord, leftWord, rosterIds }: ExportedBook,
): AsyncGenerator<CellValue[]> {
  const places = new Map([...new Set([...plan.items.map(({ id }) => id), ...columns.map(({ id }) => id)])].map((id, place) => [id, place]));
  const shown = columns.map(({ id }) => places.get(id)!);
  const atOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, places.size)));
  const lay = layOut(places);
  const turn = createTurns();
  const averages = createAverages(plan.periods.length, shown);
  const notedIds = noted.map(({ id }) => id);
  const toNotes = (ofStudent: ReadonlyMap<number, string> | undefined) => notedIds.map((id) => ofStudent?.get(id) ?? '');
  const read = (from: number): Promise<ExportCells[]> | null => {
    const block = students.slice(from, from + atOnce);
    if (block.length === 0) return null;
    const reading = listExportCells(
      db,
      courseId,
      block.map(({ account_id }) => account_id),
    );
    reading.catch(() => undefined); // it is waited for later, or nobody wants the file any more
    return reading;
  };
  let next = read(0);
  for (let from = 0; from < students.length; from += atOnce) {
    const block = students.slice(from, from + atOnce);
    const notes = await listNotes(
      db,
      notedIds,
      block.map(({ account_id }) => account_id),
    );
    const cellsOf = new Map((await next)?.map((cells) => [cells.account_id, cells]));
    next = read(from + atOnce); // the database reads while this is written
    for (const { account_id, email, last_name, first_name, has_left } of block) {
      const cellAt = lay(cellsOf.get(account_id));
      // the plan's items come first, so their indexes are the plan's
      const figures = computeFigures(plan, cellAt, now.getTime());
      const { overall, periods } = figures;
      if (!has_left) averages.add(figures, cellAt);
      yield [
        account_id,
        email,
        last_name,
        first_name,
        toCell(overall),
        ...periods.map(toCell),
        ...shown.map((place) => toShown(cellAt(place))),
        ...toNotes(notes.get(account_id)),
        ...(leftWord === null ? [] : [has_left ? leftWord : '']),
        ...(rosterIds.size === 0 ? [] : [rosterIds.get(account_id) ?? '']),
      ];
      await turn();
    }
  }
  if (averageWord !== null)
    yield [averageWord, '', '', '', ...averages.list(), ...notedIds.map(() => ''), ...(leftWord === null ? [] : ['']), ...(rosterIds.size === 0 ? [] : [''])];
}

/**
 * Collects the figures and grades of students, and returns their means in the order of the columns (FIG-41, FIG-42).
 */
function createAverages(periodCount: number, shown: readonly number[]) {
  const overall: (Figure | null)[] = [];
  const periods = Array.from({ length: periodCount }, (): (Figure | null)[] => []);
  const items = shown.map((): number[] => []);
  return {
    add(figures: { overall: Figure | null; periods: readonly (Figure | null)[] }, cellAt: (place: number) => GradeCell): void {
      overall.push(figures.overall);
      for (const [place, figure] of figures.periods.entries()) periods[place]!.push(figure);
      for (const [column, place] of shown.entries()) {
        const { grade, isExcused, mark } = cellAt(place);
        if (grade !== null && !isExcused && mark !== '-') items[column]!.push(grade);
      }
    },
    list: (): CellValue[] => [...[overall, ...periods].map(computeAverageFigure), ...items.map(computeAverageGrade)].map((average) => average ?? ''),
  };
}

const NOT_ASSIGNED: GradeCell = { grade: null, isExcused: false, mark: '-' };

/** Lays a student's grades out by index, each read once for the figures, the averages and the row. */
function layOut(places: ReadonlyMap<number, number>): (cells: ExportCells | undefined) => (place: number) => GradeCell {
  const laid: GradeCell[] = Array.from({ length: places.size }, () => NOT_ASSIGNED);
  return (given) => {
    for (let place = 0; place < laid.length; place += 1) laid[place] = NOT_ASSIGNED;
    const untimely = new Set(given?.untimely);
    for (const [index, text] of given?.cells.split(',').entries() ?? []) {
      const work = given!.works[index]!;
      const place = places.get(work);
      if (place === undefined) continue;
      const { draft, mark, isExcused } = readCell(text);
      laid[place] = { grade: draft === 'null' ? null : Number(draft), isExcused, mark: mark === 'c' && untimely.has(work) ? 'n' : mark };
    }
    return (place) => laid[place]!;
  };
}

const toCell = (figure: Figure | null): CellValue => (figure ? roundFigure(figure) : '');
const toShown = ({ grade, isExcused }: GradeCell): CellValue => (isExcused ? 'EX' : (grade ?? ''));
