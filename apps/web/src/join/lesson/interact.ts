import type { commentAdd, postReact, replyAdd } from '@classwright/contract/lesson/live/posts';
import type { PostView } from '@classwright/contract/lesson/live/views';
import { isApiError } from '../../base/api.ts';
import { showSnack } from '../../base/snackbar.ts';
import { randomId } from '../../base/random-id.ts';
import { t } from '../../base/t.ts';
import { ask } from '../../lesson/ask.ts';
import type { Lesson } from './lesson.ts';
import { changePost } from './model.ts';
import { withComment, withLike, withReactions, withReply } from './posts.ts';

/**
 * Likes a post: visible right away, undone if the server refuses. A post is liked once. Returns false if it was not
 * accepted.
 */
export async function like(lesson: Lesson, post: PostView, accountId: number): Promise<boolean> {
  lesson.update((model) => changePost(model, post.id, (one) => withLike(one, accountId)));
  const isTaken = await attempt(lesson, async () => {
    const reactions = await ask<typeof postReact>('POST', '/posts/reaction/submit', {
      body: { post_id: post.id, reaction_type: 'like' },
      idempotencyKey: randomId(),
    });
    lesson.update((model) => changePost(model, post.id, (one) => withReactions(one, reactions)));
    showSnack(t('live.reaction.added'));
  });
  if (!isTaken) lesson.update((model) => changePost(model, post.id, (one) => withReactions(one, post)));
  return isTaken;
}

/**
 * Adds a comment to a post. Returns false if it was not accepted and the typed text has to stay. The key makes a repeat
 * safe.
 */
export async function addComment(lesson: Lesson, postId: number, comment: string, key: string): Promise<boolean> {
  return attempt(lesson, async () => {
    const answer = await ask<typeof commentAdd>('POST', '/posts/comments/add', { body: { post_id: postId, comment }, idempotencyKey: key });
    lesson.update((model) => changePost(model, postId, (post) => withComment(post, answer.comment)));
    showSnack(t('live.comment.added'));
  });
}

/** Adds a reply to a comment, as `addComment` does. */
export async function addReply(lesson: Lesson, postId: number, commentId: number, reply: string, key: string): Promise<boolean> {
  return attempt(lesson, async () => {
    const answer = await ask<typeof replyAdd>('POST', '/posts/comment/replies/add', { body: { comment_id: commentId, reply }, idempotencyKey: key });
    lesson.update((model) => changePost(model, postId, (post) => withReply(post, commentId, answer.reply)));
    showSnack(t('live.reply.added'));
  });
}

async function attempt(lesson: Lesson, act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    tell(lesson, error);
    return false;
  }
}

/** Shows the server's message in red if there is one, else a general error. */
function tell(lesson: Lesson, error: unknown): void {
  const said = isApiError(error) && error.status >= 400 && error.status < 500 && error.code !== 'BAD_ANSWER' && error.message !== error.code;
  const fields = isApiError(error) ? Object.values(error.errors).flat().join(' ') : '';
  showSnack(said ? fields || error.message : t('common.somethingWentWrong'), { color: 'red' });
  if (said) lesson.reloadFeed(); // the post, the comment or the right to write is gone: show how it is
}
