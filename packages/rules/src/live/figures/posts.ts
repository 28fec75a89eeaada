import { FORMS, type Form } from '../forms.ts';

/** A student's post with the fields that figures need. */
export interface FigurePost {
  account_id: number;
  form: Form;
  /** The chosen response, or null for no choice. */
  response_id: number | null;
}

/** Returns true when a post counts in responders, distribution and tally: it has a choice, sent or filed (LIVE-41). */
export function isCounted(post: Pick<FigurePost, 'response_id'>): boolean {
  return post.response_id !== null;
}

/**
 * Returns true when a post appears in the feed: it has a choice or words. `comment_text` is `toPlainText` of its
 * comment (LIVE-41).
 */
export function appearsInFeed(post: { response_id: number | null; comment_text: string }): boolean {
  return isCounted(post) || post.comment_text.trim() !== '';
}

/** Returns the number of the three forms in which a student answered with a choice: the n of n/3 (LIVE-42). */
export function computeResponders(posts: readonly FigurePost[], accountId: number): number {
  return FORMS.filter((form) => posts.some((post) => post.form === form && post.account_id === accountId && isCounted(post))).length;
}

/** Returns the students of the class who have not logged in to the session, in the order given (LIVE-40). */
export function listAbsent<Student extends { id: number }>(students: readonly Student[], loggedInIds: Iterable<number>): Student[] {
  const here = new Set(loggedInIds);
  return students.filter((student) => !here.has(student.id));
}
