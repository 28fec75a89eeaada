import type { GradedCell, RefusedCell } from '@classwright/contract/class/submissions/calls';
import { cellAfter, valueOf } from './book.ts';
import { type Edit, isOnItsWay, keyOf } from './edits.ts';
import { TypedBook, type Unsaved } from './typed-book.ts';

/** What became of what was typed on this page. */
export interface Counts {
  saved: number;
  saving: number;
  failed: number;
}

/** How long a cell says that it is saved. */
const SAVED_MS = 4_000;

/** A class's gradebook on this page: what the server has, over it what was typed, and what becomes of that as it is sent. */
export class GradebookState extends TypedBook {
  private savedCount = 0;
  private readonly savedTimers = new Set<ReturnType<typeof setTimeout>>();
  /** When the last call went out; there is one at a time. */
  private sentAt = 0;

  counts(): Counts {
    let [saving, failed] = [0, 0];
    for (const edit of this.edits.values()) {
      if (isOnItsWay(edit)) saving++;
      else failed++;
    }
    return { saved: this.savedCount, saving, failed: failed + this.strays.size };
  }

  /** What is to be sent next, the first that were typed first. */
  listWaiting(most: number): Edit[] {
    const waiting: Edit[] = [];
    for (const edit of this.edits.values()) {
      if (edit.state === 'waiting') waiting.push(edit);
      if (waiting.length === most) break;
    }
    return waiting;
  }

  /** Gives up the newest act of this page that has not been sent: a grade that was typed alone, or a paste. Returns how many cells it was. */
  dropNewest(): number {
    const waiting = this.listWaiting(Number.POSITIVE_INFINITY);
    const newest = waiting.at(-1);
    const dropped = newest && newest.group !== null ? waiting.filter(({ group }) => group === newest.group) : waiting.slice(-1);
    for (const { itemId, studentId } of dropped) this.putBack(itemId, studentId);
    return dropped.length;
  }

  /** They go out. Returns them as they are now, to be named again with what became of them. */
  markSending(edits: readonly Edit[]): Edit[] {
    this.sentAt = performance.now();
    const sending = edits.map((edit): Edit => ({ ...edit, state: 'sending', over: null }));
    for (const edit of sending) this.set(edit.itemId, edit.studentId, edit);
    this.tell(new Set(sending.map(({ studentId }) => studentId)));
    return sending;
  }

  /** The one that was sent is still the newest of its cell. */
  private isNewest(sent: Edit): boolean {
    return this.edits.get(keyOf(sent.itemId, sent.studentId)) === sent;
  }

  /** What was sent is another edit now: in its cell, or below what was typed over it meanwhile. */
  private become(sent: Edit, now: Edit): void {
    const later = this.edits.get(keyOf(sent.itemId, sent.studentId));
    if (later === sent) this.replace(now);
    else if (later?.over === sent) this.set(sent.itemId, sent.studentId, { ...later, over: now });
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
      } else if (later) this.replace({ ...later, was: valueOf({ grade: cell.draftGrade, isExcused: cell.excused }), unknown: [], over: null });
    }
    for (const key of saved) this.justSaved.add(key);
    this.take(cells, { since: this.sentAt });
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
        const place = this.placeOf(itemId, studentId);
        return !place || value === undefined ? [] : [cellAfter(this.current.items[place.item]!, place.student, studentId, value)];
      }),
    );
  }

  /** What became of them is not known: they wait to be sent again, which changes nothing where they are saved. */
  waitAgain(sent: readonly Edit[]): void {
    for (const edit of sent) this.become(edit, { ...edit, state: 'waiting' });
    this.tell(new Set(sent.map(({ studentId }) => studentId)));
  }

  /** What the server named as not saved. Returns how many wait to be sent again: what an earlier try of this page had put there, or what was seen when the newest was typed, is no conflict. */
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
      if (one.newer && (latest.unknown.includes(there) || latest.value === there || latest.was === there)) {
        again++;
        this.replace({ ...latest, was: there, unknown: [], over: null, state: latest.value === undefined ? 'invalid' : 'waiting' });
      } else if (one.code === 'GRADE_CHANGED' && one.newer)
        this.replace({
          ...latest,
          over: null,
          state: 'conflict',
          cause: one.message,
          newer: { value: there, by: one.newer.changed_by, at: one.newer.changed_at },
        });
      else this.replace({ ...latest, over: null, state: 'failed', cause: one.message, isPassing: false });
    }
    this.take(newer, { since: this.sentAt });
    this.tell(new Set(sent.map(({ studentId }) => studentId)));
    return again;
  }

  /** The whole call failed. Whether it took effect may be unknown. */
  fail(sent: readonly Edit[], cause: string, isPassing: boolean): void {
    for (const edit of sent) {
      const unknown = isPassing && edit.value !== undefined ? [...edit.unknown.filter((value) => value !== edit.value), edit.value] : edit.unknown;
      const failed: Edit = { ...edit, state: 'failed', cause, isPassing, unknown };
      // below another it is not tried again by itself, but when it shows again
      this.become(edit, isPassing && !this.isNewest(edit) ? { ...failed, state: 'waiting', cause: null } : failed);
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

  /** The same in words, with what belongs to no cell any more. */
  listUnsaved(): Unsaved[] {
    const failed = this.listFailed().map(
      ({ itemId, studentId, typed, newer, cause, value }): Unsaved => ({
        ...{ itemId, studentId, typed, newer, ...this.namesOf(itemId, studentId) },
        ...{ cause: cause ?? '', canRetry: value !== undefined },
      }),
    );
    return [...failed, ...this.strays.values()];
  }

  override stop(): void {
    super.stop();
    for (const timer of this.savedTimers) clearTimeout(timer);
  }
}
