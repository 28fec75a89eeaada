import type { Tx } from '../../../platform/database/index.ts';
import { defineTransactionEvent } from '../../../platform/module-events.ts';

/**
 * Work that students have now, or whose students changed: it was created, its time came, or it was restored. Listeners
 * must be repeatable. `isNew`: it has just been posted.
 */
export const workPosted = defineTransactionEvent<{ workIds: readonly number[]; isNew: boolean }>();

/** Announces posted work, if there is any, so that the data that must exist with it is created. */
export async function announceWorkPosted(tx: Tx, workIds: readonly number[], isNew = false): Promise<void> {
  if (workIds.length > 0) await workPosted.announce(tx, { workIds, isNew });
}

/** A change of the points of posted work; null: it has none. Existing grades keep their points. */
export interface PointsChange {
  workId: number;
  courseId: number;
  title: string;
  from: number | null;
  to: number | null;
  /** The person who changed it, or null when it followed another change. */
  accountId: number | null;
  requestId: string | null;
}

/** The points of posted work change. The work is locked. */
export const pointsChanged = defineTransactionEvent<PointsChange>();
