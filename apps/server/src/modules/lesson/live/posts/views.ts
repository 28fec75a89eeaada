import type { CommentView, EarlierView, Form, HiddenView, LateAnswerView, PersonView, PostView, ReplyView } from '@classwright/contract';
import { cutForLog } from '@classwright/rules/live';
import { toDocument } from '@classwright/rules/rich-text';
import type { UrlOfFile } from '../../../school/files/index.ts';
import type { ReadsAs } from './audience.ts';
import type { FrozenQuestion } from '../questions.ts';
import type { CommentRow, EarlierRow, FeedPostRow, ReactionRow, ReplyRow } from './queries.ts';

interface Named {
  account_id: number;
  first_name: string;
  last_name: string;
  picture_file_id: number | null;
}

export function toPersonView({ account_id, first_name, last_name, picture_file_id }: Named, urlOf: UrlOfFile): PersonView {
  return { id: account_id, first_name, last_name, profile_picture: picture_file_id === null ? null : urlOf(picture_file_id) };
}

export function toReplyView(row: ReplyRow, urlOf: UrlOfFile, hidden?: HiddenView): ReplyView {
  const { first_name, last_name, profile_picture } = toPersonView(row, urlOf);
  return {
    id: row.id,
    reply: row.reply,
    ...(row.is_censored ? { is_censored: true } : {}),
    ...(hidden ? { hidden } : {}),
    account_id: row.account_id,
    first_name,
    last_name,
    profile_picture,
    by_staff: !row.by_student,
    last_update: row.created_at.toISOString(),
  };
}

/** Builds the excerpt of a post that is shown with its comment. */
export function toPostExcerpt(
  post: Pick<FeedPostRow, 'id' | 'first_name' | 'account_id' | 'response_id' | 'comment_text'>,
  response: string | null,
): CommentView['post'] {
  const { id, first_name, account_id, response_id, comment_text } = post;
  return { id, first_name, account_id, body: [{ response, comment: toDocument(cutForLog(comment_text)), detail: { title: response, response_id } }] };
}

export function toCommentView(row: CommentRow, post: CommentView['post'], replies: ReplyView[], urlOf: UrlOfFile, hidden?: HiddenView): CommentView {
  const { first_name, last_name, profile_picture } = toPersonView(row, urlOf);
  return {
    id: row.id,
    comment: row.comment,
    ...(row.is_censored ? { is_censored: true } : {}),
    ...(hidden ? { hidden } : {}),
    account_id: row.account_id,
    first_name,
    last_name,
    profile_picture,
    by_staff: !row.by_student,
    last_update: row.created_at.toISOString(),
    replies,
    post,
  };
}

/** Returns the chosen response, or null. */
export function findChosen({ version }: FrozenQuestion, responseId: number | null): FrozenQuestion['version']['responses'][number] | null {
  return version.responses.find(({ id }) => id === responseId) ?? null;
}

/** The facts about a form's posts that a reader may know beyond their existence. */
export interface FeedScope {
  knowsCorrectness: boolean;
  readsComments: boolean;
  /**
   * Staff see own times; for others a post that came after its form had closed for the class appears as if it came with
   * the closing (LIVE-68).
   */
  readsAs: ReadsAs;
}

export interface PostParts {
  form: Form;
  question: FrozenQuestion;
  reactions: readonly ReactionRow[];
  /** The newest comments on the post, oldest first. */
  comments: CommentView[];
  /** The numbers of earlier comments; null if there are none. */
  earlier: EarlierView | null;
  /** For staff: that it was hidden from the class. */
  hidden?: HiddenView | undefined;
}

/**
 * Builds the view of a post for readers of one scope: outside it, the view has no comments, no correctness and no extra
 * time.
 */
export function toPostView(
  row: FeedPostRow,
  { form, question, reactions, comments, earlier, hidden }: PostParts,
  { knowsCorrectness, readsComments, readsAs }: FeedScope,
  urlOf: UrlOfFile,
): PostView {
  const chosen = findChosen(question, row.response_id);
  const response = chosen?.title ?? null;
  return {
    id: row.id,
    form,
    account: toPersonView(row, urlOf),
    body: [{ response, comment: row.comment, detail: { title: response, response_id: row.response_id } }],
    comments: readsComments ? comments : [],
    ...(readsComments && earlier ? { earlier } : {}),
    ...toReactionTotals(reactions),
    is_correct: knowsCorrectness && chosen ? chosen.is_valid : null,
    filed_by: row.filed_by,
    ...(row.is_censored ? { is_censored: true } : {}),
    ...(hidden ? { hidden } : {}),
    last_update: (readsAs === 'staff' ? row.posted_at : row.told_at).toISOString(),
  };
}

/** Returns what these readers see of earlier comments, or null: staff count all, the class those that are not hidden (LIVE-114). */
export function toEarlierView(row: EarlierRow | undefined, as: ReadsAs): EarlierView | null {
  if (!row) return null;
  const seen = as === 'staff' ? { comments: row.comments, remarks: row.remarks } : { comments: row.shown_comments, remarks: row.shown_remarks };
  return seen.comments === 0 ? null : seen;
}

/** Returns the people who like and who dislike a post, in the order in which they did. */
export function toReactionTotals(reactions: readonly ReactionRow[]): { total_likes: number[]; total_dislikes: number[] } {
  const idsOf = (reaction: ReactionRow['reaction']): number[] => reactions.filter((one) => one.reaction === reaction).map(({ account_id }) => account_id);
  return { total_likes: idsOf('like'), total_dislikes: idsOf('dislike') };
}

/** Builds the view of a late answer with the text of its choice. */
export function toLateAnswerView(
  row: Pick<LateAnswerView, 'form' | 'kind' | 'response_id' | 'comment'> & { received_at: Date },
  question: FrozenQuestion,
): LateAnswerView {
  const { form, kind, response_id, comment, received_at } = row;
  return { form, kind, response_id, response: findChosen(question, response_id)?.title ?? null, comment, received_at: received_at.toISOString() };
}
