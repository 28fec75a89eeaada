import type { Form } from '@classwright/contract/lesson/live/forms';
import type { PostView } from '@classwright/contract/lesson/live/views';
import { isEmptyDocument } from '@classwright/rules/rich-text/read';
import { fullName } from '../../../base/full-name.ts';
import { reportOf, type Snapshot } from './model.ts';

/** A justification that a student of the class wrote for a response. */
export interface Reason {
  postId: number;
  form: Form;
  name: string;
  /** Null: it is hidden from the class. */
  words: PostView['body'][number]['comment'] | null;
  likes: number;
  comments: number;
}

/** The reasons for a response, by what their authors did between Form - 1A and Form - 1B. */
export interface ReasonsOfResponse {
  /** Written in Form - 1A by students who chose something else after talking. */
  left: Reason[];
  /** Written in Form - 1B by students who chose something else before talking. */
  came: Reason[];
  others: Reason[];
}

/**
 * Sorts the reasons for a response. `posts`: those of the forms that asked its question, in the order of the forms. Words that a
 * student left unchanged are listed once.
 */
export function listReasons(snapshot: Snapshot, responseId: number, posts: readonly PostView[]): ReasonsOfResponse {
  const chosenIn = (form: Form) => new Map(reportOf(snapshot, form).results.map(({ account_id, response_id }) => [account_id, response_id]));
  const [before, after] = [chosenIn('Form - 1A'), chosenIn('Form - 1B')];
  const sorted: ReasonsOfResponse = { left: [], came: [], others: [] };
  const known = new Set<string>();
  for (const post of posts) {
    const [body] = post.body;
    if (body?.detail.response_id !== responseId || isEmptyDocument(body.comment)) continue;
    const said = `${post.account.id} ${JSON.stringify(body.comment)}`;
    if (known.has(said)) continue;
    known.add(said);
    const [first, second] = [before.get(post.account.id), after.get(post.account.id)];
    const hasMoved = first !== undefined && second !== undefined && first !== second;
    const part = !hasMoved || post.form === 'Form - 2' ? sorted.others : post.form === 'Form - 1A' ? sorted.left : sorted.came;
    part.push({
      postId: post.id,
      form: post.form,
      name: fullName(post.account),
      words: post.hidden?.is_hidden ? null : body.comment,
      likes: post.total_likes.length,
      comments: post.comments.length + (post.earlier?.comments ?? 0),
    });
  }
  return sorted;
}
