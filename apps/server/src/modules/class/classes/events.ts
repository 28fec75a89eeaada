import { defineCommittedEvent, defineTransactionEvent } from '../../../platform/module-events.ts';

export interface MembershipEnd {
  courseId: number;
  /** Everyone who left by one act. */
  accountIds: readonly number[];
}

/** Memberships ended. Open subscriptions must then be checked again. */
export const membershipEnded = defineCommittedEvent<MembershipEnd>();

/** People who have just joined a class, or returned to it. */
export interface Enrollment {
  courseId: number;
  accountIds: readonly number[];
  role: 'TEACHER' | 'STUDENT';
}

/**
 * People were enrolled, for data that must exist with their membership. Listeners may get people who were in the class
 * already, so they must be repeatable.
 */
export const membersEnrolled = defineTransactionEvent<Enrollment>();
