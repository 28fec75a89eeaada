import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export type LimitKind = 'people' | 'files' | 'requests';

interface SchoolSizesRow {
  id: number;
  name: string;
  is_archived: boolean;
  people: number;
  classes: number;
  file_bytes: number;
  active_at: Date | null;
  reason: string | null;
  suspended_at: Date | null;
  max_people: number | null;
  max_file_bytes: number | null;
  max_requests_per_minute: number | null;
}

/** Returns every school by name. It counts nothing: the numbers are kept with every change. */
export async function listSchoolSizes(db: Db): Promise<SchoolSizesRow[]> {
  const { rows } = await sql<SchoolSizesRow>`
    SELECT schools.id, schools.school_name AS name, schools.archived_at IS NOT NULL AS is_archived,
           coalesce(used.people, 0) AS people, coalesce(used.classes, 0) AS classes, coalesce(used.file_bytes, 0) AS file_bytes, activity.active_at,
           suspended.reason, suspended.suspended_at, most.max_people, most.max_file_bytes, most.max_requests_per_minute
      FROM schools
      LEFT JOIN (SELECT school_id, (sum(amount) FILTER (WHERE kind = 'people'))::bigint AS people, (sum(amount) FILTER (WHERE kind = 'classes'))::bigint AS classes,
                        (sum(amount) FILTER (WHERE kind IN ('files', 'uploads')))::bigint AS file_bytes
                   FROM school_usage GROUP BY school_id) used ON used.school_id = schools.id
      LEFT JOIN (SELECT school_id, max(amount) FILTER (WHERE kind = 'people') AS max_people, max(amount) FILTER (WHERE kind = 'files') AS max_file_bytes,
                        max(amount) FILTER (WHERE kind = 'requests') AS max_requests_per_minute
                   FROM school_limits GROUP BY school_id) most ON most.school_id = schools.id
      LEFT JOIN school_activity activity ON activity.school_id = schools.id
      LEFT JOIN school_suspensions suspended ON suspended.school_id = schools.id
     ORDER BY schools.school_name COLLATE natural_order, schools.id`.execute(db);
  return rows;
}

/** Holds schools until commit, in order of their ids, and returns the ids of those that exist. */
export async function lockSchools(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM schools WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Suspends schools; one that is suspended already gets the new reason. */
export async function saveSuspensions(tx: Tx, ids: readonly number[], reason: string): Promise<void> {
  await sql`
    INSERT INTO school_suspensions (school_id, reason) SELECT id, ${reason} FROM unnest(${[...ids]}::bigint[]) AS id
    ON CONFLICT (school_id) DO UPDATE SET reason = excluded.reason`.execute(tx);
}

/** Ends suspensions, and returns the schools that were suspended, with the reasons. */
export async function deleteSuspensions(tx: Tx, ids: readonly number[]): Promise<{ school_id: number; reason: string }[]> {
  return tx
    .deleteFrom('school_suspensions')
    .where('school_id', 'in', [...ids])
    .returning(['school_id', 'reason'])
    .execute();
}

/** Sets a limit of schools; null removes it. */
export async function saveLimit(tx: Tx, ids: readonly number[], kind: LimitKind, amount: number | null): Promise<void> {
  if (amount === null) {
    await sql`DELETE FROM school_limits WHERE school_id = ANY(${[...ids]}::bigint[]) AND kind = ${kind}`.execute(tx);
    return;
  }
  await sql`
    INSERT INTO school_limits (school_id, kind, amount) SELECT id, ${kind}, ${amount}::bigint FROM unnest(${[...ids]}::bigint[]) AS id
    ON CONFLICT (school_id, kind) DO UPDATE SET amount = excluded.amount`.execute(tx);
}
