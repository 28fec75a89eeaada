/** Addresses that more than one place leads to. */
export const studentLesson = (assessmentId?: number): string =>
  assessmentId === undefined ? '/student-live-learning' : `/student-live-learning?assessment_id=${assessmentId}`;

/** What is left of a finished lesson, for its students. */
export const studentSnapshot = (assessmentId: number): string => `/student-live-snapshot?assessment_id=${assessmentId}`;

/** The student's lesson is an entry of its own: only a real page load gets there. */
export const isOtherEntry = (path: string): boolean => /^\/student-live-(learning|snapshot)\/?(\?|#|$)/.test(path);

/** A path on this very server to come back to after signing in, or null: never another site. */
export function safeReturnPath(value: unknown): string | null {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) && [...value].every((character) => character >= ' ') && value !== '/' ? value : null;
}
