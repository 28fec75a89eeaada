import type { SubmissionState } from '../grading/submissions.ts';

/** What a state of Google Classroom's (NEW, CREATED, TURNED_IN, RETURNED, RECLAIMED_BY_STUDENT) is here: what was never handed in, and what was taken back, are both with the student. */
export const toLocalState = (state: string): SubmissionState => (state === 'TURNED_IN' || state === 'RETURNED' ? state : 'CREATED');

/** A grade as both sides compare it: to two decimals, as Google keeps it. */
export const roundGrade = (grade: number | null | undefined): number | null =>
  grade === null || grade === undefined || !Number.isFinite(grade) ? null : Math.round((grade + Number.EPSILON) * 100) / 100;
