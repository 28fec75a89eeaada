import { LIVE_LIMITS } from '@classwright/rules';
import type { Db } from '../../../../platform/database/index.ts';
import { type CommentRow, countEarlier, type EarlierRow, type FeedPart, listNewestComments, listReplies, type ReplyRow } from './queries.ts';

/** A page of comments on each of some posts (LIVE-66). */
export interface CommentRows {
  /** Oldest first. */
  comments: CommentRow[];
  /** Those to the comments, oldest first. */
  replies: ReplyRow[];
  /** What stands before the comments, on posts where something does. */
  earlier: EarlierRow[];
}

/**
 * The newest comments on each post; `before`: those from before that comment. However many stand on a post, those that
 * nobody asked for are counted where they are and not read.
 */
export async function loadComments(db: Db, part: FeedPart, before?: number): Promise<CommentRows> {
  const comments = await listNewestComments(db, part, LIVE_LIMITS.commentsShown, before);
  const pages = [...Map.groupBy(comments, ({ post_id }) => post_id).values()];
  const oldestOfFull = pages.filter(({ length }) => length === LIVE_LIMITS.commentsShown).map(([oldest]) => oldest as CommentRow);
  const replies = await listReplies(
    db,
    comments.map(({ id }) => id),
  );
  return { comments, replies, earlier: await countEarlier(db, oldestOfFull) };
}
