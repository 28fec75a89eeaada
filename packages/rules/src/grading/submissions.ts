/** The rules for the states of a student's work: who may do what, and when. */

export const SUBMISSION_STATES = ['CREATED', 'TURNED_IN', 'RETURNED'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** The reason a student cannot hand in: the teacher already has it, or it has a grade. */
export type HandInProblem = 'turned-in' | 'graded';

/**
 * Returns the reason work cannot be handed in, or null when it can. It can while it is CREATED, and again once it is
 * RETURNED, as long as it has no grade: graded content must not change.
 */
export function findHandInProblem({ state, draftGrade }: { state: SubmissionState; draftGrade: number | null }): HandInProblem | null {
  if (state === 'TURNED_IN') return 'turned-in';
  return draftGrade === null ? null : 'graded';
}

/** The due instant of a student's work, and the time since when it is theirs. */
export interface Given {
  dueAt: Date | null;
  /** The posting instant, or null for a draft. */
  postedAt: Date | null;
  /**
   * The time since when it is the student's work: the instant of posting, or later for people who joined later. Null:
   * it is no longer theirs.
   */
  assignedAt: Date | null;
}

/**
 * Returns true when the due time of work counts for a student. It does not when the work became theirs later than it
 * was posted, after it was due: a student who joins a class in October misses nothing of September. Work that a teacher
 * posts with a due time in the past counts. SQL has the same function, `does_due_time_count`.
 */
export function doesDueTimeCount({ dueAt, postedAt, assignedAt }: Given): boolean {
  if (dueAt === null || assignedAt === null) return false;
  const hasItFromTheStart = postedAt === null || assignedAt.getTime() <= postedAt.getTime();
  return hasItFromTheStart || dueAt.getTime() >= assignedAt.getTime();
}

/** Returns true when work was handed in after it was due. The very instant is in time. */
export function isLate(turnedInAt: Date, given: Given): boolean {
  return given.dueAt !== null && turnedInAt.getTime() > given.dueAt.getTime() && doesDueTimeCount(given);
}

export interface Assigned extends Given {
  state: SubmissionState;
  /** True when nothing is required of the student. */
  isExcused: boolean;
}

/** Returns true when work is past its due time and still not handed in. SQL has the same function, `is_overdue`. */
export function isOverdue({ state, isExcused, ...given }: Assigned, now: Date): boolean {
  if (state !== 'CREATED' || isExcused || given.dueAt === null) return false;
  return given.dueAt.getTime() < now.getTime() && doesDueTimeCount(given);
}

/**
 * The reason work cannot be returned: there is nothing to return, it is on paper and nobody confirmed that, or the
 * student already has it in this state.
 */
export type ReturnProblem = 'nothing' | 'not-turned-in' | 'returned-already';

export interface Returnable {
  state: SubmissionState;
  draftGrade: number | null;
  assignedGrade: number | null;
}

/**
 * Returns the reason work cannot be returned, or null when it can. Submitted work is returned with its grade or
 * without; returned work again once its grade has changed. Work that was never handed in is returned only with a grade,
 * when the teacher confirms that it was done on paper.
 */
export function findReturnProblem({ state, draftGrade, assignedGrade }: Returnable, isPaper: boolean): ReturnProblem | null {
  if (state === 'TURNED_IN') return null;
  if (state === 'RETURNED') return draftGrade === assignedGrade ? 'returned-already' : null;
  if (draftGrade === null) return 'nothing';
  return isPaper ? null : 'not-turned-in';
}

/**
 * Returns true when the student does not have the current grade: it is new, changed or removed. SQL has the same
 * function, `has_grade_to_return`.
 */
export function hasGradeToReturn({ state, draftGrade, assignedGrade }: Returnable): boolean {
  return state === 'RETURNED' ? draftGrade !== assignedGrade : draftGrade !== null;
}

/** The action of the teacher that work waits for. */
export type Waiting = 'grade' | 'return';

export interface Awaited extends Returnable {
  isExcused: boolean;
  /** The maximum points. Null: it takes no points, so it waits for no grade. */
  maxPoints: number | null;
}

/**
 * Returns the action that a student's work waits for: "to grade" for submitted work that takes points and has no grade;
 * "to return" for a grade that the student does not have in its current state, and for submitted work without points.
 * Null: nothing, as for all excused work. SQL has the same function, `waits_for`; the view `waiting_work` selects the
 * work that it applies to.
 */
export function findWaiting({ isExcused, maxPoints, ...work }: Awaited): Waiting | null {
  if (isExcused) return null;
  if (hasGradeToReturn(work)) return 'return';
  if (work.state !== 'TURNED_IN') return null;
  return maxPoints === null ? 'return' : 'grade';
}
