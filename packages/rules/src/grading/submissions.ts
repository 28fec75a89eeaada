/** What becomes of a student's work, and who may do what with it when. */

export const SUBMISSION_STATES = ['CREATED', 'TURNED_IN', 'RETURNED'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** Why a student cannot hand in: it is with the teacher already, or it has a grade. */
export type HandInProblem = 'turned-in' | 'graded';

/**
 * Work can be handed in while it is CREATED, and again once it is RETURNED, as long as it has no grade: what is graded
 * stays what was graded. Null: it can.
 */
export function findHandInProblem({ state, draftGrade }: { state: SubmissionState; draftGrade: number | null }): HandInProblem | null {
  if (state === 'TURNED_IN') return 'turned-in';
  return draftGrade === null ? null : 'graded';
}

/** Handed in after it was due; on the very instant is in time. */
export function isLate(turnedInAt: Date, dueAt: Date | null): boolean {
  return dueAt !== null && turnedInAt.getTime() > dueAt.getTime();
}

export interface Assigned {
  state: SubmissionState;
  dueAt: Date | null;
  /** Since when it is the student's work; null: it is not any more. */
  assignedAt: Date | null;
}

/** Past its due time and still not handed in. What was due before it became the student's work is never overdue. */
export function isOverdue({ state, dueAt, assignedAt }: Assigned, now: Date): boolean {
  if (state !== 'CREATED' || dueAt === null || assignedAt === null) return false;
  return dueAt.getTime() < now.getTime() && dueAt.getTime() >= assignedAt.getTime();
}

/** Why work cannot be returned: there is nothing to return, it lies on paper and nobody said so, or the student has it so. */
export type ReturnProblem = 'nothing' | 'not-turned-in' | 'returned-already';

export interface Returnable {
  state: SubmissionState;
  draftGrade: number | null;
  assignedGrade: number | null;
}

/**
 * What was handed in is returned with its grade or without; returned work again once its grade has changed. Work that
 * was never handed in is returned with a grade alone, where the teacher says that it was done on paper. Null: it can be.
 */
export function findReturnProblem({ state, draftGrade, assignedGrade }: Returnable, isPaper: boolean): ReturnProblem | null {
  if (state === 'TURNED_IN') return null;
  if (state === 'RETURNED') return draftGrade === assignedGrade ? 'returned-already' : null;
  if (draftGrade === null) return 'nothing';
  return isPaper ? null : 'not-turned-in';
}
