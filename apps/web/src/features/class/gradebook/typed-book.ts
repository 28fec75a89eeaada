import type { GradeCell } from '@classwright/rules/grading/figures';
import type { GradeProblem } from '@classwright/rules/grading/grades';
import { assignedOf, type CellValue, takesGrades, toGradeCell, valueOf } from './book.ts';
import { type Edit, isOnItsWay, keyOf, type Opening, refusalOf, toTyped, typeInto } from './edits.ts';
import type { KeptEdits } from '../grade-outbox/index.ts';

import { type Author, type CellPlace, ShownBook, type ShownOptions } from './shown-book.ts';

/** A cell as it is displayed. */
export interface SeenCell extends GradeCell {
  /** The grade that the student sees. */
  assigned: number | null;
  edit: Edit | undefined;
  /** False when nothing is known about it yet. */
  isLoaded: boolean;
  /** True for a moment after it was saved. */
  isSaved: boolean;
  /** True when the staff have a private note on it. */
  hasNote: boolean;
}

/** A value that someone else saved in a cell while an editor is open there. */
export interface NewerGrade extends Author {
  value: CellValue;
}

/** The value typed into a cell. Without `opening`, what the cell shows now counts as seen. */
export interface TypedCell {
  itemId: number;
  studentId: number;
  typed: string;
  opening?: Opening;
}

/** The student and the work of a typed grade. */
export interface NamedCell {
  student: string;
  work: string;
}

/** A typed grade that needs attention, with the names from when it was typed. */
export interface Unsaved extends NamedCell, Pick<Edit, 'itemId' | 'studentId' | 'typed' | 'newer'> {
  /** The reason why it is not saved, as text. */
  cause: string;
  /** True when the same value can be sent again. */
  canRetry: boolean;
}

export interface StateWords {
  problem: (problem: GradeProblem) => string;
  withoutPoints: string;
  unassigned: string;
  left: string;
  loading: string;
  /** The text for work or a student that is no longer in the class. */
  gone: string;
}

export interface TypedOptions extends ShownOptions {
  /** The store that keeps edits until they are saved. */
  kept: Pick<KeptEdits, 'put' | 'drop'>;
  words: StateWords;
  /** Called when something waits to be sent. */
  onWaiting: () => void;
}

/**
 * A class's gradebook with the typed edits that are not known to be saved. Each edit is stored on the device first.
 */
export abstract class TypedBook extends ShownBook {
  /** True when edits are only tried out, neither kept nor sent. */
  readonly isTryOut: boolean = false;
  protected readonly edits = new Map<string, Edit>();
  /** The edits by place: items first, then students. */
  private overlay: (Map<number, Edit> | undefined)[] = [];
  /** The number of edit groups so far: pastes, clearings and earlier visits of this page. */
  private groupCount = 0;
  /** Edits of this class kept on the device for cells that no longer exist. */
  protected readonly strays = new Map<string, Unsaved>();
  private readonly names = new Map<string, NamedCell>();
  /** Cells that show that they are saved. */
  protected readonly justSaved = new Set<string>();
  protected readonly kept: Pick<KeptEdits, 'put' | 'drop'>;
  readonly words: StateWords;
  protected readonly onWaiting: () => void;

  constructor({ kept, words, onWaiting, ...shown }: TypedOptions) {
    super(shown);
    this.kept = kept;
    this.words = words;
    this.onWaiting = onWaiting;
  }

  valueOver(item: number, student: number): CellValue | undefined {
    return this.overlay[item]?.get(student)?.value;
  }
  protected layOver(): void {
    this.overlay = [];
    for (const edit of this.edits.values()) this.lay(edit);
  }

  seen(item: number, student: number): SeenCell {
    const work = this.current.items[item]!;
    const key = keyOf(work.id, this.current.students[student]!.id);
    return {
      ...{ ...this.cell(item, student), assigned: assignedOf(work, student), edit: this.edits.get(key) },
      ...{ isLoaded: work.isLoaded, isSaved: this.justSaved.has(key), hasNote: work.noted.has(student) },
    };
  }

  /** Returns null if grades can be typed there, else the reason as text. */
  refusalAt(item: number, student: number): string | null {
    const work = this.current.items[item];
    if (!work) return this.words.unassigned;
    if (this.current.students[student]?.hasLeft) return this.words.left;
    if (!takesGrades(work)) return this.words.withoutPoints;
    if (!work.isLoaded) return this.words.loading;
    return toGradeCell(work, student).mark === '-' ? this.words.unassigned : null;
  }

  typedAt(item: number, student: number): string {
    const { edit, ...cell } = this.seen(item, student);
    return edit ? edit.typed : toTyped(valueOf(cell));
  }

  /** Opens an editor in a cell. What the cell shows now counts as seen by its author. */
  open(item: number, student: number): Opening {
    const { id: itemId } = this.current.items[item]!;
    const { id: studentId } = this.current.students[student]!;
    const { edit, ...cell } = this.seen(item, student);
    const base = this.baseValue(item, student);
    const seen = !edit ? valueOf(cell) : edit.newer ? edit.newer.value : edit.value === undefined ? edit.was : edit.value;
    return { itemId, studentId, text: this.typedAt(item, student), seen, base, newer: edit?.newer ?? null };
  }

  /** Returns the value that someone else saved in a cell since an editor opened there, or null. */
  newcomerIn({ itemId, studentId, seen, base }: Opening): NewerGrade | null {
    const place = this.placeOf(itemId, studentId);
    if (!place) return null;
    const value = this.baseValue(place.item, place.student);
    return value === base || value === seen ? null : { value, ...this.authorOf(itemId, studentId, value) };
  }

  private namesAt({ item, student }: CellPlace): NamedCell {
    return { student: this.current.students[student]!.name, work: this.current.items[item]!.title };
  }

  protected namesOf(itemId: number, studentId: number): NamedCell {
    const place = this.placeOf(itemId, studentId);
    return place ? this.namesAt(place) : (this.names.get(keyOf(itemId, studentId)) ?? { student: '', work: '' });
  }

  private keep(edit: Edit): void {
    this.kept.put({ ...edit, refusal: refusalOf(edit), ...this.namesOf(edit.itemId, edit.studentId) });
  }

  private lay(edit: Edit): void {
    const place = this.placeOf(edit.itemId, edit.studentId);
    if (place) (this.overlay[place.item] ??= new Map()).set(place.student, edit);
  }

  /** Sets a cell's edit. Undefined removes it. */
  protected set(itemId: number, studentId: number, edit: Edit | undefined): void {
    const key = keyOf(itemId, studentId);
    const place = this.placeOf(itemId, studentId);
    this.justSaved.delete(key);
    if (place) this.names.set(key, this.namesAt(place));
    if (edit) {
      this.edits.set(key, edit);
      this.lay(edit);
    } else {
      this.edits.delete(key);
      if (place) this.overlay[place.item]?.delete(place.student);
    }
    if (place) this.changed(place);
  }

  private typing({ itemId, studentId, typed, opening }: TypedCell, group: number | null, was?: CellValue): Edit | null | undefined {
    const place = this.placeOf(itemId, studentId);
    if (!place || !this.current.items[place.item]!.isLoaded) return undefined;
    return typeInto(this.edits.get(keyOf(itemId, studentId)), {
      ...{ itemId, studentId, typed, group, opening },
      maxPoints: this.current.items[place.item]!.maxPoints,
      base: was === undefined ? this.baseValue(place.item, place.student) : was,
      refusal: this.refusalAt(place.item, place.student),
      wordsOf: this.words.problem,
    });
  }

  /** Returns a new group for several edits, or null for a single one. */
  private nextGroup(count: number): number | null {
    return count > 1 ? (this.groupCount += 1) : null;
  }

  /**
   * Accepts typed values, by ids. Each is on the device before anything is sent. Returns how many cannot be saved as
   * they are.
   */
  type(cells: readonly TypedCell[]): number {
    const told = new Set<number>();
    let [wrong, waiting] = [0, 0];
    const group = this.nextGroup(cells.length);
    for (const cell of cells) {
      const { itemId, studentId } = cell;
      const edit = this.typing(cell, group);
      // The newest is last: it is sent last and undone first.
      this.edits.delete(keyOf(itemId, studentId));
      if (edit === undefined) continue;
      if (edit) this.keep(edit);
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

  /**
   * Resumes the edits kept on the device. Edits whose cell no longer exists are listed as not saved. Values typed here
   * since are newer and win.
   */
  takeUp(kept: readonly (Pick<Edit, 'itemId' | 'studentId' | 'typed' | 'was'> & Partial<NamedCell>)[]): void {
    const told = new Set<number>();
    const group = this.nextGroup(kept.length);
    for (const { itemId, studentId, typed, was, student = '', work = '' } of kept) {
      const key = keyOf(itemId, studentId);
      if (this.edits.has(key)) continue;
      if (!this.placeOf(itemId, studentId)) {
        this.strays.set(key, { itemId, studentId, typed, student, work, newer: null, cause: this.words.gone, canRetry: false });
        told.add(studentId);
        continue;
      }
      const edit = this.typing({ itemId, studentId, typed }, group, was);
      if (edit === null) this.kept.drop({ itemId, studentId });
      if (!edit) continue;
      this.set(itemId, studentId, edit);
      told.add(studentId);
    }
    if (told.size === 0) return;
    this.tell(told);
    this.onWaiting();
  }

  /** Drops edits that another page of this device has sent or overwritten, since that page owns them. */
  leaveToOthers(edits: readonly Edit[]): void {
    for (const { itemId, studentId } of edits) this.set(itemId, studentId, undefined);
    if (edits.length > 0) this.tell(new Set(edits.map(({ studentId }) => studentId)));
  }

  /** Gives an edit up. The cell shows what was below it: the server's grade or one that is under way. */
  putBack(itemId: number, studentId: number): void {
    const over = this.edits.get(keyOf(itemId, studentId))?.over;
    if (over) this.replace(over);
    else {
      this.kept.drop({ itemId, studentId });
      this.set(itemId, studentId, undefined);
    }
    this.tell([studentId]);
    if (over?.state === 'waiting') this.onWaiting();
  }

  /**
   * Does the same as `putBack` for an edit that is known not to be saved. Returns what its author loses, or null if
   * nothing.
   */
  giveUp(itemId: number, studentId: number): (NamedCell & { typed: string }) | null {
    const key = keyOf(itemId, studentId);
    const stray = this.strays.get(key);
    const lost = this.edits.get(key) ?? stray;
    if (!lost) return null;
    const { student, work } = stray ?? this.namesOf(itemId, studentId);
    this.strays.delete(key);
    this.putBack(itemId, studentId);
    return { student, work, typed: lost.typed };
  }

  /** Sends an unsaved value again. If someone else changed the cell, it names their value as seen. */
  retry(itemId: number, studentId: number): void {
    const edit = this.edits.get(keyOf(itemId, studentId));
    if (!edit || edit.value === undefined || isOnItsWay(edit)) return;
    const was = edit.newer ? edit.newer.value : edit.was;
    this.replace({ ...edit, was, newer: null, over: null, state: 'waiting', cause: null });
    this.tell([studentId]);
    this.onWaiting();
  }

  protected replace(edit: Edit): void {
    this.keep(edit);
    this.set(edit.itemId, edit.studentId, edit);
  }
}
