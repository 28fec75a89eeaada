import { packMessage, type MessageKey, type Translate } from '@classwright/contract';
import type { Merge, SyncFields, SyncValue } from '@classwright/rules/sync/merge';
import type { Tx } from '../../../../platform/database/index.ts';
import { closeAgreed, type NewConflict, openConflicts } from '../conflicts/queries.ts';
import { addCounts, type Counts, insertChanges, type NewChange } from '../runs/queries.ts';
import { cutText, type SubmissionThere } from './resources.ts';

export interface ChangeRecord {
  linkId?: number | null;
  localId?: number | null;
  kind: NewChange['kind'];
  subject: string;
  field?: string;
  before?: unknown;
  after?: unknown;
}

/** The record of a step, written with it in one transaction: report rows, counts, conflicts. */
export class Recorder {
  readonly changes: NewChange[] = [];
  readonly #conflicts: NewConflict[] = [];
  readonly #looked = new Set<number>();
  readonly #arrived = new Map<string, { workTitle: string; count: number; graded: number }>();
  readonly #counts: Counts = { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 };
  /** The number of calls to Google since the last write. */
  calls = 0;
  readonly #course: () => number | null;

  constructor(course: () => number | null) {
    this.#course = course;
  }

  #add(told: ChangeRecord, action: NewChange['action'], direction: NewChange['direction'], outcome: NewChange['outcome'], reason: string | null = null): void {
    const { linkId = null, localId = null, kind, subject, field = '', before = null, after = null } = told;
    this.changes.push({
      linkId,
      courseId: this.#course(),
      localId,
      kind,
      subject: cutText(subject, 500),
      field,
      action,
      direction,
      before,
      after,
      outcome,
      reason,
    });
  }
  made(told: ChangeRecord, count = 1): void {
    this.#add(told, 'made', 'here', 'applied');
    this.#counts.made += count;
  }
  changed(told: ChangeRecord): void {
    this.#add(told, 'changed', 'here', 'applied');
    this.#counts.changed += 1;
  }
  ended(told: ChangeRecord): void {
    this.#add(told, 'ended', 'here', 'applied');
    this.#counts.ended += 1;
  }
  sent(told: ChangeRecord, action: NewChange['action'] = 'changed', outcome: 'sent' | 'receipt' = 'sent'): void {
    this.#add(told, action, 'there', outcome);
    this.#counts.sent += 1;
  }
  refused(
    told: ChangeRecord,
    direction: NewChange['direction'],
    key: MessageKey,
    params: Record<string, string> = {},
    action: NewChange['action'] = 'changed',
  ): void {
    this.#add(told, action, direction, 'refused', packMessage(key, params));
    this.#counts.refused += 1;
  }
  /** Counts a new submission, together with those of its work. */
  arrived({ workId, draftGrade, assignedGrade }: Pick<SubmissionThere, 'workId' | 'draftGrade' | 'assignedGrade'>, workTitle: string): void {
    const { count, graded } = this.#arrived.get(workId) ?? { count: 0, graded: 0 };
    const isGraded = draftGrade !== null || assignedGrade !== null;
    this.#arrived.set(workId, { workTitle, count: count + 1, graded: graded + (isGraded ? 1 : 0) });
    this.#counts.made += 1;
  }
  /** Adds the number of new submissions of each work to the report. */
  tellArrived(t: Translate<MessageKey>): void {
    for (const { workTitle, count, graded } of this.#arrived.values()) {
      const submissions = t('sync.previewed', { count });
      const words = graded > 0 ? t('sync.previewedGraded', { submissions, graded }) : submissions;
      this.#add({ kind: 'submission', subject: `${cutText(workTitle, 400)} · ${words}` }, 'made', 'here', 'applied');
    }
  }
  /** Marks these links as checked: earlier conflicts in them that are not reported again are closed. */
  looked(linkIds: Iterable<number>): void {
    for (const id of linkIds) this.#looked.add(id);
  }
  conflict(conflict: Omit<NewConflict, 'courseId'>): void {
    this.#conflicts.push({ ...conflict, courseId: this.#course(), subject: cutText(conflict.subject, 500) });
  }
  /** Adds every field that a merge leaves for a person to decide. */
  conflicts(
    { kind, subject }: Pick<ChangeRecord, 'kind' | 'subject'>,
    { id: linkId, base }: { id: number; base: Readonly<Record<string, unknown>> },
    { merged, ours, theirs, oursAt, theirsAt }: { merged: Merge; ours: SyncFields; theirs: SyncFields; oursAt: Date; theirsAt: string | null },
  ): void {
    for (const field of merged.conflicts)
      this.conflict({
        ...{ linkId, kind, subject, field, base: base[field] as SyncValue | undefined, ours: ours[field] ?? null, theirs: theirs[field] ?? null },
        ...{ oursAt: oursAt.toISOString(), theirsAt },
      });
  }
  get conflictCount(): number {
    return this.#conflicts.length;
  }
  get counts(): Readonly<Counts> {
    return this.#counts;
  }

  /** Writes all of it. @returns true if anything was written */
  async write(tx: Tx, runId: number): Promise<void> {
    if (this.#looked.size > 0)
      await closeAgreed(
        tx,
        [...this.#looked],
        this.#conflicts.map(({ linkId, field }) => ({ linkId, field })),
      );
    const fresh = await openConflicts(tx, this.#conflicts);
    if (fresh > 0) this.#counts.conflicts += fresh;
    await insertChanges(tx, runId, this.changes);
    await addCounts(tx, runId, this.#counts, this.calls);
  }
}
