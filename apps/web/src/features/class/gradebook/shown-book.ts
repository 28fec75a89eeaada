import type { GradedCell } from '@classwright/contract/class/submissions/calls';
import type { GradeCell } from '@classwright/rules/grading/figures';
import { assignedOf, type Book, type CellValue, type LoadedBook, putCell, putItems, toGradeCell, valueOf, withValue } from './book.ts';
import type { Period } from './columns.ts';
import { keyOf } from './edits.ts';
import { type Averages, type Basis, Figures, type StudentFigures } from './figures.ts';
import { Watched } from './watched.ts';

export interface ShownOptions {
  book: Book;
  periods: readonly Period[];
}

/** The places of a cell in the book: of its item and of its student. */
export interface CellPlace {
  item: number;
  student: number;
}

/** Whose a grade is and since when; null: not known. */
export interface Author {
  accountId: number | null;
  /** In milliseconds since 1970. */
  at: number;
}

/** An answer that was asked for before a cell was saved may come this much later. */
const LATE_ANSWER_MS = 120_000;

/** A class's gradebook as the server has it, kept up to date, with the figures of what is laid over it. */
export abstract class ShownBook extends Watched {
  private book: Book;
  private figures: Figures;
  private periods: readonly Period[];
  /** What was named one by one of cells and of their notes: each was so at some moment since it was asked about, and came at another. */
  private recent: { since: number; at: number; itemId: number; put: () => void }[] = [];
  /** When the newest columns that are here were asked for, and those of them that came by themselves. */
  private askedAt = Number.NEGATIVE_INFINITY;
  private readonly itemsAskedAt = new Map<number, number>();
  /** Asks for items as the server has them now; whoever follows the class does it. */
  askAnew: (itemIds: readonly number[]) => void = () => undefined;
  /** Of the grades that were named one by one, by cell: what is older comes too late. */
  private readonly revisions = new Map<string, number>();
  /** Of the grades that an event named, by cell: whose they are. */
  private readonly authors = new Map<string, Author & { value: CellValue }>();
  private bookVersion = 0;
  private dueTimer: ReturnType<typeof setTimeout> | undefined;
  private clockMs = 0;

  constructor({ book, periods }: ShownOptions) {
    super();
    this.periods = periods;
    this.book = book;
    this.setClock();
    this.figures = this.reckonAnew();
    this.watchDue();
  }

  /** What stands in a cell instead of what the server has there; undefined: nothing else. */
  abstract valueOver(item: number, student: number): CellValue | undefined;
  /** The book is another: what lies over it is at other places. */
  protected abstract layOver(): void;

  get current(): Book {
    return this.book;
  }

  now = (): number => Date.now() + this.clockMs;

  cell(item: number, student: number): GradeCell {
    const base = toGradeCell(this.book.items[item]!, student);
    const value = this.valueOver(item, student);
    return value === undefined ? base : withValue(base, value);
  }

  /** What the server has there as far as this page knows. */
  baseValue(item: number, student: number): CellValue {
    return valueOf(toGradeCell(this.book.items[item]!, student));
  }

  /** Null: not all is here that they are reckoned from. */
  figuresOf(student: number): StudentFigures | null {
    return this.book.isWhole ? this.figures.of(student) : null;
  }
  estimateOf(student: number, period: number | 'overall'): number | null {
    return this.book.isWhole ? this.figures.estimateOf(student, period) : null;
  }
  basisOf(student: number): Basis {
    return this.figures.basisOf(student);
  }
  /** The same figure as the student sees it: of what was returned. */
  studentSees(student: number, period: number | null): number | null {
    return this.figures.ofReturned(student, period, (item) => assignedOf(this.book.items[item]!, student));
  }
  classAverages(): Averages | null {
    return this.book.isWhole ? this.figures.ofClass() : null;
  }
  itemAverage(item: number): number | null {
    return this.book.items[item]?.isLoaded ? this.figures.ofItem(item) : null;
  }

  /** Graded anew since it was returned, by item. */
  countChangedSinceReturned(): number {
    let count = 0;
    if (!this.book.isWhole) return 0;
    for (const item of this.book.items)
      for (const [student, assigned] of item.assigned) {
        if (this.book.students[student]?.hasLeft) continue;
        const { mark, grade } = toGradeCell(item, student);
        if ((mark === 'r' || mark === 'R') && grade !== assigned) count++;
      }
    return count;
  }

  getBookVersion = (): number => this.bookVersion;

  protected placeOf(itemId: number, studentId: number): CellPlace | null {
    const item = this.book.itemAt.get(itemId);
    const student = this.book.studentAt.get(studentId);
    return item === undefined || student === undefined ? null : { item, student };
  }
  /** What lies over a cell is another. */
  protected changed({ item, student }: CellPlace): void {
    this.figures.change(item, student);
  }

  /** Some of a student's cells are others. */
  protected changedRow(student: number): void {
    this.figures.changeRow(student);
  }

  private tellAll(): void {
    this.tell(this.book.students.map(({ id }) => id));
  }

  private reckonAnew(): Figures {
    this.figures?.stop();
    return new Figures({
      ...{ book: this.book, periods: this.periods, now: this.now },
      cellAt: (item, student) => this.cell(item, student),
      onAverages: () => this.tell([]),
    });
  }

  private setClock(): void {
    this.clockMs = Date.parse(this.book.head.as_of) - Date.now();
    if (!Number.isFinite(this.clockMs) || Math.abs(this.clockMs) < 30_000) this.clockMs = 0;
  }

  /** The whole book as it was when it was asked for. What was saved since and what is not saved yet stay over it. */
  adopt(book: Book, askedAt: number): void {
    const newer = this.book.items.filter(({ id }) => book.itemAt.has(id) && (this.itemsAskedAt.get(id) ?? askedAt) > askedAt);
    const { students } = this.book;
    this.book = book;
    this.bookVersion++;
    this.setClock();
    const carried = newer.length > 0 && putItems(book, { students, items: newer }) ? new Set(newer.map(({ id }) => id)) : null;
    this.putRecent((id) => !carried?.has(id), askedAt);
    this.layOver();
    this.figures = this.reckonAnew();
    this.watchDue();
    this.tellAll();
  }

  setPeriods(periods: readonly Period[]): void {
    if (periods.map(({ start, end }) => start + end).join() === this.periods.map(({ start, end }) => start + end).join()) return;
    this.periods = periods;
    this.bookVersion++;
    this.figures = this.reckonAnew();
    this.tellAll();
  }
  get chosenPeriods(): readonly Period[] {
    return this.periods;
  }

  /** Figures change when work falls due, with time alone. */
  private watchDue(): void {
    clearTimeout(this.dueTimer);
    const now = this.now();
    const next = Math.min(...this.book.items.flatMap(({ dueAt }) => (dueAt !== null && dueAt >= now ? [dueAt] : [])));
    if (!Number.isFinite(next)) return;
    this.dueTimer = setTimeout(
      () => {
        this.figures = this.reckonAnew();
        this.watchDue();
        this.tellAll();
      },
      Math.min(next - now + 1, 2 ** 31 - 1),
    );
  }

  private put(cell: GradedCell): CellPlace | null {
    const place = this.placeOf(cell.courseWorkId, cell.account_id);
    if (!place || !this.book.items[place.item]!.isLoaded) return null;
    putCell(this.book.items[place.item]!, place.student, cell);
    return place;
  }

  private putNote(itemId: number, studentId: number, hasNote: boolean): void {
    const place = this.placeOf(itemId, studentId);
    if (!place || !this.book.items[place.item]!.isLoaded) return;
    const { noted } = this.book.items[place.item]!;
    if (hasNote) noted.add(place.student);
    else noted.delete(place.student);
  }

  /**
   * Cells as the server says they are now, by an event, or by an answer to a call that went out at `since`. One may come after
   * the other, and after what became of the cell later. `by`: the account that gave them, where that is known.
   */
  take(cells: readonly GradedCell[], { since, by = null }: { since?: number; by?: number | null } = {}): void {
    const told = new Set<number>();
    const at = performance.now();
    const open = new Set<number>();
    for (const cell of cells) {
      told.add(cell.account_id);
      if (cell.revision > 0 && cell.revision <= (this.revisions.get(keyOf(cell.courseWorkId, cell.account_id)) ?? 0)) continue;
      this.recent.push({ since: since ?? at, at, itemId: cell.courseWorkId, put: () => this.put(cell) });
      if (since !== undefined && since < this.askedAt) open.add(cell.courseWorkId);
      const key = keyOf(cell.courseWorkId, cell.account_id);
      if (cell.revision > 0) this.revisions.set(key, cell.revision);
      this.authors.set(key, { value: valueOf({ grade: cell.draftGrade, isExcused: cell.excused }), accountId: by, at: this.now() });
      const place = this.put(cell);
      if (place) this.figures.change(place.item, place.student);
    }
    this.tell(told);
    if (open.size > 0) this.askAnew([...open]);
  }

  /** Whose a grade in a cell is and since when, as far as this page heard. */
  authorOf(itemId: number, studentId: number, value: CellValue): Author {
    const known = this.authors.get(keyOf(itemId, studentId));
    return known?.value === value ? { accountId: known.accountId, at: known.at } : { accountId: null, at: this.now() };
  }

  /** Whether a cell has a private note now. */
  takeNote(itemId: number, studentId: number, hasNote: boolean): void {
    const at = performance.now();
    const put = () => this.putNote(itemId, studentId, hasNote);
    this.recent.push({ since: at, at, itemId, put });
    put();
    this.tell([studentId]);
  }

  /** Some items as they were when they were asked for. False: the class is another by now, and all of it has to be asked for. */
  takeItems({ book, askedAt }: LoadedBook): boolean {
    const items = book.items.filter(({ id }) => (this.itemsAskedAt.get(id) ?? 0) <= askedAt);
    const places = putItems(this.book, { ...book, items });
    if (!places) return false;
    for (const { id } of items) this.itemsAskedAt.set(id, askedAt);
    for (const place of places) for (let student = 0; student < this.book.students.length; student++) this.figures.change(place, student);
    const taken = new Set(items.map(({ id }) => id));
    this.putRecent((id) => taken.has(id), askedAt);
    this.tellAll();
    return true;
  }

  /** What came since these columns were asked for stays over them. Which of the two is newer may be open: then they are asked for anew. */
  private putRecent(isAmong: (itemId: number) => boolean, askedAt: number): void {
    this.askedAt = Math.max(this.askedAt, askedAt);
    this.recent = this.recent.filter(({ at }) => at > performance.now() - LATE_ANSWER_MS);
    const open = new Set<number>();
    for (const { since, at, itemId, put } of this.recent) {
      if (at <= askedAt || !isAmong(itemId)) continue;
      put();
      if (since < askedAt && this.book.itemAt.has(itemId)) open.add(itemId);
    }
    if (open.size > 0) this.askAnew([...open]);
  }

  stop(): void {
    clearTimeout(this.dueTimer);
    this.figures.stop();
  }
}
