import { FORMS, type Form } from '../forms.ts';

/** A student's post as figures see it. */
export interface FigurePost {
  account_id: number;
  form: Form;
  /** Null: no choice. */
  response_id: number | null;
}

/** Whether a post counts in responders, distribution and tally: it holds a choice, sent or filed (LIVE-41). */
export function isCounted(post: Pick<FigurePost, 'response_id'>): boolean {
  return post.response_id !== null;
}

/** Whether a post stands in the feed: it holds a choice or words. `comment_text` is `toPlainText` of its comment (LIVE-41). */
export function appearsInFeed(post: { response_id: number | null; comment_text: string }): boolean {
  return isCounted(post) || post.comment_text.trim() !== '';
}

/** In how many of the three forms a student has answered with a choice: the n of n/3 (LIVE-42). */
export function computeResponders(posts: readonly FigurePost[], accountId: number): number {
  return FORMS.filter((form) => posts.some((post) => post.form === form && post.account_id === accountId && isCounted(post))).length;
}

/** The students of the class who have not logged in to the session, in the order given (LIVE-40). */
export function listAbsent<Student extends { id: number }>(students: readonly Student[], loggedInIds: Iterable<number>): Student[] {
  const here = new Set(loggedInIds);
  return students.filter((student) => !here.has(student.id));
}
