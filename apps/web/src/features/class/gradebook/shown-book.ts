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

/** The places of a cell's item and student in the book. */
export interface CellPlace {
  item: number;
  student: number;
}

/** The author and time of a grade; null if unknown. */
export interface Author {
  accountId: number | null;
  /** In milliseconds since 1970. */
  at: number;
}

/** The time within which a response requested before a save may still arrive. */
const LATE_ANSWER_MS = 120_000;

/** A class's gradebook as the server has it, kept up to date, with the figures that include the edits over it. */
export abstract class ShownBook extends Watched {
  private book: Book;
  private figures: Figures;
  private periods: readonly Period[];
  /** Recently received cells and notes. Each value was true at some moment since `since` and arrived at `at`. */
  private recent: { since: number; at: number; itemId: number; put: () => void }[] = [];
  /** The request time of the newest loaded columns, followed by those of columns that were loaded separately. */
  private askedAt = Number.NEGATIVE_INFINITY;
  private readonly itemsAskedAt = new Map<number, number>();
  /** Requests the current state of items from the server. The follower of the class sets this. */
  askAnew: (itemIds: readonly number[]) => void = () => undefined;
  /** The revisions of grades that were received one by one, by cell. Anything older is ignored. */
  private readonly revisions = new Map<string, number>();
  /** The authors of grades that were received in events, by cell. */
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

  /** Returns the value that overrides the server's in a cell, or undefined if none does. */
  abstract valueOver(item: number, student: number): CellValue | undefined;
  /** Rebuilds the overlay after the book was replaced, since places have changed. */
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

  /** Returns the server's value of a cell, as far as this page knows. */
  baseValue(item: number, student: number): CellValue {
    return valueOf(toGradeCell(this.book.items[item]!, student));
  }

  /** Returns a student's figures, or null if not everything that they depend on is loaded. */
  figuresOf(student: number): StudentFigures | null {
    return this.book.isWhole ? this.figures.of(student) : null;
  }
  estimateOf(student: number, period: number | 'overall'): number | null {
    return this.book.isWhole ? this.figures.estimateOf(student, period) : null;
  }
  basisOf(student: number): Basis {
    return this.figures.basisOf(student);
  }
  /** Returns the same figure as the student sees it, from returned grades only. */
  studentSees(student: number, period: number | null): number | null {
    return this.figures.ofReturned(student, period, (item) => assignedOf(this.book.items[item]!, student));
  }
  classAverages(): Averages | null {
    return this.book.isWhole ? this.figures.ofClass() : null;
  }
  itemAverage(item: number): number | null {
    return this.book.items[item]?.isLoaded ? this.figures.ofItem(item) : null;
  }

  /** Counts, by item, the grades that changed since they were returned. */
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
  /** Reports that the overlay of a cell has changed. */
  protected changed({ item, student }: CellPlace): void {
    this.figures.change(item, student);
  }

  /** Reports that some of a student's cells have changed. */
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

  /**
   * Replaces the whole book with the one requested at `askedAt`. Values saved since and unsaved edits stay over it.
   */
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

  /** Updates figures when work becomes due, since time alone changes them. */
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
   * Applies the server's current cells from an event, or from the response to a call sent at `since`. The two can
   * arrive in either order, and out of date. `by`: the account that gave the grades, if known.
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

  /** Returns the author and time of a cell's grade, as far as this page knows. */
  authorOf(itemId: number, studentId: number, value: CellValue): Author {
    const known = this.authors.get(keyOf(itemId, studentId));
    return known?.value === value ? { accountId: known.accountId, at: known.at } : { accountId: null, at: this.now() };
  }

  /** Records whether a cell has a private note. */
  takeNote(itemId: number, studentId: number, hasNote: boolean): void {
    const at = performance.now();
    const put = () => this.putNote(itemId, studentId, hasNote);
    this.recent.push({ since: at, at, itemId, put });
    put();
    this.tell([studentId]);
  }

  /**
   * Applies some items as they were when requested. Returns false if the class has changed, so that all of it has to be
   * requested.
   */
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

  /**
   * Reapplies what arrived after these columns were requested. If it is unclear which is newer, requests the columns
   * again.
   */
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
