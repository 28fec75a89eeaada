import type { Form } from '@classwright/contract/lesson/live/forms';

/** The target of a press on the comment log, or of an address. */
export interface Jump {
  form: Form;
  postId: number;
  /** Null: the post itself. */
  commentId: number | null;
}

/** Returns the ids of the elements of a comment and of a post, to find them in the page. */
export const commentElementId = (commentId: number): string => `comment-${commentId}`;
export const postElementId = (postId: number): string => `post-${postId}`;
