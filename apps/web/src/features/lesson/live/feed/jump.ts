import type { Form } from '@classwright/contract/lesson/live/forms';

/** Where a press on the comment log leads. */
export interface Jump {
  form: Form;
  postId: number;
  commentId: number;
}

/** The id of a comment's element, so that it can be found. */
export const commentElementId = (commentId: number): string => `comment-${commentId}`;
