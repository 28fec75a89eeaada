import type { Tx } from '../../../platform/database/index.ts';

/**
 * Handles posted work. `workIds`: work that students have now, or whose students changed. `isNew`: it has just been
 * posted.
 */
export type PostedWorkListener = (tx: Tx, workIds: readonly number[], isNew: boolean) => Promise<void>;

const listeners = new Set<PostedWorkListener>();

/**
 * Calls `listener` in the transaction that makes work visible to students: when it is created, when its time comes,
 * when its students change, when it is restored. So it must be repeatable. A function that is passed twice counts once.
 */
export function onWorkPosted(listener: PostedWorkListener): void {
  listeners.add(listener);
}

/** Calls the listeners, one after the other, to create the data that must exist with posted work. */
export async function announceWorkPosted(tx: Tx, workIds: readonly number[], isNew = false): Promise<void> {
  if (workIds.length === 0) return;
  for (const listener of listeners) await listener(tx, workIds, isNew);
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
export type PointsListener = (tx: Tx, change: PointsChange) => Promise<void>;

const pointsListeners = new Set<PointsListener>();

/**
 * Calls `listener` in the transaction that changes the points of posted work, which is locked. A function that is
 * passed twice counts once.
 */
export function onPointsChanged(listener: PointsListener): void {
  pointsListeners.add(listener);
}

export async function announcePointsChanged(tx: Tx, change: PointsChange): Promise<void> {
  for (const listener of pointsListeners) await listener(tx, change);
}
