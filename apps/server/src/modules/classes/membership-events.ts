import { afterCommit, type Tx } from '../../platform/database/index.ts';

export interface MembershipEnd {
  courseId: number;
  accountId: number;
}
export type MembershipListener = (end: MembershipEnd) => void | Promise<void>;

const listeners = new Set<MembershipListener>();

/**
 * Calls `listener` after the commit that ended somebody's membership, on the process that ended it: open
 * subscriptions must be looked at again. Returns how to stop listening.
 */
export function onMembershipEnded(listener: MembershipListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the listeners once the transaction has committed. */
export function announceMembershipEnd(tx: Tx, end: MembershipEnd): void {
  for (const listener of listeners) afterCommit(tx, () => listener(end));
}
