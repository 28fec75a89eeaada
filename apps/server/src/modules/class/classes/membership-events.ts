import { afterCommit, type Tx } from '../../../platform/database/index.ts';

export interface MembershipEnd {
  courseId: number;
  /** Everyone who left by one act. */
  accountIds: readonly number[];
}
export type MembershipListener = (end: MembershipEnd) => void | Promise<void>;

const listeners = new Set<MembershipListener>();

/**
 * Calls `listener` after the commit that ended memberships, on the process that ended them. Open subscriptions must
 * then be checked again. Returns a function that stops listening.
 */
export function onMembershipEnded(listener: MembershipListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies the listeners once the transaction has committed. */
export function announceMembershipEnd(tx: Tx, end: MembershipEnd): void {
  for (const listener of listeners) afterCommit(tx, () => listener(end));
}

/** People who have just joined a class, or returned to it. */
export interface Enrollment {
  courseId: number;
  accountIds: readonly number[];
  role: 'TEACHER' | 'STUDENT';
}
export type EnrollmentListener = (tx: Tx, enrolment: Enrollment) => Promise<void>;

const enrolmentListeners = new Set<EnrollmentListener>();

/**
 * Calls `listener` in the transaction that enrolls people, for data that must exist with their membership. It may get
 * people who were in the class already, so it must be repeatable. A function that is passed twice counts once. Returns
 * a function that stops listening.
 */
export function onEnrolled(listener: EnrollmentListener): () => void {
  enrolmentListeners.add(listener);
  return () => enrolmentListeners.delete(listener);
}

/** Calls the listeners, one after the other, to create the data that must exist with the memberships. */
export async function announceEnrollment(tx: Tx, enrolment: Enrollment): Promise<void> {
  for (const listener of enrolmentListeners) await listener(tx, enrolment);
}
