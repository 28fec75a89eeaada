import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface DueToPost {
  id: number;
  /** True when the class is not archived. */
  is_active: boolean;
}

/** Returns drafts whose posting time has come, the earliest first. `id`: only that one. */
export async function listDueToPost(db: Db, limit: number, id: number | null = null): Promise<DueToPost[]> {
  const { rows } = await sql<DueToPost>`
    SELECT work.id, class_facts.is_active FROM course_works work JOIN class_facts ON class_facts.id = work.course_id
     WHERE work.state = 'DRAFT' AND work.scheduled_at IS NOT NULL AND work.scheduled_at <= app_moment() AND work.archived_at IS NULL
       AND class_facts.archived_at IS NULL AND (${id}::bigint IS NULL OR work.id = ${id})
     ORDER BY work.scheduled_at, work.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Removes the schedule of a draft, and keeps the time that it missed. */
export async function markScheduleMissed(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE course_works SET missed_at = scheduled_at, scheduled_at = NULL WHERE id = ${id}`.execute(tx);
}

export interface OutOfZone {
  id: number;
  course_id: number;
  state: 'PUBLISHED' | 'DRAFT';
  due_on: string;
  due_time: string | null;
  time_zone: string;
}

/** Returns the schools whose works may have due instants of another zone. */
export async function listSchoolsOutOfZone(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('zone_changes').select('school_id').orderBy('school_id').execute();
  return rows.map(({ school_id }) => school_id);
}

/** Locks works of a school whose due instant was computed in another zone than the school has now. */
export async function listOutOfZone(tx: Tx, schoolId: number, limit: number): Promise<OutOfZone[]> {
  const { rows } = await sql<OutOfZone>`
    SELECT work.id, work.course_id, work.state, work.due_on, work.due_time, schools.time_zone
      FROM course_works work JOIN class_facts ON class_facts.id = work.course_id JOIN schools ON schools.id = class_facts.school_id
     WHERE class_facts.school_id = ${schoolId} AND work.due_on IS NOT NULL AND work.due_zone IS DISTINCT FROM schools.time_zone
     ORDER BY work.id LIMIT ${limit} FOR UPDATE OF work SKIP LOCKED`.execute(tx);
  return rows;
}

/** Removes the mark of a school that changed its zone so many minutes ago. */
export async function deleteOldZoneChange(db: Db, schoolId: number, minutes: number): Promise<void> {
  await sql`DELETE FROM zone_changes WHERE school_id = ${schoolId} AND changed_at < app_now() - make_interval(mins => ${minutes})`.execute(db);
}

/** Sets the due instant of each work, in one statement. */
export async function setDueInstants(tx: Tx, works: readonly { id: number; due_at: Date; due_zone: string }[]): Promise<void> {
  if (works.length === 0) return;
  await sql`
    UPDATE course_works SET due_at = reckoned.due_at, due_zone = reckoned.due_zone
      FROM unnest(${works.map(({ id }) => id)}::bigint[], ${works.map(({ due_at }) => due_at.toISOString())}::timestamptz[],
                  ${works.map(({ due_zone }) => due_zone)}::text[]) AS reckoned (id, due_at, due_zone)
     WHERE course_works.id = reckoned.id`.execute(tx);
}
