import type { SubmissionState } from '../grading/submissions.ts';

/**
 * Maps a state of Google Classroom's (NEW, CREATED, TURNED_IN, RETURNED, RECLAIMED_BY_STUDENT) to ours. Work that was
 * never handed in, and work that was reclaimed, are both with the student.
 */
export const toLocalState = (state: string): SubmissionState => (state === 'TURNED_IN' || state === 'RETURNED' ? state : 'CREATED');

/** Returns a grade as both sides compare it: to two decimals, as Google stores it. */
export const roundGrade = (grade: number | null | undefined): number | null =>
  grade === null || grade === undefined || !Number.isFinite(grade) ? null : Math.round((grade + Number.EPSILON) * 100) / 100;
