import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';
import type { PageRequest } from '../../../../platform/lists.ts';
import { isKeptElsewhere } from '../../../class/sources/index.ts';

/** Returns the time of the last complete run of a class. */
export async function findAsOf(db: Db, linkId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(run.finished_at) AS at FROM sync_units unit JOIN sync_runs run ON run.id = unit.run_id
     WHERE unit.link_id = ${linkId} AND unit.status = 'done' AND run.mode IN ('apply', 'scheduled') AND NOT run.is_pushed`.execute(db);
  return rows[0]?.at ?? null;
}

export interface ClassThereRow {
  external_id: string;
  name: string;
  section: string;
  state: string;
  owner_name: string | null;
  course_id: number | null;
  course_name: string | null;
  alternate_link: string;
  is_ignored: boolean;
}

/** Returns the condition that `class` is one at Google that these connections have found. */
const isFoundBy = (sourceId: number, connectionIds: readonly number[]) => sql`
  class.source_id = ${sourceId} AND class.kind = 'class' AND class.facts ? 'name'
  AND EXISTS (SELECT FROM jsonb_array_elements(class.facts -> 'seenBy') seen WHERE seen::bigint = ANY(${[...connectionIds]}::bigint[]))`;

/** Returns classes at Google that connections have found, by name. */
export async function listClassesThere(
  db: Db,
  {
    sourceId,
    connectionIds,
    pattern,
    isFree,
    page,
    per_page,
  }: PageRequest & { sourceId: number; connectionIds: readonly number[]; pattern: string | null; isFree: boolean },
): Promise<{ rows: ClassThereRow[]; total: number; asOf: Date | null }> {
  const where = sql`${isFoundBy(sourceId, connectionIds)}
    AND (${pattern}::text IS NULL OR class.facts ->> 'name' ILIKE ${pattern} OR class.facts ->> 'section' ILIKE ${pattern})
    AND (NOT ${isFree} OR class.local_id IS NULL)`;
  const { rows } = await sql<ClassThereRow>`
    SELECT class.external_id, class.facts ->> 'name' AS name, coalesce(class.facts ->> 'section', '') AS section, coalesce(class.facts ->> 'state', '') AS state,
           owner.facts ->> 'name' AS owner_name, class.local_id AS course_id, course.name AS course_name, coalesce(class.facts ->> 'alternateLink', '') AS alternate_link,
           class.state = 'ignored' AS is_ignored
      FROM external_links class LEFT JOIN class_facts course ON course.id = class.local_id
      LEFT JOIN external_links owner ON owner.source_id = class.source_id AND owner.kind = 'person' AND owner.parent_id IS NULL AND owner.external_id = class.facts ->> 'ownerId'
     WHERE ${where} ORDER BY class.facts ->> 'name' COLLATE natural_order, class.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM external_links class WHERE ${where}`.execute(db);
  const last = await sql<{ at: Date | null }>`
    SELECT max(finished_at) AS at FROM sync_runs WHERE source_id = ${sourceId} AND scope = 'classes' AND course_id IS NULL AND status IN ('finished', 'partly')`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.total ?? 0, asOf: last.rows[0]?.at ?? null };
}

/**
 * Returns all active classes that these connections have found and that are neither linked nor ignored, with the
 * account here of their owner there.
 */
export async function listUndecidedClasses(
  db: Db,
  sourceId: number,
  connectionIds: readonly number[],
): Promise<{ external_id: string; name: string; section: string; owner_id: number | null }[]> {
  const { rows } = await sql<{ external_id: string; name: string; section: string; owner_id: number | null }>`
    SELECT class.external_id, class.facts ->> 'name' AS name, coalesce(class.facts ->> 'section', '') AS section,
           coalesce((SELECT connection.account_id FROM sync_connections connection
                      WHERE connection.source_id = class.source_id AND connection.subject = class.facts ->> 'ownerId' LIMIT 1), owner.local_id) AS owner_id
      FROM external_links class
      LEFT JOIN external_links owner ON owner.source_id = class.source_id AND owner.kind = 'person' AND owner.parent_id IS NULL
           AND owner.state = 'linked' AND owner.external_id = class.facts ->> 'ownerId'
     WHERE ${isFoundBy(sourceId, connectionIds)} AND class.local_id IS NULL AND class.state <> 'ignored' AND class.facts ->> 'state' = 'ACTIVE'
     ORDER BY class.id`.execute(db);
  return rows;
}

/** Counts the active classes at Google without a decision: of somebody's connections, or (null) of the school's. */
export async function countUndecided(db: Db, sourceId: number, accountId: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM external_links class
     WHERE class.source_id = ${sourceId} AND class.kind = 'class' AND class.local_id IS NULL AND class.state = 'only_there' AND class.facts ->> 'state' = 'ACTIVE'
       AND EXISTS (SELECT FROM sync_connections connection WHERE connection.source_id = ${sourceId}
                      AND (${accountId}::bigint IS NULL OR connection.account_id = ${accountId}) AND class.facts -> 'seenBy' @> to_jsonb(connection.id))`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export interface SyncedWorkRow {
  course_work_id: number;
  is_foreign: boolean;
  was_foreign: boolean;
  graded_here: boolean;
  alternate_link: string;
  has_hand_in: boolean;
  handed_in_here_only: number;
}

/**
 * Returns the works of a class that are linked with Google, and those made there whose link has ended. `classLinkId`
 * null: the class is not linked.
 */
export async function listSyncedWorks(db: Db, courseId: number, classLinkId: number | null): Promise<SyncedWorkRow[]> {
  const { rows } = await sql<SyncedWorkRow>`
    SELECT work.id AS course_work_id, made_there.is_kept AS is_foreign,
           work.is_foreign AND NOT made_there.is_kept AS was_foreign,
           work.is_graded_here AS graded_here, work.alternate_link,
           link.kind IS NOT DISTINCT FROM 'work' AND work.assessment_id IS NULL AS has_hand_in,
           CASE WHEN link.kind = 'work' THEN (SELECT count(*)::int FROM submission_facts submission
              LEFT JOIN external_links there ON there.parent_id = ${classLinkId} AND there.kind = 'submission' AND there.source_id = link.source_id AND there.local_id = submission.id
             WHERE submission.course_work_id = work.id AND submission.state = 'TURNED_IN'
               AND coalesce(there.base ->> 'state', '') NOT IN ('TURNED_IN', 'RETURNED')) ELSE 0 END AS handed_in_here_only
      FROM work_facts work
      CROSS JOIN LATERAL (SELECT ${isKeptElsewhere('course_works', 'work', sql`work.is_foreign`)} AS is_kept OFFSET 0) made_there
      LEFT JOIN external_links link ON link.parent_id = ${classLinkId} AND link.kind IN ('work', 'material') AND link.state = 'linked' AND link.local_id = work.id
     WHERE work.course_id = ${courseId} AND work.archived_at IS NULL AND (link.id IS NOT NULL OR work.is_foreign) ORDER BY work.id`.execute(db);
  return rows;
}

interface GradeConflictRow {
  id: number;
  course_work_id: number;
  account_id: number;
  ours: unknown;
  ours_by: string | null;
  ours_at: Date | null;
  theirs: unknown;
  theirs_at: Date | null;
}

export async function listGradeConflicts(db: Db, courseId: number): Promise<GradeConflictRow[]> {
  const { rows } = await sql<GradeConflictRow>`
    SELECT open.id, submission.course_work_id, submission.account_id, open.ours, changer.full_name AS ours_by,
           open.ours_at, open.theirs, open.theirs_at
      FROM sync_conflicts open JOIN external_links link ON link.id = open.link_id JOIN submission_facts submission ON submission.id = link.local_id
      LEFT JOIN people changer ON changer.id = open.ours_by
     WHERE open.course_id = ${courseId} AND open.choice IS NULL AND open.kind = 'submission' ORDER BY open.id LIMIT 2000`.execute(db);
  return rows;
}

/** Returns each cell's newest grade that Google has confirmed. */
export async function listReceipts(db: Db, classLinkId: number): Promise<{ course_work_id: number; account_id: number; grade: unknown; at: string }[]> {
  const { rows } = await sql<{ course_work_id: number; account_id: number; grade: unknown; at: string }>`
    SELECT submission.course_work_id, submission.account_id, link.facts -> 'receipt' -> 'grade' AS grade, link.facts -> 'receipt' ->> 'at' AS at
      FROM external_links link JOIN submission_facts submission ON submission.id = link.local_id
     WHERE link.parent_id = ${classLinkId} AND link.kind = 'submission' AND link.facts ? 'receipt' ORDER BY link.id LIMIT 20000`.execute(db);
  return rows;
}

/**
 * Returns the given links that a Google list covers: without things made or confirmed from here so recently that lists
 * may not show them, and things that another run has read since the list was started.
 */
export async function listSettled<One extends { id: number }>(db: Db, links: readonly One[], listSince: string): Promise<One[]> {
  if (links.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM external_links
     WHERE id = ANY(${links.map(({ id }) => id)}::bigint[]) AND ((is_ours AND updated_at > app_now() - interval '2 minutes') OR updated_at > ${listSince}::timestamptz)`.execute(
    db,
  );
  const unsettled = new Set(rows.map(({ id }) => id));
  return links.filter(({ id }) => !unsettled.has(id));
}
