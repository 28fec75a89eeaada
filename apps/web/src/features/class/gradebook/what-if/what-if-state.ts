import type { GradeBookSettings } from '@classwright/contract/class/gradebook/calls';
import { type Book, type CellValue, valueOf } from '../book.ts';
import { type Edit, isOnItsWay } from '../edits.ts';
import { GradebookState } from '../gradebook-state.ts';
import type { Author } from '../shown-book.ts';

const withSettings = (book: Book, settings: GradeBookSettings): Book => ({ ...book, head: { ...book.head, settings } });

/**
 * A class's gradebook as it would be, with the tried grades over the page's values and figures computed with the tried
 * settings. Nothing is kept or sent. Changes by others continue to arrive below.
 */
export class WhatIfState extends GradebookState {
  override readonly isTryOut = true;
  private readonly below: GradebookState;
  private settings: GradeBookSettings;
  private bookSeen: number;
  private readonly rowsSeen = new Map<number, number>();
  private readonly unfollow: () => void;

  constructor(below: GradebookState) {
    const nowhere = () => undefined;
    super({ book: below.current, periods: below.chosenPeriods, words: below.words, kept: { put: nowhere, drop: nowhere }, onWaiting: nowhere });
    this.below = below;
    this.settings = below.current.head.settings;
    this.bookSeen = below.getBookVersion();
    for (const { id } of below.current.students) this.rowsSeen.set(id, below.rowVersion(id));
    this.unfollow = below.subscribe(() => this.follow());
  }

  private follow(): void {
    const version = this.below.getBookVersion();
    if (version !== this.bookSeen) {
      this.bookSeen = version;
      this.setPeriods(this.below.chosenPeriods);
      this.adopt(withSettings(this.below.current, this.settings), performance.now());
    }
    const others: number[] = [];
    for (const [place, { id }] of this.current.students.entries()) {
      const row = this.below.rowVersion(id);
      if (row === this.rowsSeen.get(id)) continue;
      this.rowsSeen.set(id, row);
      this.changedRow(place);
      others.push(id);
    }
    if (others.length > 0) this.tell(others);
  }

  override valueOver(item: number, student: number): CellValue | undefined {
    const tried = super.valueOver(item, student);
    return tried === undefined ? this.below.valueOver(item, student) : tried;
  }
  override baseValue(item: number, student: number): CellValue {
    return valueOf(this.below.cell(item, student));
  }
  override authorOf(itemId: number, studentId: number, value: CellValue): Author {
    return this.below.authorOf(itemId, studentId, value);
  }
  protected override set(itemId: number, studentId: number, edit: Edit | undefined): void {
    super.set(itemId, studentId, edit?.state === 'waiting' ? { ...edit, state: 'tried' } : edit);
  }

  /** Does nothing: giving up a tried grade loses nothing. */
  override giveUp(itemId: number, studentId: number): null {
    this.putBack(itemId, studentId);
    return null;
  }

  override counts() {
    return { saved: 0, saving: 0, failed: this.listFailed().length };
  }
  /** Counts the tried grades. */
  countTried(): number {
    return [...this.edits.values()].filter(isOnItsWay).length;
  }

  get triedSettings(): GradeBookSettings {
    return this.settings;
  }
  /** Computes figures with these settings from now on. */
  trySettings(settings: GradeBookSettings): void {
    this.settings = settings;
    this.adopt(withSettings(this.current, settings), performance.now());
  }
  /** Resets everything to the real values. */
  putAllBack(): void {
    const tried = [...this.edits.values()];
    for (const { itemId, studentId } of tried) this.set(itemId, studentId, undefined);
    this.trySettings(this.below.current.head.settings);
  }

  override stop(): void {
    super.stop();
    this.unfollow();
  }
}
