import { afterCommit, type Tx } from '../../../platform/database/index.ts';

export type ReachListener = (assessmentId: number) => void;

const listeners = new Set<ReachListener>();

/**
 * Calls `listener` after a commit that may have changed the people who reach an assessment: its class, its owner,
 * whether it is archived. Open subscriptions must then be checked again. Returns a function that stops listening.
 */
export function onReachChanged(listener: ReachListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies the listeners once the transaction has committed. */
export function announceReachChange(tx: Tx, assessmentId: number): void {
  for (const listener of listeners) afterCommit(tx, () => listener(assessmentId));
}
