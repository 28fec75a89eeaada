import { FORM_KEYS, FORMS, type Form, type FormKey } from '../forms.ts';

/** A post with the fields that reactions need. */
export interface EngagementPost {
  id: number;
  account_id: number;
  form: Form;
}
export interface EngagementReaction {
  post_id: number;
  account_id: number;
  reaction: 'like' | 'dislike';
  by_student: boolean;
}
export interface EngagementComment {
  post_id: number;
  account_id: number;
  by_student: boolean;
}

export interface GivenAndReceived<Item> {
  given: Item[];
  received: Item[];
}
export interface FormEngagement<Like, Remark> {
  likes: GivenAndReceived<Like>;
  comments: GivenAndReceived<Remark>;
}

/**
 * Computes a student's engagement per form (document 3, section 4.2; LIVE-49): received are the staff's reactions to
 * the student's own posts, given are the student's to any posts. So nobody receives likes and comments between
 * students. Dislikes and replies count in neither. Items are returned unchanged, in their order.
 */
export function computeEngagement<Like extends EngagementReaction, Remark extends EngagementComment>(
  accountId: number,
  posts: readonly EngagementPost[],
  reactions: readonly Like[],
  comments: readonly Remark[],
): Record<FormKey, FormEngagement<Like, Remark>> {
  const postOf = new Map(posts.map((post) => [post.id, post]));
  const split = <Item extends EngagementComment>(items: readonly Item[], form: Form): GivenAndReceived<Item> => {
    const inForm = items.filter((item) => postOf.get(item.post_id)?.form === form);
    return {
      given: inForm.filter((item) => item.by_student && item.account_id === accountId),
      received: inForm.filter((item) => !item.by_student && postOf.get(item.post_id)?.account_id === accountId),
    };
  };
  const likes = reactions.filter((reaction) => reaction.reaction === 'like');
  return byForm((form) => ({ likes: split(likes, form), comments: split(comments, form) }));
}

/**
 * Counts everyone's likes and comments on the posts of each form; dislikes and replies are not counted (LIVE-50).
 * Comments are given as their number per form.
 */
export function computeFormSummaries(
  posts: readonly EngagementPost[],
  reactions: readonly EngagementReaction[],
  comments: ReadonlyMap<Form, number>,
): Record<FormKey, { form: Form; total_likes: number; total_comments: number }> {
  const formOf = new Map(posts.map((post) => [post.id, post.form]));
  return byForm((form) => ({
    form,
    total_likes: reactions.filter((item) => item.reaction === 'like' && formOf.get(item.post_id) === form).length,
    total_comments: comments.get(form) ?? 0,
  }));
}

export interface ReactionTotals {
  total_likes: readonly number[];
  total_dislikes: readonly number[];
}

/**
 * Returns a post's reactions after an account's reaction: a like removes the dislike and the reverse; repeating changes
 * nothing (LIVE-47).
 */
export function applyReaction(totals: ReactionTotals, accountId: number, reaction: 'like' | 'dislike'): { total_likes: number[]; total_dislikes: number[] } {
  const place = (ids: readonly number[], wanted: boolean): number[] => {
    if (!wanted) return ids.filter((id) => id !== accountId);
    return ids.includes(accountId) ? [...ids] : [...ids, accountId];
  };
  return { total_likes: place(totals.total_likes, reaction === 'like'), total_dislikes: place(totals.total_dislikes, reaction === 'dislike') };
}

function byForm<Value>(compute: (form: Form) => Value): Record<FormKey, Value> {
  return Object.fromEntries(FORMS.map((form) => [FORM_KEYS[form], compute(form)])) as Record<FormKey, Value>;
}
