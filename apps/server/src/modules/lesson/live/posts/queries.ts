import type { Form, RichTextDocument } from '@classwright/contract';
import type { Confidence } from '@classwright/rules/live';
import { sql } from 'kysely';
import { anyLength, type Db, type Tx } from '../../../../platform/database/index.ts';
import type { RoomVersion } from './feed-cache.ts';

/** The place of a post: its author, form and session. */
export interface PostRefRow {
  post_id: number;
  account_id: number;
  form: Form;
  session_id: number;
  assessment_id: number;
  posted_at: Date;
}

const selectPostRef = (db: Db) =>
  db
    .selectFrom('live_posts')
    .innerJoin('live_phases', 'live_phases.id', 'live_posts.phase_id')
    .innerJoin('live_sessions', 'live_sessions.id', 'live_posts.session_id')
    .select([
      'live_posts.id as post_id',
      'live_posts.account_id',
      'live_posts.posted_at',
      'live_phases.form',
      'live_posts.session_id',
      'live_sessions.assessment_id',
    ]);

/** Finds the place of a post, or of the post of a comment or reply. Null when there is none. */
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

/** The columns of a person as others see them. */
interface PersonColumns {
  first_name: string;
  last_name: string;
  picture_file_id: number | null;
}
const person = ['lesson_people.first_name', 'lesson_people.last_name', 'lesson_people.picture_file_id'] as const;

export interface FeedPostRow extends PersonColumns {
  id: number;
  account_id: number;
  response_id: number | null;
  comment: RichTextDocument;
  comment_text: string;
  is_censored: boolean;
  filed_by: 'student' | 'server';
  posted_at: Date;
  /** The author’s confidence, for the staff only (LIVE-101). */
  confidence: Confidence | null;
  /** The time that classmates see: at the latest when the form closed for the class (LIVE-68). */
  told_at: Date;
}

/** A whole form, or one post of it. */
export type FeedPart = { phaseId: number } | { postId: number };
const isPart = (part: FeedPart) => ('phaseId' in part ? sql<boolean>`live_posts.phase_id = ${part.phaseId}` : sql<boolean>`live_posts.id = ${part.postId}`);

/** Lists posts, newest first, including empty ones. */
export async function listPosts(db: Db, part: FeedPart): Promise<FeedPostRow[]> {
  const rows = await db
    .selectFrom('live_posts')
    .innerJoin('live_phases', 'live_phases.id', 'live_posts.phase_id')
    .innerJoin('lesson_people', 'lesson_people.id', 'live_posts.account_id')
    .select([
      'live_posts.id',
      'live_posts.account_id',
      'live_posts.response_id',
      'live_posts.comment',
      'live_posts.comment_text',
      'live_posts.is_censored',
      'live_posts.filed_by',
      'live_posts.posted_at',
      'live_posts.confidence',
      sql<Date>`least(live_posts.posted_at, live_phases.closed_at)`.as('told_at'),
      ...person,
    ])
    .where(isPart(part))
    .orderBy('live_posts.posted_at', 'desc')
    .orderBy('live_posts.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, comment: row.comment as RichTextDocument, confidence: row.confidence as Confidence | null }));
}

export interface ReactionRow extends PersonColumns {
  post_id: number;
  account_id: number;
  reaction: 'like' | 'dislike';
  by_student: boolean;
  created_at: Date;
}

/** Lists reactions, oldest first. */
export async function listReactions(db: Db, part: FeedPart): Promise<ReactionRow[]> {
  return db
    .selectFrom('post_reactions')
    .innerJoin('live_posts', 'live_posts.id', 'post_reactions.post_id')
    .innerJoin('lesson_people', 'lesson_people.id', 'post_reactions.account_id')
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

const commentColumns = [
  'said.id',
  'said.post_id',
  'said.account_id',
  'said.by_student',
  'said.comment',
  'said.is_censored',
  'said.created_at',
  ...person,
] as const;

/** A page of comments on each post. `before`: only those older than that comment. `ofClass`: without those hidden from the class. */
export interface CommentPage {
  most: number;
  before?: number;
  ofClass?: boolean;
}

const isHiddenComment = sql<boolean>`EXISTS (
  SELECT 1 FROM live_hidden WHERE live_hidden.subject_type = 'comment' AND live_hidden.subject_id = post_comments.id AND live_hidden.is_hidden)`;

/** Selects the newest comments on each post, limited per post. */
const newestOnEach = (db: Db, { most, before, ofClass = false }: CommentPage) =>
  db
    .selectFrom('live_posts')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('post_comments')
          .selectAll('post_comments')
          .whereRef('post_comments.post_id', '=', 'live_posts.id')
          .$if(before !== undefined, (query) => query.where('post_comments.id', '<', before as number))
          .$if(ofClass, (query) => query.where(sql<boolean>`NOT ${isHiddenComment}`))
          .orderBy('post_comments.id', 'desc')
          .limit(most)
          .as('said'),
      (join) => join.onTrue(),
    )
    .innerJoin('lesson_people', 'lesson_people.id', 'said.account_id')
    .select(commentColumns);

/** Lists the newest comments on each post, limited per post, oldest first. */
export async function listNewestComments(db: Db, part: FeedPart, page: CommentPage): Promise<CommentRow[]> {
  return newestOnEach(db, page).where(isPart(part)).orderBy('said.id').execute();
}

/** Lists the newest of all comments on these posts, newest first. */
export async function listNewestOfAll(db: Db, postIds: readonly number[], most: number): Promise<CommentRow[]> {
  return newestOnEach(db, { most })
    .where(sql<boolean>`live_posts.id = ANY(${[...postIds]}::bigint[])`)
    .orderBy('said.id', 'desc')
    .limit(most)
    .execute();
}

/** Returns a comment by its id, or null. */
export async function findComment(db: Db, id: number): Promise<CommentRow | null> {
  const said = db.selectFrom('post_comments as said').innerJoin('lesson_people', 'lesson_people.id', 'said.account_id').select(commentColumns);
  return (await said.where('said.id', '=', id).executeTakeFirst()) ?? null;
}

/** Lists the comments in a session by an account, and those of staff on its posts, oldest first. */
export async function listCommentsAround(db: Db, sessionId: number, accountId: number): Promise<CommentRow[]> {
  return db
    .selectFrom('live_posts')
    .innerJoin('post_comments as said', 'said.post_id', 'live_posts.id')
    .innerJoin('lesson_people', 'lesson_people.id', 'said.account_id')
    .select(commentColumns)
    .where('live_posts.session_id', '=', sessionId)
    .where(sql<boolean>`(said.account_id = ${accountId} OR (live_posts.account_id = ${accountId} AND NOT said.by_student))`)
    .orderBy('said.id')
    .execute();
}

/** Lists all comments in a session, oldest first. */
export async function listCommentsOfSession(db: Db, sessionId: number): Promise<CommentRow[]> {
  return db
    .selectFrom('live_posts')
    .innerJoin('post_comments as said', 'said.post_id', 'live_posts.id')
    .innerJoin('lesson_people', 'lesson_people.id', 'said.account_id')
    .select(commentColumns)
    .where('live_posts.session_id', '=', sessionId)
    .orderBy('said.id')
    .execute();
}

/** The numbers of earlier comments on a post, without and with their replies; `shown…` without those hidden from the class. */
export interface EarlierRow {
  post_id: number;
  comments: number;
  remarks: number;
  shown_comments: number;
  shown_remarks: number;
}

/** Counts what precedes each of these comments. Posts where nothing does are left out. */
export async function countEarlier(db: Db, comments: readonly Pick<CommentRow, 'id' | 'post_id'>[]): Promise<EarlierRow[]> {
  if (comments.length === 0) return [];
  const { rows } = await sql<EarlierRow>`
    SELECT said.post_id, count(DISTINCT said.id)::integer AS comments, (count(DISTINCT said.id) + count(reply.id))::integer AS remarks,
           (count(DISTINCT said.id) FILTER (WHERE hidden.id IS NULL))::integer AS shown_comments,
           (count(DISTINCT said.id) FILTER (WHERE hidden.id IS NULL)
             + count(reply.id) FILTER (WHERE hidden.id IS NULL AND hidden_reply.id IS NULL))::integer AS shown_remarks
      FROM unnest(${comments.map(({ post_id }) => post_id)}::bigint[], ${comments.map(({ id }) => id)}::bigint[]) AS shown(post_id, id)
      JOIN post_comments said ON said.post_id = shown.post_id AND said.id < shown.id
      LEFT JOIN comment_replies reply ON reply.comment_id = said.id
      LEFT JOIN live_hidden hidden ON hidden.subject_type = 'comment' AND hidden.subject_id = said.id AND hidden.is_hidden
      LEFT JOIN live_hidden hidden_reply ON hidden_reply.subject_type = 'reply' AND hidden_reply.subject_id = reply.id AND hidden_reply.is_hidden
     GROUP BY said.post_id`.execute(db);
  return rows;
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

/** Lists replies to comments, oldest first. */
export async function listReplies(db: Db, commentIds: readonly number[]): Promise<ReplyRow[]> {
  if (commentIds.length === 0) return [];
  return db
    .selectFrom('comment_replies')
    .innerJoin('lesson_people', 'lesson_people.id', 'comment_replies.account_id')
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
    .where(sql<boolean>`comment_replies.comment_id = ANY(${[...commentIds]}::bigint[])`)
    .orderBy('comment_replies.id')
    .execute();
}

/** The progress of a session, and the forms in which one account has a post. */
export interface ReaderMoment extends RoomVersion {
  answered: Form[];
}

/**
 * Reads the moment of each account, in their order, in one statement and therefore one snapshot. `sequence`, `pending`
 * (announced, not numbered yet) and `ownEnds` (ended own times, whose posts are not announced) grow in this order; if
 * they are equal, no post was added in between. The values come through a common table expression, so that the statement
 * is planned once, and not for each call.
 */
export async function listReaderMoments(db: Db, sessionId: number, room: string, accountIds: readonly number[]): Promise<ReaderMoment[]> {
  const { rows } = await sql<ReaderMoment>`
    WITH room AS MATERIALIZED (SELECT ${room}::text AS name, ${sessionId}::bigint AS epoch),
    moment AS MATERIALIZED (
      SELECT room.epoch,
             coalesce((SELECT sequence FROM room_sequences numbered WHERE numbered.room = room.name AND numbered.epoch = room.epoch), 0) AS sequence,
             (SELECT count(*)::integer FROM room_outbox waiting WHERE waiting.room = room.name AND waiting.epoch = room.epoch) AS pending,
             (SELECT count(*)::integer FROM live_extra_times extra JOIN live_phases phase ON phase.id = extra.phase_id
               WHERE phase.session_id = room.epoch AND extra.ended_at IS NOT NULL) AS "ownEnds"
        FROM room)
    SELECT moment.sequence, moment.pending, moment."ownEnds",
           ARRAY(SELECT phase.form FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id
                  WHERE post.session_id = moment.epoch AND post.account_id = reader.account_id) AS answered
      FROM unnest(${anyLength(accountIds, 'bigint')}) WITH ORDINALITY AS reader (account_id, place), moment
     ORDER BY reader.place`.execute(db);
  return rows;
}

/**
 * Locks the session in shared mode until commit: it can neither end nor change its settings, while others can still
 * comment and react.
 */
export async function lockSessionShared(tx: Tx, sessionId: number): Promise<void> {
  await tx.selectFrom('live_sessions').select('id').where('id', '=', sessionId).forShare().execute();
}

/** Sets the one reaction that an account has to a post. Returns false if it was set already. */
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

/** Returns true when somebody who runs the lesson likes the post. */
export async function isLikedByStaff(db: Db, postId: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM post_reactions WHERE post_id = ${postId} AND reaction = 'like' AND NOT by_student LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Stores a comment. Returns it as the feed lists it. */
export async function insertComment(
  tx: Tx,
  comment: { post_id: number; account_id: number; by_student: boolean; comment: string; is_censored: boolean },
): Promise<CommentRow> {
  return tx
    .with('added', (cte) => cte.insertInto('post_comments').values(comment).returningAll())
    .selectFrom('added')
    .innerJoin('lesson_people', 'lesson_people.id', 'added.account_id')
    .select(['added.id', 'added.post_id', 'added.account_id', 'added.by_student', 'added.comment', 'added.is_censored', 'added.created_at', ...person])
    .executeTakeFirstOrThrow();
}

/** Stores a reply. Returns it as the feed lists it. */
export async function insertReply(
  tx: Tx,
  reply: { comment_id: number; account_id: number; by_student: boolean; reply: string; is_censored: boolean },
): Promise<ReplyRow> {
  return tx
    .with('added', (cte) => cte.insertInto('comment_replies').values(reply).returningAll())
    .selectFrom('added')
    .innerJoin('lesson_people', 'lesson_people.id', 'added.account_id')
    .select(['added.id', 'added.comment_id', 'added.account_id', 'added.by_student', 'added.reply', 'added.is_censored', 'added.created_at', ...person])
    .executeTakeFirstOrThrow();
}

/** Counts an account's comments and replies on the posts of a form. */
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

/** Counts the people who logged in to a session. */
export async function countLoggedIn(db: Db, sessionId: number): Promise<number> {
  const { count } = await db
    .selectFrom('live_participants')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the form of a post, and whether it has reactions or comments. */
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
