import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface CommentRow {
  id: number;
  account_id: number;
  name: string;
  picture_file_id: number | null;
  by_student: boolean;
  comment: string;
  created_at: Date;
}

const columns = sql`comment.id, comment.account_id, concat_ws(' ', people.first_name, people.last_name) AS name, people.picture_file_id,
  comment.by_student, comment.comment, comment.created_at`;
const source = sql`announcement_comments comment JOIN people ON people.id = comment.account_id`;

/**
 * Returns the newest comments, oldest of them first, and how many come before them. `before`: only those before this
 * comment.
 */
export async function listComments(
  db: Db,
  announcementId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<{ rows: CommentRow[]; earlier: number }> {
  const { rows } = await sql<CommentRow>`
    SELECT ${columns} FROM ${source}
     WHERE comment.announcement_id = ${announcementId} AND comment.archived_at IS NULL AND (${before ?? null}::bigint IS NULL OR comment.id < ${before ?? null})
     ORDER BY comment.id DESC LIMIT ${limit}`.execute(db);
  const oldest = rows.at(-1)?.id;
  if (rows.length < limit || oldest === undefined) return { rows: rows.reverse(), earlier: 0 };
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM announcement_comments WHERE announcement_id = ${announcementId} AND archived_at IS NULL AND id < ${oldest}`.execute(db);
  return { rows: rows.reverse(), earlier: counted.rows[0]?.count ?? 0 };
}

export async function findComment(db: Db, id: number): Promise<CommentRow | null> {
  const { rows } = await sql<CommentRow>`SELECT ${columns} FROM ${source} WHERE comment.id = ${id} AND comment.archived_at IS NULL`.execute(db);
  return rows[0] ?? null;
}

export async function insertComment(
  tx: Tx,
  comment: { announcement_id: number; account_id: number; by_student: boolean; comment: string; is_censored: boolean },
): Promise<number> {
  return (await tx.insertInto('announcement_comments').values(comment).returning('id').executeTakeFirstOrThrow()).id;
}

export interface Pace {
  /**
   * The number of comments that the person wrote within the last minute, anywhere; and in how many seconds the first of
   * them is older than that.
   */
  in_a_minute: number;
  seconds: number;
  /** The number of comments that the person wrote under this announcement, including deleted ones. */
  here: number;
}

/**
 * Returns how much the person has written. Locks the person until commit, so that simultaneous comments take turns.
 */
export async function lockPace(tx: Tx, announcementId: number, accountId: number): Promise<Pace> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('announcement comments'), ${accountId}::int)`.execute(tx);
  const { rows } = await sql<Pace>`
    SELECT count(*) FILTER (WHERE is_new)::int AS in_a_minute, count(*) FILTER (WHERE announcement_id = ${announcementId})::int AS here,
           greatest(1, ceil(extract(epoch FROM min(created_at) FILTER (WHERE is_new) + interval '1 minute' - app_now())))::int AS seconds
      FROM (SELECT announcement_id, created_at, created_at > app_now() - interval '1 minute' AS is_new
              FROM announcement_comments
             WHERE account_id = ${accountId} AND (announcement_id = ${announcementId} OR created_at > app_now() - interval '1 minute')) mine`.execute(tx);
  return rows[0] ?? { in_a_minute: 0, seconds: 0, here: 0 };
}

/** Archives a comment for people who may do so. Returns the comment, or null when there is no such comment. */
export async function archiveComment(
  tx: Tx,
  { id, announcementId, by, any }: { id: number; announcementId: number; by: number; any: boolean },
): Promise<string | null> {
  const { rows } = await sql<{ comment: string }>`
    UPDATE announcement_comments SET archived_at = app_now(), archived_by = ${by}
     WHERE id = ${id} AND announcement_id = ${announcementId} AND archived_at IS NULL AND (${any} OR account_id = ${by}) RETURNING comment`.execute(tx);
  return rows[0]?.comment ?? null;
}

/** Restores a comment, for the person who archived it. */
export async function restoreComment(tx: Tx, { id, announcementId, by }: { id: number; announcementId: number; by: number }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE announcement_comments SET archived_at = NULL, archived_by = NULL
     WHERE id = ${id} AND announcement_id = ${announcementId} AND archived_at IS NOT NULL AND archived_by = ${by}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
