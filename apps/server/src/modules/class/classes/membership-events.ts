import { afterCommit, type Tx } from '../../../platform/database/index.ts';

export interface MembershipEnd {
  courseId: number;
  /** All who left by one act. */
  accountIds: readonly number[];
}
export type MembershipListener = (end: MembershipEnd) => void | Promise<void>;

const listeners = new Set<MembershipListener>();

/**
 * Calls `listener` after the commit that ended memberships, on the process that ended it: open
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

/** Who has just come into a class, or come back. */
export interface Enrolment {
  courseId: number;
  accountIds: readonly number[];
  role: 'TEACHER' | 'STUDENT';
}
export type EnrolmentListener = (tx: Tx, enrolment: Enrolment) => Promise<void>;

const enrolmentListeners = new Set<EnrolmentListener>();

/**
 * Calls `listener` in the transaction that enrols people, for what must be there with their membership. It may be told of
 * people who were in the class already, so it bears repetition. One function counts once, however often it is given.
 * Returns how to stop listening.
 */
export function onEnrolled(listener: EnrolmentListener): () => void {
  enrolmentListeners.add(listener);
  return () => enrolmentListeners.delete(listener);
}

/** Has done what must be there with the memberships, one after the other. */
export async function announceEnrolment(tx: Tx, enrolment: Enrolment): Promise<void> {
  for (const listener of enrolmentListeners) await listener(tx, enrolment);
}
