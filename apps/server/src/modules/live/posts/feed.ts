import type { CommentView, Form, PersonView, PostView } from '@classwright/contract';
import { appearsInFeed, computeDistribution, computeQuestionPosition, type Distribution } from '@classwright/rules/live';
import type { Db } from '../../../platform/database/index.ts';
import type { UrlOfFile } from '../../files/index.ts';
import type { FrozenQuestion, SessionQuestions } from '../questions.ts';
import {
  type CommentRow,
  countLoggedIn,
  type FeedPostRow,
  listComments,
  listPosts,
  listReactions,
  listReplies,
  type ReactionRow,
  type ReplyRow,
} from './queries.ts';
import { type FeedScope, findChosen, type PostParts, toCommentView, toPersonView, toPostExcerpt, toPostView, toReplyView } from './views.ts';

/** A form's posts with everything on them, prepared once for all readers. Nothing in it depends on who reads. */
export interface FormFeed {
  readonly form: Form;
  readonly question: FrozenQuestion;
  /** Every post of the form, newest first, those that were filed empty among them: figures are made from these. */
  readonly posts: readonly FeedPostRow[];
  readonly reactions: readonly ReactionRow[];
  readonly comments: readonly CommentRow[];
  readonly distribution: Distribution;
  /** The posts that stand in the feed (LIVE-41, LIVE-48), newest first. Shared between answers: not to be changed. */
  views(scope: FeedScope): PostView[];
  view(postId: number, scope: FeedScope): PostView | null;
  /** All comments on a post, oldest first. */
  commentsOf(postId: number): readonly CommentView[];
  commentView(commentId: number): CommentView | null;
  /** Who likes a post, in the order in which they did. */
  likersOf(postId: number): PersonView[];
}

interface FeedRows {
  question: FrozenQuestion;
  posts: FeedPostRow[];
  reactions: ReactionRow[];
  comments: CommentRow[];
  replies: ReplyRow[];
  loggedIn: number;
}

/** Reads and prepares a form's feed: a handful of queries, however many posts there are. */
export async function loadFormFeed(
  db: Db,
  questions: SessionQuestions,
  phase: { id: number; session_id: number; form: Form },
  urlOf: UrlOfFile,
): Promise<FormFeed> {
  const part = { phaseId: phase.id };
  const [question, posts, reactions, comments, replies, loggedIn] = await Promise.all([
    questions.get(db, phase.session_id, computeQuestionPosition(phase.form)),
    listPosts(db, part),
    listReactions(db, part),
    listComments(db, part),
    listReplies(db, part),
    countLoggedIn(db, phase.session_id),
  ]);
  return prepareFeed(phase.form, { question, posts, reactions, comments, replies, loggedIn }, urlOf);
}

function prepareFeed(form: Form, rows: FeedRows, urlOf: UrlOfFile): FormFeed {
  const { question, posts, reactions, comments } = rows;
  const shown = posts.filter(appearsInFeed);
  const reactionsOf = Map.groupBy(reactions, ({ post_id }) => post_id);
  const commentViews = toCommentViews(rows, shown, urlOf);
  const commentsOf = Map.groupBy(commentViews, ({ post }) => post.id);
  const commentById = new Map(commentViews.map((view) => [view.id, view]));
  const partsOf = (postId: number): PostParts => ({ form, question, reactions: reactionsOf.get(postId) ?? [], comments: commentsOf.get(postId) ?? [] });
  const prepared = new Map<string, Map<number, PostView>>();
  const viewsBy = (scope: FeedScope): Map<number, PostView> => {
    const key = `${scope.knowsCorrectness} ${scope.readsComments}`;
    const views = prepared.get(key) ?? new Map(shown.map((row) => [row.id, toPostView(row, partsOf(row.id), scope, urlOf)]));
    prepared.set(key, views);
    return views;
  };
  return {
    form,
    question,
    posts,
    reactions,
    comments,
    distribution: computeDistribution(
      form,
      posts.map(({ account_id, response_id }) => ({ account_id, response_id, form })),
      question.version.responses,
      rows.loggedIn,
    ),
    views: (scope) => [...viewsBy(scope).values()],
    view: (postId, scope) => viewsBy(scope).get(postId) ?? null,
    commentsOf: (postId) => commentsOf.get(postId) ?? [],
    commentView: (commentId) => commentById.get(commentId) ?? null,
    likersOf: (postId) => (reactionsOf.get(postId) ?? []).filter(({ reaction }) => reaction === 'like').map((row) => toPersonView(row, urlOf)),
  };
}

/** The comments on posts that stand in the feed, oldest first, with their replies. */
export function toCommentViews(
  { question, comments, replies }: Pick<FeedRows, 'question' | 'comments' | 'replies'>,
  posts: readonly FeedPostRow[],
  urlOf: UrlOfFile,
): CommentView[] {
  const commented = new Set(comments.map(({ post_id }) => post_id));
  const excerptOf = new Map(
    posts.filter(({ id }) => commented.has(id)).map((post) => [post.id, toPostExcerpt(post, findChosen(question, post.response_id)?.title ?? null)]),
  );
  const repliesOf = Map.groupBy(replies, ({ comment_id }) => comment_id);
  return comments.flatMap((row) => {
    const excerpt = excerptOf.get(row.post_id);
    return excerpt
      ? [
          toCommentView(
            row,
            excerpt,
            (repliesOf.get(row.id) ?? []).map((reply) => toReplyView(reply, urlOf)),
            urlOf,
          ),
        ]
      : [];
  });
}
