import type { GradedCell, RefusedCell } from '@classwright/contract/class/submissions/calls';
import { cellAfter, valueOf } from './book.ts';
import { type Edit, isOnItsWay, keyOf } from './edits.ts';
import { TypedBook, type Unsaved } from './typed-book.ts';

/** The numbers of saved, saving and failed edits of this page. */
export interface Counts {
  saved: number;
  saving: number;
  failed: number;
}

/** The time in milliseconds during which a cell shows that it is saved. */
const SAVED_MS = 4_000;

/**
 * A class's gradebook on this page: the server's grades, the typed edits over them, and the state of each edit as it is
 * sent.
 */
export class GradebookState extends TypedBook {
  private savedCount = 0;
  private readonly savedTimers = new Set<ReturnType<typeof setTimeout>>();
  /** The time of the last call. Only one call runs at a time. */
  private sentAt = 0;

  counts(): Counts {
    let [saving, failed] = [0, 0];
    for (const edit of this.edits.values()) {
      if (isOnItsWay(edit)) saving++;
      else failed++;
    }
    return { saved: this.savedCount, saving, failed: failed + this.strays.size };
  }

  /** Lists the edits to send next, in the order in which they were typed. */
  listWaiting(most: number): Edit[] {
    const waiting: Edit[] = [];
    for (const edit of this.edits.values()) {
      if (edit.state === 'waiting') waiting.push(edit);
      if (waiting.length === most) break;
    }
    return waiting;
  }

  /** Drops this page's newest unsent act: a single typed grade or a paste. Returns the number of cells. */
  dropNewest(): number {
    const waiting = this.listWaiting(Number.POSITIVE_INFINITY);
    const newest = waiting.at(-1);
    const dropped = newest && newest.group !== null ? waiting.filter(({ group }) => group === newest.group) : waiting.slice(-1);
    for (const { itemId, studentId } of dropped) this.putBack(itemId, studentId);
    return dropped.length;
  }

  /** Marks the edits as being sent. Returns them in that state, to pass back with the result. */
  markSending(edits: readonly Edit[]): Edit[] {
    this.sentAt = performance.now();
    const sending = edits.map((edit): Edit => ({ ...edit, state: 'sending', over: null }));
    for (const edit of sending) this.set(edit.itemId, edit.studentId, edit);
    this.tell(new Set(sending.map(({ studentId }) => studentId)));
    return sending;
  }

  /** Checks whether the sent edit is still the newest of its cell. */
  private isNewest(sent: Edit): boolean {
    return this.edits.get(keyOf(sent.itemId, sent.studentId)) === sent;
  }

  /** Replaces a sent edit with its new state, in its cell or below what was typed over it since. */
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

  /** Confirms edits that were saved as sent although the server did not name them one by one. */
  confirmUnnamed(sent: readonly Edit[]): void {
    this.confirm(
      sent,
      sent.flatMap(({ itemId, studentId, value }) => {
        const place = this.placeOf(itemId, studentId);
        return !place || value === undefined ? [] : [cellAfter(this.current.items[place.item]!, place.student, studentId, value)];
      }),
    );
  }

  /** Puts edits with an unknown result back in the queue. Sending them again changes nothing if they were saved. */
  waitAgain(sent: readonly Edit[]): void {
    for (const edit of sent) this.become(edit, { ...edit, state: 'waiting' });
    this.tell(new Set(sent.map(({ studentId }) => studentId)));
  }

  /**
   * Handles the cells that the server reported as not saved. Returns how many are queued again: a value from an earlier
   * try of this page, or one that was on screen when the newest was typed, is no conflict.
   */
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

  /** Handles a failed call. It may be unknown whether it took effect. */
  fail(sent: readonly Edit[], cause: string, isPassing: boolean): void {
    for (const edit of sent) {
      const unknown = isPassing && edit.value !== undefined ? [...edit.unknown.filter((value) => value !== edit.value), edit.value] : edit.unknown;
      const failed: Edit = { ...edit, state: 'failed', cause, isPassing, unknown };
      // An edit below another one is retried only when it shows again.
      this.become(edit, isPassing && !this.isNewest(edit) ? { ...failed, state: 'waiting', cause: null } : failed);
    }
    this.tell(new Set(sent.map(({ studentId }) => studentId)));
  }

  /** Retries edits that failed for a reason that may have passed. */
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

  /** Lists everything that is not saved and needs attention, by row and column. */
  listFailed(): Edit[] {
    return [...this.edits.values()].filter((edit) => !isOnItsWay(edit));
  }

  /** Lists the same with texts, including edits whose cell no longer exists. */
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
