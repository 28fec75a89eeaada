import type { CommentView, Form, MessageKey, PersonView, PostView, Translate } from '@classwright/contract';
import { appearsInFeed, computeDistribution, computeQuestionPosition, type Distribution, isPostWithheld } from '@classwright/rules/live';
import type { Db } from '../../../../platform/database/index.ts';
import type { UrlOfFile } from '../../../school/files/index.ts';
import type { SessionRow } from '../queries.ts';
import type { FrozenQuestion, SessionQuestions } from '../questions.ts';
import { loadMask, type Mask, type ReadsAs } from './audience.ts';
import { type CommentRows, loadComments } from './comments.ts';
import { type CommentRow, countLoggedIn, type FeedPostRow, listPosts, listReactions, type ReactionRow, type ReplyRow } from './queries.ts';
import { type FeedScope, findChosen, type PostParts, toCommentView, toEarlierView, toPersonView, toPostExcerpt, toPostView, toReplyView } from './views.ts';

/**
 * A form's posts with everything shown with them, including the newest comments on each, prepared once for all readers.
 * Nothing in it depends on the reader.
 */
export interface FormFeed {
  readonly form: Form;
  readonly question: FrozenQuestion;
  /** All posts of the form, newest first, including those that were filed empty: the basis of figures. */
  readonly posts: readonly FeedPostRow[];
  readonly reactions: readonly ReactionRow[];
  /** The number of all comments on the form's posts, including those that are not loaded. */
  readonly commentCount: number;
  readonly distribution: Distribution;
  /** Returns the feed without the posts that are withheld (LIVE-68); the feed itself if none is. */
  heldBack(afterMs: number | null): Pick<FormFeed, 'form' | 'distribution' | 'views'>;
  /**
   * Returns the posts shown in the feed (LIVE-41, LIVE-48, LIVE-114), newest first. The array is shared between responses: do not
   * change it.
   */
  views(scope: FeedScope): PostView[];
  /** Returns a post that the feed shows, or one that is hidden, for its author. */
  view(postId: number, scope: FeedScope): PostView | null;
  /** Returns true when the class may not read the post (LIVE-114). */
  isHidden(postId: number): boolean;
  /** Returns comments on posts shown in the feed, as its readers see them; comments on other posts are left out. */
  commentViews(db: Db, said: Pick<CommentRows, 'comments' | 'replies'>, as: ReadsAs): Promise<CommentView[]>;
  /** Returns the people who like a post, in the order in which they did. */
  likersOf(postId: number, as: ReadsAs): PersonView[];
}

interface FeedRows {
  question: FrozenQuestion;
  posts: FeedPostRow[];
  reactions: ReactionRow[];
  said: CommentRows;
  loggedIn: number;
  session: FeedSession;
  mask: Mask;
}

/** The fields of a session that its feeds need. */
export type FeedSession = Pick<SessionRow, 'id' | 'with_names'>;

export interface FeedDependencies {
  questions: SessionQuestions;
  t: Translate<MessageKey>;
}

/** Reads and prepares a form's feed with a few queries, for any number of posts. */
export async function loadFormFeed(
  { questions, t }: FeedDependencies,
  db: Db,
  session: FeedSession,
  phase: { id: number; form: Form },
  urlOf: UrlOfFile,
): Promise<FormFeed> {
  const part = { phaseId: phase.id };
  const [question, posts, reactions, said, loggedIn] = await Promise.all([
    questions.get(db, session.id, computeQuestionPosition(phase.form)),
    listPosts(db, part),
    listReactions(db, part),
    loadComments(db, part),
    countLoggedIn(db, session.id),
  ]);
  const mask = await loadMask({ t }, db, session, part, { posts, reactions, ...said });
  return prepareFeed({ t }, phase.form, { question, posts, reactions, said, loggedIn, session, mask }, urlOf);
}

/** The posts of a form with what belongs to each, as some readers read them. */
interface ReadRows {
  shown: readonly FeedPostRow[];
  partsOf: (postId: number) => PostParts;
}

function readRows(form: Form, { question, posts, reactions, said, mask }: FeedRows, as: ReadsAs, urlOf: UrlOfFile): ReadRows {
  const rows = mask.forReaders({ posts, reactions, ...said }, as);
  const shown = rows.posts.filter(appearsInFeed);
  const hiddenView = as === 'staff' ? mask.hiddenView : () => undefined;
  const reactionsOf = Map.groupBy(rows.reactions, ({ post_id }) => post_id);
  const commentsOf = Map.groupBy(toCommentViews(question, rows, shown, urlOf, hiddenView), ({ post }) => post.id);
  const earlierOf = new Map(said.earlier.map((row) => [row.post_id, toEarlierView(row, as)]));
  return {
    shown,
    partsOf: (postId) => ({
      form,
      question,
      reactions: reactionsOf.get(postId) ?? [],
      comments: commentsOf.get(postId) ?? [],
      earlier: earlierOf.get(postId) ?? null,
      hidden: hiddenView('post', postId),
    }),
  };
}

function prepareFeed({ t }: Pick<FeedDependencies, 't'>, form: Form, rows: FeedRows, urlOf: UrlOfFile): FormFeed {
  const { question, posts, reactions, said, mask, session } = rows;
  const read = new Map<ReadsAs, ReadRows>();
  const readBy = (as: ReadsAs): ReadRows => {
    const known = read.get(as) ?? readRows(form, rows, as, urlOf);
    read.set(as, known);
    return known;
  };
  const prepared = new Map<string, Map<number, PostView>>();
  const viewsBy = (scope: FeedScope): Map<number, PostView> => {
    const key = `${scope.knowsCorrectness} ${scope.readsComments} ${scope.readsAs}`;
    const { shown, partsOf } = readBy(scope.readsAs);
    const views = prepared.get(key) ?? new Map(shown.map((row) => [row.id, toPostView(row, partsOf(row.id), scope, urlOf)]));
    prepared.set(key, views);
    return views;
  };
  const distributionOf = (counted: readonly FeedPostRow[]): Distribution =>
    computeDistribution(
      form,
      counted.map(({ account_id, response_id }) => ({ account_id, response_id, form })),
      question.version.responses,
      rows.loggedIn,
    );
  /** Feeds by the instant after which posts are withheld. */
  const withHeld = new Map<number, ReturnType<FormFeed['heldBack']>>();
  const feed: FormFeed = {
    form,
    question,
    posts,
    reactions,
    commentCount: said.comments.length + said.earlier.reduce((sum, { comments }) => sum + comments, 0),
    distribution: distributionOf(posts),
    heldBack: (afterMs) => {
      const isHeld = (row: FeedPostRow | undefined): boolean => row !== undefined && isPostWithheld({ postedAtMs: row.posted_at.getTime() }, afterMs);
      if (!isHeld(posts[0])) return feed;
      const known = withHeld.get(afterMs as number);
      if (known) return known;
      const held = new Set(posts.filter(isHeld).map(({ id }) => id));
      const rest = posts.filter(({ id }) => !held.has(id));
      const part = { form, distribution: distributionOf(rest), views: (scope: FeedScope) => feed.views(scope).filter(({ id }) => !held.has(id)) };
      withHeld.set(afterMs as number, part);
      return part;
    },
    views: (scope) => [...viewsBy(scope).values()].filter(({ id }) => scope.readsAs === 'staff' || !mask.isHidden('post', id)),
    view: (postId, scope) => viewsBy(scope).get(postId) ?? null,
    isHidden: (postId) => mask.isHidden('post', postId),
    commentViews: async (db, { comments, replies }, as) => {
      const here = { posts: posts.filter(({ id }) => id === comments[0]?.post_id), reactions: [], comments, replies };
      const [post] = here.posts;
      if (!post) return [];
      const found = await loadMask({ t }, db, session, { postId: post.id }, here);
      const masked = found.forReaders(here, as);
      return toCommentViews(question, masked, masked.posts.filter(appearsInFeed), urlOf, as === 'staff' ? found.hiddenView : undefined);
    },
    likersOf: (postId, as) =>
      readBy(as)
        .partsOf(postId)
        .reactions.filter(({ reaction }) => reaction === 'like')
        .map((row) => toPersonView(row, urlOf)),
  };
  return feed;
}

/** Builds the views of comments on these posts, in order, with their replies. */
export function toCommentViews(
  question: FrozenQuestion,
  { comments, replies }: { comments: readonly CommentRow[]; replies: readonly ReplyRow[] },
  posts: readonly FeedPostRow[],
  urlOf: UrlOfFile,
  hiddenView: Mask['hiddenView'] = () => undefined,
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
            (repliesOf.get(row.id) ?? []).map((reply) => toReplyView(reply, urlOf, hiddenView('reply', reply.id))),
            urlOf,
            hiddenView('comment', row.id),
          ),
        ]
      : [];
  });
}
