import {
  computeAverageFigure,
  computeAverageGrade,
  computeFigures,
  createPlan,
  estimate,
  type Figure,
  type GradeCell,
  type GradePlan,
  roundFigure,
} from '@classwright/rules/grading/figures';
import { type Book, toGradeItem } from './book.ts';
import type { Period } from './columns.ts';

/** A student's figures in percent, with one decimal; null if nothing counts. */
export interface StudentFigures {
  overall: number | null;
  periods: readonly (number | null)[];
}
/** The figures of the class. */
export type Averages = StudentFigures;

/** The basis of one student's figures. */
export interface Basis {
  plan: GradePlan;
  cellAt: (item: number) => GradeCell;
  now: number;
}

interface Kept {
  exact: { overall: Figure | null; periods: (Figure | null)[] };
  shown: StudentFigures;
}

/** The time slice for computing figures before the page can respond. */
const SLICE_MS = 8;

type CellAt = (item: number, student: number) => GradeCell;

/**
 * The figures of a class, computed when requested: a student's immediately, the class's in time slices once all of its
 * students' are computed.
 */
export class Figures {
  private plan: GradePlan;
  private kept: (Kept | undefined)[];
  private itemAverages: (number | null | undefined)[];
  private averages: Averages | null = null;
  private isFresh = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private next = 0;
  private readonly book: Book;
  private readonly cellAt: CellAt;
  private readonly now: () => number;
  /** Called when the averages are computed or have changed. */
  private readonly onAverages: () => void;

  constructor({
    book,
    periods,
    cellAt,
    now,
    onAverages,
  }: { book: Book; periods: readonly Period[]; cellAt: CellAt; now: () => number; onAverages: () => void }) {
    this.book = book;
    this.cellAt = cellAt;
    this.now = now;
    this.onAverages = onAverages;
    const { calculation_type, exclude_missing, categories } = book.head.settings;
    this.plan = createPlan({
      items: book.items.map(toGradeItem),
      rules: {
        calculationType: calculation_type,
        excludeMissing: exclude_missing,
        categories: categories.map(({ category_id, category_name, category_point, drop_lowest }) => ({
          ...{ id: category_id, name: category_name, point: category_point, dropLowest: drop_lowest },
        })),
      },
      periods,
    });
    this.kept = Array.from({ length: book.students.length });
    this.itemAverages = Array.from({ length: book.items.length });
  }

  private keep(student: number): Kept {
    const exact = computeFigures(this.plan, (item) => this.cellAt(item, student), this.now());
    const shown = (figure: Figure | null) => figure && roundFigure(figure);
    return (this.kept[student] = { exact, shown: { overall: shown(exact.overall), periods: exact.periods.map(shown) } });
  }

  of(student: number): StudentFigures {
    return (this.kept[student] ?? this.keep(student)).shown;
  }

  /** Returns the basis of a student's figures, to explain them on request, from what is loaded then. */
  basisOf(student: number): Basis {
    return { plan: this.plan, cellAt: (item) => this.cellAt(item, student), now: this.now() };
  }

  /** Computes a figure from only what was returned to a student. */
  ofReturned(student: number, period: number | null, assignedAt: (item: number) => number | null): number | null {
    const cellAt = (item: number): GradeCell => ({ ...this.cellAt(item, student), grade: assignedAt(item) });
    const { overall, periods } = computeFigures(this.plan, cellAt, this.now());
    const figure = period === null ? overall : (periods[period] ?? null);
    return figure && roundFigure(figure);
  }

  /** Returns an estimate for sorting. */
  estimateOf(student: number, period: number | 'overall'): number | null {
    const { exact } = this.kept[student] ?? this.keep(student);
    const figure = period === 'overall' ? exact.overall : (exact.periods[period] ?? null);
    return figure && estimate(figure);
  }

  /**
   * Returns the class's figures; null until all of its students' are computed. After a change, the earlier ones until
   * the new ones are ready.
   */
  ofClass(): Averages | null {
    if (!this.isFresh) this.reckon();
    return this.averages;
  }

  /** Returns the mean of the given grades of an item, in points. */
  ofItem(item: number): number | null {
    const kept = this.itemAverages[item];
    if (kept !== undefined) return kept;
    const grades = this.book.students.map(({ hasLeft }, student) => {
      const { grade, isExcused, mark } = this.cellAt(item, student);
      return hasLeft || isExcused || mark === '-' ? null : grade;
    });
    return (this.itemAverages[item] = computeAverageGrade(grades));
  }

  private reckon(): void {
    if (this.timer !== undefined) return;
    const { length } = this.kept;
    const slice = () => {
      this.timer = undefined;
      const until = performance.now() + SLICE_MS;
      while (this.next < length && performance.now() < until) {
        if (!this.kept[this.next]) this.keep(this.next);
        this.next++;
      }
      if (this.next < length) this.timer = setTimeout(slice, 0);
      else this.average();
    };
    this.timer = setTimeout(slice, 0);
  }

  private average(): void {
    const all = this.kept.flatMap((one, student) => (this.book.students[student]!.hasLeft ? [] : [(one ?? this.keep(student)).exact]));
    this.averages = {
      overall: computeAverageFigure(all.map(({ overall }) => overall)),
      periods: this.plan.periods.map((_, period) => computeAverageFigure(all.map(({ periods }) => periods[period] ?? null))),
    };
    this.isFresh = true;
    this.onAverages();
  }

  /** Records that a cell has changed. */
  change(item: number, student: number): void {
    this.kept[student] = undefined;
    this.itemAverages[item] = undefined;
    this.next = Math.min(this.next, student);
    this.isFresh = false;
  }

  /** Records that any of a student's cells may have changed. */
  changeRow(student: number): void {
    this.kept[student] = undefined;
    this.itemAverages.fill(undefined);
    this.next = Math.min(this.next, student);
    this.isFresh = false;
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
