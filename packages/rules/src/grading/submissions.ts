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

/** When a student's work is due, and since when it is theirs. */
export interface Given {
  dueAt: Date | null;
  /** Null: it is a draft. */
  postedAt: Date | null;
  /** Since when it is the student's work: the instant of posting, or later for people who joined later; null: it is not any more. */
  assignedAt: Date | null;
}

/**
 * Returns whether the due time of work counts for a student. It does not where the work became theirs later than it was
 * posted, after it had been due: somebody who joins a class in October misses nothing of September. What a teacher posts
 * with a due time in the past counts. SQL has the same function, `does_due_time_count`.
 */
export function doesDueTimeCount({ dueAt, postedAt, assignedAt }: Given): boolean {
  if (dueAt === null || assignedAt === null) return false;
  const hasItFromTheStart = postedAt === null || assignedAt.getTime() <= postedAt.getTime();
  return hasItFromTheStart || dueAt.getTime() >= assignedAt.getTime();
}

/** Returns whether work was handed in after it was due; on the very instant is in time. */
export function isLate(turnedInAt: Date, given: Given): boolean {
  return given.dueAt !== null && turnedInAt.getTime() > given.dueAt.getTime() && doesDueTimeCount(given);
}

export interface Assigned extends Given {
  state: SubmissionState;
  /** Nothing is asked of the student. */
  isExcused: boolean;
}

/** Returns whether work is past its due time and still not handed in. SQL has the same function, `is_overdue`. */
export function isOverdue({ state, isExcused, ...given }: Assigned, now: Date): boolean {
  if (state !== 'CREATED' || isExcused || given.dueAt === null) return false;
  return given.dueAt.getTime() < now.getTime() && doesDueTimeCount(given);
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

/** Returns whether the student does not have the grade as it is now: it is new, it is another one, or it was taken away. SQL has the same function, `has_grade_to_return`. */
export function hasGradeToReturn({ state, draftGrade, assignedGrade }: Returnable): boolean {
  return state === 'RETURNED' ? draftGrade !== assignedGrade : draftGrade !== null;
}

/** What work waits for that its teacher has to do. */
export type Waiting = 'grade' | 'return';

export interface Awaited extends Returnable {
  isExcused: boolean;
  /** Null: it takes no points, so it waits for no grade. */
  maxPoints: number | null;
}

/**
 * Returns what a student's work waits for: "to grade" is what was handed in, takes points and has no grade; "to return" is a
 * grade that the student does not have as it is now, and what was handed in and takes no points. Null: nothing, as of all
 * work that is excused. SQL has the same function, `waits_for`, and the view `waiting_work` says of whose work it is asked.
 */
export function findWaiting({ isExcused, maxPoints, ...work }: Awaited): Waiting | null {
  if (isExcused) return null;
  if (hasGradeToReturn(work)) return 'return';
  if (work.state !== 'TURNED_IN') return null;
  return maxPoints === null ? 'return' : 'grade';
}
