/** Returns the addresses that more than one place links to. */
export const studentLesson = (assessmentId?: number): string =>
  assessmentId === undefined ? '/student-live-learning' : `/student-live-learning?assessment_id=${assessmentId}`;

/** Returns the address of a lesson's feed for its staff, at a form and at one of its posts. */
export const teacherFeed = (assessmentId: number, formKey: string, postId?: number): string =>
  `/teacher-live-learning?assessment_id=${assessmentId}&tab=${formKey}${postId === undefined ? '' : `&post=${postId}`}`;

/** Returns the address of a finished lesson's snapshot for its students. */
export const studentSnapshot = (assessmentId: number): string => `/student-live-snapshot?assessment_id=${assessmentId}`;

/** Returns the address of a missed lesson that its student does alone, and of a question that is asked again. */
export const soloLesson = (assessmentId: number): string => `/student-live-solo?assessment_id=${assessmentId}`;
export const review = (reviewId: number): string => `/student-live-review?review_id=${reviewId}`;

/** Returns true for the student's lesson, which has a separate entry file: only a real page load opens it. */
export const isOtherEntry = (path: string): boolean => /^\/student-live-(learning|snapshot|solo|review)\/?(\?|#|$)/.test(path);

/** Returns a path on this server to come back to after sign-in, or null for anything else: never another site. */
export function safeReturnPath(value: unknown): string | null {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) && [...value].every((character) => character >= ' ') && value !== '/' ? value : null;
}
