import { LIVE_LIMITS } from '@classwright/rules';
import type { Db } from '../../../../platform/database/index.ts';
import { type CommentPage, type CommentRow, countEarlier, type EarlierRow, type FeedPart, listNewestComments, listReplies, type ReplyRow } from './queries.ts';

/** A page of comments on each of some posts (LIVE-66). */
export interface CommentRows {
  /** The comments, oldest first. */
  comments: CommentRow[];
  /** The replies to the comments, oldest first. */
  replies: ReplyRow[];
  /** The earlier comments that are only counted, on posts that have any. */
  earlier: EarlierRow[];
}

/**
 * Loads the newest comments on each post; with `before`, those older than that comment. Comments that were not
 * requested are counted in the database and not read.
 */
export async function loadComments(db: Db, part: FeedPart, page: Omit<CommentPage, 'most'> = {}): Promise<CommentRows> {
  const comments = await listNewestComments(db, part, { ...page, most: LIVE_LIMITS.commentsShown });
  const pages = [...Map.groupBy(comments, ({ post_id }) => post_id).values()];
  const oldestOfFull = pages.filter(({ length }) => length === LIVE_LIMITS.commentsShown).map(([oldest]) => oldest as CommentRow);
  const replies = await listReplies(
    db,
    comments.map(({ id }) => id),
  );
  return { comments, replies, earlier: await countEarlier(db, oldestOfFull) };
}
