import type { SyncValue } from '@classwright/rules/sync/merge';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { PageRequest } from '../../../../platform/lists.ts';
import type { ChangeKind } from '../runs/queries.ts';

export interface NewConflict {
  linkId: number;
  courseId: number | null;
  kind: ChangeKind;
  subject: string;
  field: string;
  base: SyncValue | undefined;
  ours: SyncValue;
  theirs: SyncValue;
  oursAt: string | null;
  theirsAt: string | null;
}

/**
 * Selects the author of the last change here: for a grade its giver, otherwise the author in the audit trail. Null if
 * unknown.
 */
const changer = sql`
  CASE given.kind
    WHEN 'submission' THEN (
      SELECT act.account_id FROM grade_changes change JOIN grade_acts act ON act.id = change.act_id
       WHERE change.submission_id = link.local_id AND act.account_id IS NOT NULL ORDER BY change.revision DESC LIMIT 1)
    ELSE (
      SELECT entry.account_id FROM audit_entries entry
       WHERE entry.subject_type = CASE given.kind WHEN 'class' THEN 'course' WHEN 'work' THEN 'courseWork' WHEN 'material' THEN 'courseWork' ELSE given.kind END
         AND entry.subject_id = link.local_id AND entry.account_id IS NOT NULL ORDER BY entry.at DESC LIMIT 1)
  END`;

/** Stores conflicts, each field once; an open one is updated to the newer values. Returns the number of new ones. */
export async function openConflicts(tx: Tx, conflicts: readonly NewConflict[]): Promise<number> {
  if (conflicts.length === 0) return 0;
  const { rows } = await sql<{ is_new: boolean }>`
    INSERT INTO sync_conflicts AS open (link_id, course_id, kind, subject, field, base, ours, theirs, ours_by, ours_at, theirs_at)
    SELECT given."linkId", given."courseId", given.kind, given.subject, given.field, given.base, given.ours, given.theirs, ${changer},
           given."oursAt", given."theirsAt"
      FROM jsonb_to_recordset(${JSON.stringify(conflicts)}::jsonb)
        AS given ("linkId" bigint, "courseId" bigint, kind text, subject text, field text, base jsonb, ours jsonb, theirs jsonb,
                  "oursAt" timestamptz, "theirsAt" timestamptz)
      JOIN external_links link ON link.id = given."linkId"
    ON CONFLICT (link_id, field) WHERE choice IS NULL DO UPDATE
       SET subject = excluded.subject, ours = excluded.ours, theirs = excluded.theirs, ours_by = excluded.ours_by, ours_at = excluded.ours_at, theirs_at = excluded.theirs_at
     WHERE open.ours IS DISTINCT FROM excluded.ours OR open.theirs IS DISTINCT FROM excluded.theirs
    RETURNING (xmax = 0) AS is_new`.execute(tx);
  return rows.filter(({ is_new }) => is_new).length;
}

/**
 * Closes conflicts of these links that no longer exist: both sides agree, or one was reverted. `still`: the remaining
 * conflicts.
 */
export async function closeAgreed(tx: Tx, linkIds: readonly number[], still: readonly { linkId: number; field: string }[]): Promise<void> {
  await sql`
    UPDATE sync_conflicts open SET choice = 'agreed', solved_at = app_now()
     WHERE open.choice IS NULL AND open.link_id = ANY(${[...linkIds]}::bigint[])
       AND NOT EXISTS (SELECT FROM jsonb_to_recordset(${JSON.stringify(still)}::jsonb) AS given ("linkId" bigint, field text)
                        WHERE given."linkId" = open.link_id AND given.field = open.field)`.execute(tx);
}

export interface ConflictRow {
  id: number;
  source_id: number;
  school_id: number;
  link_id: number;
  link_local_id: number | null;
  link_parent_id: number | null;
  course_id: number | null;
  course_name: string | null;
  /** True when the class is read-only; null without a class. */
  is_archived: boolean | null;
  kind: ChangeKind;
  subject: string;
  field: string;
  base: SyncValue;
  ours: SyncValue;
  theirs: SyncValue;
  ours_by: string | null;
  ours_at: Date | null;
  theirs_at: Date | null;
  found_at: Date;
  choice: 'ours' | 'theirs' | 'agreed' | null;
  course_work_id: number | null;
  student_id: number | null;
}

const conflicts = sql`
  SELECT open.id, link.source_id, source.school_id, open.link_id, link.local_id AS link_local_id, link.parent_id AS link_parent_id, open.course_id,
         course.name AS course_name, course.course_state <> 'ACTIVE' AS is_archived, open.kind, open.subject, open.field, open.base, open.ours, open.theirs,
         changer.full_name AS ours_by, open.ours_at, open.theirs_at, open.found_at, open.choice,
         submission.course_work_id, submission.account_id AS student_id
    FROM sync_conflicts open JOIN external_links link ON link.id = open.link_id JOIN external_sources source ON source.id = link.source_id
    LEFT JOIN class_facts course ON course.id = open.course_id LEFT JOIN people changer ON changer.id = open.ours_by
    LEFT JOIN submission_facts submission ON open.kind = 'submission' AND submission.id = link.local_id`;

const isOfStaff = (accountId: number | null) => sql`
  (${accountId}::bigint IS NULL OR EXISTS (SELECT FROM class_staff staff WHERE staff.course_id = open.course_id AND staff.account_id = ${accountId}))`;

/** Returns open conflicts, oldest first. `accountId`: the person whose classes are listed; null: the whole school. */
export async function listConflicts(
  db: Db,
  { sourceId, courseId, accountId, page, per_page }: PageRequest & { sourceId: number; courseId: number | null; accountId: number | null },
): Promise<{ rows: ConflictRow[]; total: number }> {
  const where = sql`
    open.choice IS NULL AND link.source_id = ${sourceId} AND (${courseId}::bigint IS NULL OR open.course_id = ${courseId}) AND ${isOfStaff(accountId)}`;
  const { rows } = await sql<ConflictRow>`${conflicts} WHERE ${where} ORDER BY open.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM sync_conflicts open JOIN external_links link ON link.id = open.link_id WHERE ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function countOpenConflicts(db: Db, sourceId: number, accountId: number | null): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM sync_conflicts open JOIN external_links link ON link.id = open.link_id
     WHERE open.choice IS NULL AND link.source_id = ${sourceId} AND ${isOfStaff(accountId)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * Locks these conflicts, including solved ones, until commit in the order of their ids; their classes are locked first,
 * as in a run.
 */
export async function lockConflicts(tx: Tx, ids: readonly number[]): Promise<Map<number, ConflictRow>> {
  await sql`
    SELECT FROM class_facts WHERE id IN (SELECT course_id FROM sync_conflicts WHERE id = ANY(${[...ids]}::bigint[])) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  await sql`SELECT FROM sync_conflicts WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql<ConflictRow>`${conflicts} WHERE open.id = ANY(${[...ids]}::bigint[]) ORDER BY open.id`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function markSolved(tx: Tx, ids: readonly number[], choice: 'ours' | 'theirs', accountId: number): Promise<void> {
  await sql`
    UPDATE sync_conflicts SET choice = ${choice}, solved_by = ${accountId}, solved_at = app_now() WHERE id = ANY(${[...ids]}::bigint[]) AND choice IS NULL`.execute(
    tx,
  );
}

/** An open conflict as it was found. */
export interface OpenField {
  base: SyncValue | undefined;
  ours: SyncValue;
  theirs: SyncValue;
  theirsAt: string | null;
}
/** The open conflicts of one link, by field: these fields are not sent until they are solved. */
export type OpenFields = ReadonlyMap<string, OpenField>;

/** Returns the open conflicts of the links of a class, by link. */
export async function listOpenFields(db: Db, sourceId: number, courseId: number): Promise<Map<number, OpenFields>> {
  const { rows } = await sql<{ link_id: number; field: string; base: SyncValue; ours: SyncValue; theirs: SyncValue; theirs_at: Date | null }>`
    SELECT open.link_id, open.field, open.base, open.ours, open.theirs, open.theirs_at
      FROM sync_conflicts open JOIN external_links link ON link.id = open.link_id
     WHERE open.choice IS NULL AND open.course_id = ${courseId} AND link.source_id = ${sourceId}`.execute(db);
  const fields = new Map<number, Map<string, OpenField>>();
  for (const { link_id, field, base, ours, theirs, theirs_at } of rows) {
    const ofLink = fields.get(link_id) ?? new Map<string, OpenField>();
    fields.set(link_id, ofLink.set(field, { base, ours, theirs, theirsAt: theirs_at?.toISOString() ?? null }));
  }
  return fields;
}
