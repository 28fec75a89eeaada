import type { Tx } from '../../../platform/database/index.ts';

/** `workIds`: work that students have now, or whose students changed. `isNew`: it has just been posted. */
export type PostedWorkListener = (tx: Tx, workIds: readonly number[], isNew: boolean) => Promise<void>;

const listeners = new Set<PostedWorkListener>();

/**
 * Calls `listener` in the transaction that makes work visible to students: when it is made, when its time comes, when its
 * students change, when it is brought back. So it bears repetition. One function counts once, however often it is given.
 */
export function onWorkPosted(listener: PostedWorkListener): void {
  listeners.add(listener);
}

/** Has done what must be there with posted work, by one listener after the other. */
export async function announceWorkPosted(tx: Tx, workIds: readonly number[], isNew = false): Promise<void> {
  if (workIds.length === 0) return;
  for (const listener of listeners) await listener(tx, workIds, isNew);
}

/** Posted work is out of another number of points; null: it has none. Grades stay the points that they are. */
export interface PointsChange {
  workId: number;
  courseId: number;
  title: string;
  from: number | null;
  to: number | null;
  /** Null: nobody in particular, it followed something else. */
  accountId: number | null;
  requestId: string | null;
}
export type PointsListener = (tx: Tx, change: PointsChange) => Promise<void>;

const pointsListeners = new Set<PointsListener>();

/** Calls `listener` in the transaction that changes the points of posted work, which is held. One function counts once. */
export function onPointsChanged(listener: PointsListener): void {
  pointsListeners.add(listener);
}

export async function announcePointsChanged(tx: Tx, change: PointsChange): Promise<void> {
  for (const listener of pointsListeners) await listener(tx, change);
}
