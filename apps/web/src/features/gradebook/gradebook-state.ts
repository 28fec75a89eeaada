import type { GradedCell, RefusedCell } from '@classwright/contract/submissions';
import type { GradeCell } from '@classwright/rules/grading/figures';
import type { GradeProblem } from '@classwright/rules/grading/grades';
import { assignedOf, type Book, type CellValue, cellAfter, putCell, takesGrades, toGradeCell, valueOf, withValue } from './book.ts';
import type { LoadedBook } from './book.ts';
import type { Period } from './columns.ts';
import { type Edit, isOnItsWay, keyOf, toTyped, typeInto } from './edits.ts';
import { type Averages, Figures, type StudentFigures } from './figures.ts';
import type { KeptEdits } from './kept-edits.ts';

/** A cell as it is shown. */
export interface SeenCell extends GradeCell {
  /** What the student sees. */
  assigned: number | null;
  edit: Edit | undefined;
  /** Saved a moment ago. */
  isSaved: boolean;
}

export interface Counts {
  saved: number;
  saving: number;
  failed: number;
}

export interface StateWords {
  problem: (problem: GradeProblem) => string;
  withoutPoints: string;
  unassigned: string;
}

interface StateOptions {
  book: Book;
  /** When the book was asked for, by the steady counter. */
  askedAt: number;
  periods: readonly Period[];
  kept: KeptEdits;
  words: StateWords;
  /** Something waits to be sent. */
  onWaiting: () => void;
}

/** How long a cell says that it is saved. */
const SAVED_MS = 4_000;
/** An answer that was asked for before a cell was saved may come this much later. */
const LATE_ANSWER_MS = 120_000;

type Listener = () => void;

/**
 * A class's gradebook on this page: what the server has, and over it what was typed and is not saved yet. Rows and totals
 * are watched apart, so that an edit draws one row anew.
 */
export class GradebookState {
  private book: Book;
  private readonly edits = new Map<string, Edit>();
  /** The same by place: of items, then of students. */
  private overlay: (Map<number, Edit> | undefined)[] = [];
  private figures: Figures;
  private periods: readonly Period[];
  private readonly justSaved = new Set<string>();
  private recent: { at: number; cell: GradedCell }[] = [];
  /** Of the grades that were named one by one, by cell: what is older comes too late. */
  private readonly revisions = new Map<string, number>();
  private savedCount = 0;
  private readonly rowListeners = new Map<number, Set<Listener>>();
  private readonly rowVersions = new Map<number, number>();
  private readonly listeners = new Set<Listener>();
  private version = 0;
  private bookVersion = 0;
  private dueTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly savedTimers = new Set<ReturnType<typeof setTimeout>>();
  private clockMs = 0;
  private readonly kept: KeptEdits;
  private readonly words: StateWords;
  private readonly onWaiting: () => void;

  constructor({ book, askedAt, periods, kept, words, onWaiting }: StateOptions) {
    this.kept = kept;
    this.words = words;
    this.onWaiting = onWaiting;
    this.periods = periods;
    this.book = book;
    this.figures = this.reckonAnew();
    this.adopt(book, askedAt);
    for (const edit of kept.list()) {
      const known = this.edits.get(keyOf(edit.itemId, edit.studentId));
      if (!known) this.takeUp(edit);
    }
  }

  // ---- what is shown

  get current(): Book {
    return this.book;
  }

  now = (): number => Date.now() + this.clockMs;

  cell(item: number, student: number): GradeCell {
    const base = toGradeCell(this.book.items[item]!, student);
    const value = this.overlay[item]?.get(student)?.value;
    return value === undefined ? base : withValue(base, value);
  }

  seen(item: number, student: number): SeenCell {
    const work = this.book.items[item]!;
    const key = keyOf(work.id, this.book.students[student]!.id);
    return { ...this.cell(item, student), assigned: assignedOf(work, student), edit: this.edits.get(key), isSaved: this.justSaved.has(key) };
  }

  /** What the server has there as far as this page knows. */
  baseValue(item: number, student: number): CellValue {
    return valueOf(toGradeCell(this.book.items[item]!, student));
  }

  figuresOf(student: number): StudentFigures {
    return this.figures.of(student);
  }
  estimateOf(student: number, period: number | 'overall'): number | null {
    return this.figures.estimateOf(student, period);
  }
  explain(student: number, period: number | null) {
    return this.figures.explain(student, period);
  }
  /** The same figure as the student sees it: of what was returned. */
  studentSees(student: number, period: number | null): number | null {
    return this.figures.ofReturned(student, period, (item) => assignedOf(this.book.items[item]!, student));
  }
  classAverages(): Averages | null {
    return this.figures.ofClass();
  }
  itemAverage(item: number): number | null {
    return this.figures.ofItem(item);
  }

  /** Null: grades can be typed there. Else why not, in words. */
  refusalAt(item: number, student: number): string | null {
    const work = this.book.items[item];
    if (!work) return this.words.unassigned;
    if (!takesGrades(work)) return this.words.withoutPoints;
    return toGradeCell(work, student).mark === '-' ? this.words.unassigned : null;
  }

  counts(): Counts {
    let [saving, failed] = [0, 0];
    for (const edit of this.edits.values()) {
      if (isOnItsWay(edit)) saving++;
      else failed++;
    }
    return { saved: this.savedCount, saving, failed };
  }

  /** Graded anew since it was returned, by item. */
  countChangedSinceReturned(): number {
    let count = 0;
    for (const item of this.book.items)
      for (const [student, assigned] of item.assigned) {
        const { mark, grade } = toGradeCell(item, student);
        if ((mark === 'r' || mark === 'R') && grade !== assigned) count++;
      }
    return count;
  }

  // ---- who watches

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  getVersion = (): number => this.version;
  getBookVersion = (): number => this.bookVersion;

  subscribeRow(studentId: number, listener: Listener): () => void {
    const known = this.rowListeners.get(studentId) ?? new Set();
    this.rowListeners.set(studentId, known.add(listener));
    return () => void known.delete(listener);
  }
  rowVersion(studentId: number): number {
    return this.rowVersions.get(studentId) ?? 0;
  }

  private tell(studentIds: Iterable<number>): void {
    for (const id of studentIds) {
      this.rowVersions.set(id, this.rowVersion(id) + 1);
      for (const listener of this.rowListeners.get(id) ?? []) listener();
    }
    this.version++;
    for (const listener of this.listeners) listener();
  }
  private tellAll(): void {
    this.tell(this.book.students.map(({ id }) => id));
  }

  // ---- what comes from the server

  private reckonAnew(): Figures {
    this.figures?.stop();
    return new Figures({
      ...{ book: this.book, periods: this.periods, now: this.now },
      cellAt: (item, student) => this.cell(item, student),
      onAverages: () => this.tell([]),
    });
  }

  /** The whole book as it was when it was asked for. What was saved since and what is not saved yet stay over it. */
  adopt(book: Book, askedAt: number): void {
    this.book = book;
    this.bookVersion++;
    this.clockMs = Date.parse(book.head.as_of) - Date.now();
    if (!Number.isFinite(this.clockMs) || Math.abs(this.clockMs) < 30_000) this.clockMs = 0;
    this.recent = this.recent.filter(({ at }) => at > performance.now() - LATE_ANSWER_MS);
    for (const { at, cell } of this.recent) if (at > askedAt) this.put(cell);
    this.overlay = [];
    for (const edit of this.edits.values()) this.lay(edit);
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

  private put(cell: GradedCell): { item: number; student: number } | null {
    const item = this.book.itemAt.get(cell.courseWorkId);
    const student = this.book.studentAt.get(cell.account_id);
    if (item === undefined || student === undefined) return null;
    putCell(this.book.items[item]!, student, cell);
    return { item, student };
  }

  /** Cells as the server says they are now. */
  take(cells: readonly GradedCell[]): void {
    const told = new Set<number>();
    for (const cell of cells) {
      this.recent.push({ at: performance.now(), cell });
      if (cell.revision > 0) this.revisions.set(keyOf(cell.courseWorkId, cell.account_id), cell.revision);
      const place = this.put(cell);
      if (place) this.figures.change(place.item, place.student);
      told.add(cell.account_id);
    }
    this.tell(told);
  }

  /** The same by an event, which may come after the answer to a later change. */
  takeEvent(cells: readonly GradedCell[]): void {
    this.take(cells.filter(({ courseWorkId, account_id, revision }) => revision > (this.revisions.get(keyOf(courseWorkId, account_id)) ?? 0)));
  }

  /** Some items as they were when they were asked for. False: the class is another by now, and all of it has to be asked for. */
  takeItems({ book, askedAt }: LoadedBook): boolean {
    const { students, items, itemAt } = this.book;
    const isSameClass = book.students.length === students.length && book.students.every(({ id }, place) => students[place]!.id === id);
    if (!isSameClass || book.items.some(({ id }) => !itemAt.has(id))) return false;
    for (const item of book.items) {
      const place = itemAt.get(item.id)!;
      const { draft, marks, assigned, excused } = item;
      items[place] = { ...items[place]!, draft, marks, assigned, excused };
      for (let student = 0; student < students.length; student++) this.figures.change(place, student);
    }
    for (const { at, cell } of this.recent) if (at > askedAt) this.put(cell);
    this.tellAll();
    return true;
  }

  // ---- what is typed

  private lay(edit: Edit): void {
    const item = this.book.itemAt.get(edit.itemId);
    const student = this.book.studentAt.get(edit.studentId);
    if (item === undefined || student === undefined) return;
    (this.overlay[item] ??= new Map()).set(student, edit);
  }

  /** Undefined: there is none any more. */
  private set(itemId: number, studentId: number, edit: Edit | undefined): void {
    const key = keyOf(itemId, studentId);
    const item = this.book.itemAt.get(itemId);
    const student = this.book.studentAt.get(studentId);
    this.justSaved.delete(key);
    if (edit) {
      this.edits.set(key, edit);
      this.lay(edit);
    } else {
      this.edits.delete(key);
      if (item !== undefined && student !== undefined) this.overlay[item]?.delete(student);
    }
    if (item !== undefined && student !== undefined) this.figures.change(item, student);
  }

  private typing(itemId: number, studentId: number, typed: string, isOfSeveral: boolean, was?: CellValue): Edit | null | undefined {
    const item = this.book.itemAt.get(itemId);
    const student = this.book.studentAt.get(studentId);
    if (item === undefined || student === undefined) return undefined;
    return typeInto(this.edits.get(keyOf(itemId, studentId)), {
      ...{ itemId, studentId, typed, isOfSeveral },
      maxPoints: this.book.items[item]!.maxPoints,
      base: was === undefined ? this.baseValue(item, student) : was,
      refusal: this.refusalAt(item, student),
      wordsOf: this.words.problem,
    });
  }

  /** Takes in what was typed, by ids. Each is on the device before anything is sent. Returns how many cannot be saved as they are. */
  type(cells: readonly { itemId: number; studentId: number; typed: string }[]): number {
    const told = new Set<number>();
    let [wrong, waiting] = [0, 0];
    for (const { itemId, studentId, typed } of cells) {
      const edit = this.typing(itemId, studentId, typed, cells.length > 1);
      if (edit === undefined) continue;
      if (edit) this.kept.put(edit);
      else this.kept.drop({ itemId, studentId });
      this.set(itemId, studentId, edit ?? undefined);
      if (edit?.state === 'invalid') wrong++;
      else if (edit) waiting++;
      told.add(studentId);
    }
    this.tell(told);
    if (waiting > 0) this.onWaiting();
    return wrong;
  }

  /** Goes on with what the device kept. What belongs to nothing here stays on the device. */
  private takeUp({ itemId, studentId, typed, was }: { itemId: number; studentId: number; typed: string; was: CellValue }): void {
    const edit = this.typing(itemId, studentId, typed, false, was);
    if (edit === undefined) return;
    if (edit === null) return this.kept.drop({ itemId, studentId });
    this.set(itemId, studentId, edit);
    this.tell([studentId]);
    if (edit.state === 'waiting') this.onWaiting();
  }

  /** Gives an edit up: the cell shows what the server has. */
  putBack(itemId: number, studentId: number): void {
    this.kept.drop({ itemId, studentId });
    this.set(itemId, studentId, undefined);
    this.tell([studentId]);
  }

  /** Sends a value again that was not saved; over what somebody else put there, it names that as what was seen. */
  retry(itemId: number, studentId: number): void {
    const edit = this.edits.get(keyOf(itemId, studentId));
    if (!edit || edit.value === undefined || isOnItsWay(edit)) return;
    const was = edit.newer ? edit.newer.value : edit.was;
    this.replace({ ...edit, was, newer: null, state: 'waiting', cause: null });
    this.tell([studentId]);
    this.onWaiting();
  }

  private replace(edit: Edit): void {
    this.kept.put(edit);
    this.set(edit.itemId, edit.studentId, edit);
  }

  // ---- what becomes of what is sent

  /** What is to be sent next, the first that were typed first. */
  listWaiting(most: number): Edit[] {
    const waiting: Edit[] = [];
    for (const edit of this.edits.values()) {
      if (edit.state === 'waiting') waiting.push(edit);
      if (waiting.length === most) break;
    }
    return waiting;
  }

  /** Not sent yet, and nobody is waiting for it but the typist. Gives them up, the newest act of this page. */
  dropWaiting(): number {
    const waiting = this.listWaiting(Number.POSITIVE_INFINITY);
    for (const { itemId, studentId } of waiting) this.putBack(itemId, studentId);
    return waiting.length;
  }

  /** They go out. Returns them as they are now, to be named again with what became of them. */
  markSending(edits: readonly Edit[]): Edit[] {
    const sending = edits.map((edit): Edit => ({ ...edit, state: 'sending' }));
    for (const edit of sending) this.set(edit.itemId, edit.studentId, edit);
    this.tell(new Set(sending.map(({ studentId }) => studentId)));
    return sending;
  }

  /** The one that was sent is still the newest of its cell. */
  private isNewest(sent: Edit): boolean {
    return this.edits.get(keyOf(sent.itemId, sent.studentId)) === sent;
  }

  confirm(sent: readonly Edit[], cells: readonly GradedCell[]): void {
    const byKey = new Map(sent.map((edit) => [keyOf(edit.itemId, edit.studentId), edit]));
    const saved: string[] = [];
    for (const cell of cells) {
      const key = keyOf(cell.courseWorkId, cell.account_id);
      const edit = byKey.get(key);
      if (!edit) continue;
      this.savedCount++;
      const later = this.edits.get(key);
      if (later === edit) {
        this.kept.drop(edit);
        this.set(edit.itemId, edit.studentId, undefined);
        saved.push(key);
      } else if (later) this.replace({ ...later, was: valueOf({ grade: cell.draftGrade, isExcused: cell.excused }), unknown: [] });
    }
    for (const key of saved) this.justSaved.add(key);
    this.take(cells);
    const timer = setTimeout(() => {
      this.savedTimers.delete(timer);
      for (const key of saved) this.justSaved.delete(key);
      this.tell(new Set(cells.map(({ account_id }) => account_id)));
    }, SAVED_MS);
    this.savedTimers.add(timer);
  }

  /** Saved as they were sent, though the server has not named them one by one. */
  confirmUnnamed(sent: readonly Edit[]): void {
    this.confirm(
      sent,
      sent.flatMap(({ itemId, studentId, value }) => {
        const item = this.book.itemAt.get(itemId);
        const student = this.book.studentAt.get(studentId);
        return item === undefined || student === undefined || value === undefined ? [] : [cellAfter(this.book.items[item]!, student, studentId, value)];
      }),
    );
  }

  /** What became of them is not known: they wait to be sent again, which changes nothing where they are saved. */
  waitAgain(sent: readonly Edit[]): void {
    for (const edit of sent) if (this.isNewest(edit)) this.set(edit.itemId, edit.studentId, { ...edit, state: 'waiting' });
    this.tell(new Set(sent.map(({ studentId }) => studentId)));
  }

  /** What the server named as not saved. Returns how many wait to be sent again: what an earlier try of this page had put there is no conflict. */
  refuse(sent: readonly Edit[], refused: readonly RefusedCell[]): number {
    const byKey = new Map(sent.map((edit) => [keyOf(edit.itemId, edit.studentId), edit]));
    const newer: GradedCell[] = [];
    let again = 0;
    for (const one of refused) {
      const edit = byKey.get(keyOf(one.courseWorkId ?? 0, one.account_id ?? 0));
      const latest = edit && this.edits.get(keyOf(edit.itemId, edit.studentId));
      if (!edit || !latest) continue;
      if (one.newer) newer.push(one.newer);
      const there = one.newer && valueOf({ grade: one.newer.draftGrade, isExcused: one.newer.excused });
      if (one.newer && (latest.unknown.includes(there) || latest.value === there)) {
        again++;
        this.replace({ ...latest, was: there, unknown: [], state: latest.value === undefined ? 'invalid' : 'waiting' });
      } else if (one.code === 'GRADE_CHANGED' && one.newer)
        this.replace({ ...latest, state: 'conflict', cause: one.message, newer: { value: there, by: one.newer.changed_by, at: one.newer.changed_at } });
      else this.replace({ ...latest, state: 'failed', cause: one.message, isPassing: false });
    }
    this.take(newer);
    this.tell(new Set(sent.map(({ studentId }) => studentId)));
    return again;
  }

  /** The whole call failed. Whether it took effect may be unknown. */
  fail(sent: readonly Edit[], cause: string, isPassing: boolean): void {
    for (const edit of sent) {
      if (!this.isNewest(edit)) continue;
      const unknown = isPassing && edit.value !== undefined ? [...edit.unknown.filter((value) => value !== edit.value), edit.value] : edit.unknown;
      this.replace({ ...edit, state: 'failed', cause, isPassing, unknown });
    }
    this.tell(new Set(sent.map(({ studentId }) => studentId)));
  }

  /** What failed for a reason that may have passed goes out again. */
  retryPassing(): void {
    const told = new Set<number>();
    for (const edit of [...this.edits.values()]) {
      if (edit.state !== 'failed' || !edit.isPassing) continue;
      this.replace({ ...edit, state: 'waiting', cause: null });
      told.add(edit.studentId);
    }
    if (told.size === 0) return;
    this.tell(told);
    this.onWaiting();
  }

  hasPassing(): boolean {
    return [...this.edits.values()].some(({ state, isPassing }) => state === 'failed' && isPassing);
  }

  /** Everything that is not saved and needs somebody, by row and column. */
  listFailed(): Edit[] {
    return [...this.edits.values()].filter((edit) => !isOnItsWay(edit));
  }

  typedAt(item: number, student: number): string {
    const { edit, ...cell } = this.seen(item, student);
    return edit ? edit.typed : toTyped(valueOf(cell));
  }

  stop(): void {
    clearTimeout(this.dueTimer);
    for (const timer of this.savedTimers) clearTimeout(timer);
    this.figures.stop();
  }
}
