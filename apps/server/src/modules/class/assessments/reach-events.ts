import { afterCommit, type Tx } from '../../../platform/database/index.ts';

export type ReachListener = (assessmentId: number) => void;

const listeners = new Set<ReachListener>();

/**
 * Calls `listener` after a commit that may have changed who reaches an assessment: its class, its owner, whether it is
 * archived. Open subscriptions must be looked at again. Returns how to stop listening.
 */
export function onReachChanged(listener: ReachListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the listeners once the transaction has committed. */
export function announceReachChange(tx: Tx, assessmentId: number): void {
  for (const listener of listeners) afterCommit(tx, () => listener(assessmentId));
}
