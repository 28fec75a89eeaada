import type { Form, RichTextDocument } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** A post by what places it: who wrote it, in which form of which session. */
export interface PostRefRow {
  post_id: number;
  account_id: number;
  form: Form;
  session_id: number;
  assessment_id: number;
}

const selectPostRef = (db: Db) =>
  db
    .selectFrom('live_posts')
    .innerJoin('live_phases', 'live_phases.id', 'live_posts.phase_id')
    .innerJoin('live_sessions', 'live_sessions.id', 'live_posts.session_id')
    .select(['live_posts.id as post_id', 'live_posts.account_id', 'live_phases.form', 'live_posts.session_id', 'live_sessions.assessment_id']);

/** Where a post, or the post of a comment or reply, stands. Null when there is none. */
export async function findPostRef(
  db: Db,
  target: { postId: number } | { commentId: number } | { replyId: number },
): Promise<(PostRefRow & { comment_id: number | null }) | null> {
  if ('postId' in target) {
    const row = await selectPostRef(db).where('live_posts.id', '=', target.postId).executeTakeFirst();
    return row ? { ...row, comment_id: null } : null;
  }
  const comments = selectPostRef(db).innerJoin('post_comments', 'post_comments.post_id', 'live_posts.id').select('post_comments.id as comment_id');
  const chosen =
    'commentId' in target
      ? comments.where('post_comments.id', '=', target.commentId)
      : comments.innerJoin('comment_replies', 'comment_replies.comment_id', 'post_comments.id').where('comment_replies.id', '=', target.replyId);
  return (await chosen.executeTakeFirst()) ?? null;
}

/** Someone as others see them. */
interface PersonColumns {
  first_name: string;
  last_name: string;
  picture_file_id: number | null;
}
const person = ['accounts.first_name', 'accounts.last_name', 'accounts.picture_file_id'] as const;

export interface FeedPostRow extends PersonColumns {
  id: number;
  account_id: number;
  response_id: number | null;
  comment: RichTextDocument;
  comment_text: string;
  is_censored: boolean;
  filed_by: 'student' | 'server';
  posted_at: Date;
}

/** A whole form, or one post of it. */
export type FeedPart = { phaseId: number } | { postId: number };
const isPart = (part: FeedPart) => ('phaseId' in part ? sql<boolean>`live_posts.phase_id = ${part.phaseId}` : sql<boolean>`live_posts.id = ${part.postId}`);

/** Posts, newest first; empty ones too. */
export async function listPosts(db: Db, part: FeedPart): Promise<FeedPostRow[]> {
  const rows = await db
    .selectFrom('live_posts')
    .innerJoin('accounts', 'accounts.id', 'live_posts.account_id')
    .select([
      'live_posts.id',
      'live_posts.account_id',
      'live_posts.response_id',
      'live_posts.comment',
      'live_posts.comment_text',
      'live_posts.is_censored',
      'live_posts.filed_by',
      'live_posts.posted_at',
      ...person,
    ])
    .where(isPart(part))
    .orderBy('live_posts.posted_at', 'desc')
    .orderBy('live_posts.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, comment: row.comment as RichTextDocument }));
}

export interface ReactionRow extends PersonColumns {
  post_id: number;
  account_id: number;
  reaction: 'like' | 'dislike';
  by_student: boolean;
  created_at: Date;
}

/** Reactions, oldest first. */
export async function listReactions(db: Db, part: FeedPart): Promise<ReactionRow[]> {
  return db
    .selectFrom('post_reactions')
    .innerJoin('live_posts', 'live_posts.id', 'post_reactions.post_id')
    .innerJoin('accounts', 'accounts.id', 'post_reactions.account_id')
    .select([
      'post_reactions.post_id',
      'post_reactions.account_id',
      'post_reactions.reaction',
      'post_reactions.by_student',
      'post_reactions.created_at',
      ...person,
    ])
    .where(isPart(part))
    .orderBy('post_reactions.created_at')
    .orderBy('post_reactions.account_id')
    .execute();
}

export interface CommentRow extends PersonColumns {
  id: number;
  post_id: number;
  account_id: number;
  by_student: boolean;
  comment: string;
  is_censored: boolean;
  created_at: Date;
}

/** Comments, oldest first. */
export async function listComments(db: Db, part: FeedPart): Promise<CommentRow[]> {
  return db
    .selectFrom('post_comments')
    .innerJoin('live_posts', 'live_posts.id', 'post_comments.post_id')
    .innerJoin('accounts', 'accounts.id', 'post_comments.account_id')
    .select([
      'post_comments.id',
      'post_comments.post_id',
      'post_comments.account_id',
      'post_comments.by_student',
      'post_comments.comment',
      'post_comments.is_censored',
      'post_comments.created_at',
      ...person,
    ])
    .where(isPart(part))
    .orderBy('post_comments.id')
    .execute();
}

export interface ReplyRow extends PersonColumns {
  id: number;
  comment_id: number;
  account_id: number;
  by_student: boolean;
  reply: string;
  is_censored: boolean;
  created_at: Date;
}

/** Replies, oldest first. */
export async function listReplies(db: Db, part: FeedPart): Promise<ReplyRow[]> {
  return db
    .selectFrom('comment_replies')
    .innerJoin('post_comments', 'post_comments.id', 'comment_replies.comment_id')
    .innerJoin('live_posts', 'live_posts.id', 'post_comments.post_id')
    .innerJoin('accounts', 'accounts.id', 'comment_replies.account_id')
    .select([
      'comment_replies.id',
      'comment_replies.comment_id',
      'comment_replies.account_id',
      'comment_replies.by_student',
      'comment_replies.reply',
      'comment_replies.is_censored',
      'comment_replies.created_at',
      ...person,
    ])
    .where(isPart(part))
    .orderBy('comment_replies.id')
    .execute();
}

/** How far a session's room has come, and the forms in which one account has a post. */
export interface ReaderMoment {
  sequence: number;
  pending: number;
  answered: Form[];
}

/**
 * One statement, so one snapshot. `sequence` and `pending` (announced, not numbered yet) grow, in this order, with
 * every commit that announces something; equal ones mean that nothing was announced between.
 */
export async function getReaderMoment(db: Db, session: { id: number; assessment_id: number }, room: string, accountId: number): Promise<ReaderMoment> {
  const { rows } = await sql<ReaderMoment>`
    SELECT coalesce((SELECT sequence FROM room_sequences WHERE room = ${room} AND epoch = ${session.id}), 0) AS sequence,
           (SELECT count(*)::integer FROM room_outbox WHERE room = ${room} AND epoch = ${session.id}) AS pending,
           ARRAY(SELECT phase.form FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id
                  WHERE post.session_id = ${session.id} AND post.account_id = ${accountId}) AS answered`.execute(db);
  return rows[0] as ReaderMoment;
}

/** Holds the session as it is until commit: it neither ends nor changes its settings, while others comment and react beside us. */
export async function lockSessionShared(tx: Tx, sessionId: number): Promise<void> {
  await tx.selectFrom('live_sessions').select('id').where('id', '=', sessionId).forShare().execute();
}

/** Sets the one reaction that an account has to a post. False when it was that already. */
export async function saveReaction(
  tx: Tx,
  reaction: { post_id: number; account_id: number; reaction: 'like' | 'dislike'; by_student: boolean },
): Promise<boolean> {
  const row = await tx
    .insertInto('post_reactions')
    .values(reaction)
    .onConflict((conflict) =>
      conflict
        .columns(['post_id', 'account_id'])
        .doUpdateSet({ reaction: reaction.reaction, created_at: sql`app_now()` })
        .whereRef('post_reactions.reaction', '<>', 'excluded.reaction'),
    )
    .returning('post_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers the comment as the feed lists it. */
export async function insertComment(
  tx: Tx,
  comment: { post_id: number; account_id: number; by_student: boolean; comment: string; is_censored: boolean },
): Promise<CommentRow> {
  return tx
    .with('added', (cte) => cte.insertInto('post_comments').values(comment).returningAll())
    .selectFrom('added')
    .innerJoin('accounts', 'accounts.id', 'added.account_id')
    .select(['added.id', 'added.post_id', 'added.account_id', 'added.by_student', 'added.comment', 'added.is_censored', 'added.created_at', ...person])
    .executeTakeFirstOrThrow();
}

/** Answers the reply as the feed lists it. */
export async function insertReply(
  tx: Tx,
  reply: { comment_id: number; account_id: number; by_student: boolean; reply: string; is_censored: boolean },
): Promise<ReplyRow> {
  return tx
    .with('added', (cte) => cte.insertInto('comment_replies').values(reply).returningAll())
    .selectFrom('added')
    .innerJoin('accounts', 'accounts.id', 'added.account_id')
    .select(['added.id', 'added.comment_id', 'added.account_id', 'added.by_student', 'added.reply', 'added.is_censored', 'added.created_at', ...person])
    .executeTakeFirstOrThrow();
}

/** How many comments and replies an account has written on the posts of a form. */
export async function countRemarks(db: Db, sessionId: number, form: Form, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH said_on AS (SELECT comment.id, comment.account_id FROM live_phases phase JOIN live_posts post ON post.phase_id = phase.id
                       JOIN post_comments comment ON comment.post_id = post.id WHERE phase.session_id = ${sessionId} AND phase.form = ${form})
    SELECT (SELECT count(*)::integer FROM said_on WHERE account_id = ${accountId})
         + (SELECT count(*)::integer FROM said_on JOIN comment_replies reply ON reply.comment_id = said_on.id WHERE reply.account_id = ${accountId}) AS count`.execute(
    db,
  );
  return rows[0]!.count;
}

/** How many logged in to a session. */
export async function countLoggedIn(db: Db, sessionId: number): Promise<number> {
  const { count } = await db
    .selectFrom('live_participants')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The form of a post, and whether anybody reacted to it or commented on it. */
export async function getPostStanding(db: Db, postId: number): Promise<{ form: Form; has_reactions: boolean; has_comments: boolean }> {
  return db
    .selectFrom('live_posts')
    .innerJoin('live_phases', 'live_phases.id', 'live_posts.phase_id')
    .select('live_phases.form')
    .select(({ exists, selectFrom }) => [
      exists(selectFrom('post_reactions').select('post_id').where('post_id', '=', postId))
        .$castTo<boolean>()
        .as('has_reactions'),
      exists(selectFrom('post_comments').select('id').where('post_id', '=', postId))
        .$castTo<boolean>()
        .as('has_comments'),
    ])
    .where('live_posts.id', '=', postId)
    .executeTakeFirstOrThrow();
}
