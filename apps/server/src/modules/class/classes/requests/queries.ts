import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { Reach } from '../../../../platform/reach.ts';
import { isInReach } from '../../../../platform/reach-queries.ts';

export interface RequestRow {
  id: number;
  account_id: number;
  level_id: number;
  name: string;
  subject: string;
  section: string;
  room: string;
  status: string;
  reason: string;
}

/** The condition that the requester's school is within reach; `column` holds the account. */
export const isRequestInReach = (reach: Reach, column: string): RawBuilder<SqlBool> =>
  'all' in reach
    ? sql<SqlBool>`true`
    : sql<SqlBool>`EXISTS (SELECT 1 FROM people asking WHERE asking.id = ${sql.ref(column)} AND ${isInReach(reach, 'asking.school_id')})`;

/** Locks those of the requests that are within reach, always in the same order. */
export async function lockRequests(tx: Tx, ids: readonly number[], reach: Reach): Promise<Map<number, RequestRow>> {
  const { rows } = await sql<RequestRow>`
    SELECT id, account_id, level_id, name, subject, section, room, status, reason FROM requested_classes
     WHERE id = ANY(${[...ids]}::bigint[]) AND ${isRequestInReach(reach, 'requested_classes.account_id')} ORDER BY id FOR UPDATE`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Approves requests, each with the class that was made from it. */
export async function setApproved(tx: Tx, made: readonly { id: number; courseId: number }[], by: number): Promise<void> {
  await sql`
    UPDATE requested_classes SET status = 'approved', reason = '', decided_at = app_now(), decided_by = ${by}, course_id = made.course_id
      FROM unnest(${made.map(({ id }) => id)}::bigint[], ${made.map(({ courseId }) => courseId)}::bigint[]) AS made (id, course_id)
     WHERE requested_classes.id = made.id`.execute(tx);
}

export async function setDeclined(tx: Tx, ids: readonly number[], { by, reason }: { by: number; reason: string }): Promise<void> {
  await sql`
    UPDATE requested_classes SET status = 'declined', reason = ${reason}, decided_at = app_now(), decided_by = ${by}
     WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

export async function setPending(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`UPDATE requested_classes SET status = 'pending', reason = '', decided_at = NULL, decided_by = NULL WHERE id = ANY(${[...ids]}::bigint[])`.execute(
    tx,
  );
}

/** Returns the additional data of rows: the class while it exists, and who decided when. */
export async function listDecisions(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { course_id: number | null; decided_at: Date | null; decided_by_name: string | null }>> {
  const { rows } = await sql<{ id: number; course_id: number | null; decided_at: Date | null; decided_by_name: string | null }>`
    SELECT asked.id, courses.id AS course_id, asked.decided_at, nullif(concat_ws(' ', people.first_name, people.last_name), '') AS decided_by_name
      FROM requested_classes asked
      LEFT JOIN courses ON courses.id = asked.course_id AND courses.archived_at IS NULL
      LEFT JOIN people ON people.id = asked.decided_by
     WHERE asked.id = ANY(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...decision }) => [id, decision]));
}

/** Returns the people who still wait for a decision. */
export async function listWaiting(db: Db, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT DISTINCT account_id FROM requested_classes WHERE status = 'pending' AND account_id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** The condition that a request has this status. The list's table is called `t`. */
export const hasStatus = (status: string): RawBuilder<SqlBool> => sql<SqlBool>`t.status = ${status}`;
