import type { Form } from '@classwright/contract/lesson/live/forms';

/** The target of a press on the comment log. */
export interface Jump {
  form: Form;
  postId: number;
  commentId: number;
}

/** Returns the id of a comment's element, to find it in the page. */
export const commentElementId = (commentId: number): string => `comment-${commentId}`;
