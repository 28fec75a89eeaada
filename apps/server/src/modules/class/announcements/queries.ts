import { randomUUID } from 'node:crypto';
import type { AnnouncementMaterial } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface NewAnnouncement {
  courseIds: readonly number[];
  creatorId: number;
  /** The document as JSON. */
  text: string;
  summary: string;
  state: 'PUBLISHED' | 'DRAFT';
  scheduledAt: Date | null;
  mode: 'ALL_STUDENTS' | 'INDIVIDUAL_STUDENTS';
}

/** Creates one announcement in each of the classes, in their order. */
export async function insertAnnouncements(tx: Tx, one: NewAnnouncement): Promise<{ id: number; course_id: number }[]> {
  const { rows } = await sql<{ id: number; course_id: number }>`
    INSERT INTO announcements (course_id, creator_id, text, summary, state, scheduled_at, posted_at, assignee_mode, act)
    SELECT given.course_id, ${one.creatorId}, ${one.text}::jsonb, ${one.summary}, ${one.state}, ${one.scheduledAt}::timestamptz,
           CASE WHEN ${one.state} = 'PUBLISHED' THEN app_now() END, ${one.mode}, ${one.courseIds.length > 1 ? randomUUID() : null}::uuid
      FROM unnest(${[...one.courseIds]}::bigint[]) WITH ORDINALITY AS given (course_id, place) ORDER BY given.place
    RETURNING id, course_id`.execute(tx);
  return rows;
}

/** Locks an announcement until commit, even a deleted one. Returns null when there is none. */
export async function lockAnnouncement(tx: Tx, id: number): Promise<{ id: number; course_id: number } | null> {
  return (await tx.selectFrom('announcements').select(['id', 'course_id']).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export interface HeldAnnouncement {
  id: number;
  course_id: number;
  creator_id: number;
  summary: string;
  state: 'PUBLISHED' | 'DRAFT';
  is_staff: boolean;
  /** True when the class is not archived. */
  is_active: boolean;
}

/**
 * Locks several announcements until commit, always in the same order; `archived`: deleted ones. Only announcements of
 * existing classes.
 */
export async function lockAnnouncements(
  tx: Tx,
  reader: { accountId: number; isAdmin: boolean },
  ids: readonly number[],
  archived: boolean,
): Promise<HeldAnnouncement[]> {
  const { rows } = await sql<HeldAnnouncement>`
    SELECT one.id, one.course_id, one.creator_id, one.summary, one.state, class_facts.is_active,
           (${reader.isAdmin} OR EXISTS (SELECT 1 FROM class_staff WHERE class_staff.course_id = one.course_id AND account_id = ${reader.accountId})) AS is_staff
      FROM announcements one JOIN class_facts ON class_facts.id = one.course_id AND class_facts.archived_at IS NULL
     WHERE one.id = ANY(${[...ids]}::bigint[]) AND (one.archived_at IS NOT NULL) = ${archived}
     ORDER BY one.id FOR UPDATE OF one FOR SHARE OF class_facts`.execute(tx);
  return rows;
}

/**
 * Archives announcements, or restores them. A draft whose posting time passed in the archive is no longer scheduled.
 */
export async function archiveAnnouncements(tx: Tx, ids: readonly number[], away: boolean): Promise<void> {
  await sql`
    UPDATE announcements SET archived_at = CASE WHEN ${away} THEN app_now() END,
           scheduled_at = CASE WHEN ${away} OR scheduled_at > app_now() THEN scheduled_at END
     WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

export interface Edit {
  text: string;
  summary: string;
  scheduledAt: Date | null;
  mode: 'ALL_STUDENTS' | 'INDIVIDUAL_STUDENTS';
}

export async function updateAnnouncement(tx: Tx, id: number, { text, summary, scheduledAt, mode }: Edit): Promise<void> {
  await sql`
    UPDATE announcements SET text = ${text}::jsonb, summary = ${summary}, scheduled_at = ${scheduledAt}::timestamptz, assignee_mode = ${mode},
           missed_at = CASE WHEN ${scheduledAt}::timestamptz IS NULL THEN missed_at END
     WHERE id = ${id}`.execute(tx);
}

/** Posts drafts, so that the people they are for see them. */
export async function setPosted(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE announcements SET state = 'PUBLISHED', posted_at = app_now(), listed_at = app_now(), scheduled_at = NULL, missed_at = NULL
     WHERE id = ANY(${[...ids]}::bigint[]) AND state = 'DRAFT'`.execute(tx);
}

/** Saves the students that announcements are for, replacing the previous ones. */
export async function saveStudents(tx: Tx, pairs: readonly { announcementId: number; accountId: number }[], before: readonly number[] = []): Promise<void> {
  if (before.length > 0) await sql`DELETE FROM announcement_students WHERE announcement_id = ANY(${[...before]}::bigint[])`.execute(tx);
  if (pairs.length === 0) return;
  await sql`
    INSERT INTO announcement_students (announcement_id, account_id)
    SELECT * FROM unnest(${pairs.map(({ announcementId }) => announcementId)}::bigint[], ${pairs.map(({ accountId }) => accountId)}::bigint[])`.execute(tx);
}

/**
 * Saves the attachments of announcements, replacing the previous ones. Without a title a file shows its own name, a
 * page its address.
 */
export async function saveMaterials(tx: Tx, ids: readonly number[], materials: readonly AnnouncementMaterial[], { anew = false } = {}): Promise<void> {
  if (!anew) await sql`DELETE FROM announcement_materials WHERE announcement_id = ANY(${[...ids]}::bigint[])`.execute(tx);
  if (materials.length === 0) return;
  await sql`
    INSERT INTO announcement_materials (announcement_id, position, kind, title, file_id, url)
    SELECT given.id, material.place, material.kind, coalesce(material.title, files.name, material.url), material.file_id, material.url
      FROM unnest(${[...ids]}::bigint[]) AS given (id)
     CROSS JOIN unnest(${materials.map(({ kind }) => kind)}::text[], ${materials.map(({ title }) => title ?? null)}::text[],
                       ${materials.map((one) => (one.kind === 'driveFile' ? one.fileId : null))}::bigint[],
                       ${materials.map((one) => (one.kind === 'driveFile' ? '' : one.url))}::text[]) WITH ORDINALITY AS material (kind, title, file_id, url, place)
      LEFT JOIN files ON files.id = material.file_id`.execute(tx);
}

export interface Audience {
  id: number;
  course_id: number;
  summary: string;
  /** The creator, who counts as the actor when there is none. The notifier leaves the actor out. */
  creator_id: number;
  /** The students it is for, and the staff of its class. */
  account_ids: number[];
}

/** Returns the people who are notified of announcements. */
export async function listAudiences(db: Db, ids: readonly number[]): Promise<Audience[]> {
  const { rows } = await sql<Audience>`
    SELECT one.id, one.course_id, one.summary, one.creator_id,
           ARRAY(SELECT account_id FROM class_staff WHERE class_staff.course_id = one.course_id
                 UNION SELECT class_students.account_id FROM class_students
                  WHERE class_students.course_id = one.course_id
                    AND (one.assignee_mode = 'ALL_STUDENTS'
                         OR EXISTS (SELECT 1 FROM announcement_students named WHERE named.announcement_id = one.id AND named.account_id = class_students.account_id)))
             AS account_ids
      FROM announcements one WHERE one.id = ANY(${[...ids]}::bigint[]) ORDER BY one.id`.execute(db);
  return rows;
}

export interface DueAnnouncement {
  id: number;
  course_id: number;
  scheduled_at: Date;
  is_active: boolean;
  owner_id: number;
  /** True when its author may still post to the class. */
  is_by_staff: boolean;
}

/** Locks a scheduled draft until commit. Returns null when it is no longer scheduled. */
export async function lockScheduled(tx: Tx, id: number): Promise<DueAnnouncement | null> {
  const { rows } = await sql<DueAnnouncement>`
    SELECT one.id, one.course_id, one.scheduled_at, class_facts.owner_id,
           class_facts.is_active,
           (EXISTS (SELECT 1 FROM class_staff WHERE class_staff.course_id = one.course_id AND class_staff.account_id = one.creator_id)
             OR EXISTS (SELECT 1 FROM administrators WHERE administrators.account_id = one.creator_id))
            AND EXISTS (SELECT 1 FROM people WHERE people.id = one.creator_id AND people.status) AS is_by_staff
      FROM announcements one JOIN class_facts ON class_facts.id = one.course_id
     WHERE one.id = ${id} AND one.state = 'DRAFT' AND one.scheduled_at IS NOT NULL AND one.archived_at IS NULL
       FOR UPDATE OF one FOR SHARE OF class_facts`.execute(tx);
  return rows[0] ?? null;
}

/** Makes another person of the class its author. */
export async function setCreator(tx: Tx, id: number, creatorId: number): Promise<void> {
  await tx.updateTable('announcements').set({ creator_id: creatorId }).where('id', '=', id).execute();
}

/** Removes the schedule of a draft, and keeps the time that it missed. */
export async function markScheduleMissed(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE announcements SET missed_at = scheduled_at, scheduled_at = NULL WHERE id = ${id}`.execute(tx);
}

/**
 * Selects the announcements that hold a file, attached or as a picture in their text. Includes deleted ones, which may be
 * restored.
 */
export const announcementsWith = (file: RawBuilder<number>) => sql<{ id: number; is_archived: boolean }>`
  SELECT id, archived_at IS NOT NULL AS is_archived FROM announcements
   WHERE id IN (SELECT announcement_id FROM announcement_materials WHERE file_id = ${file}
                UNION SELECT id FROM announcements WHERE file_ids_in(text) @> ARRAY[${file}]::bigint[])`;

/** Returns the announcements that hold a file, the newest first. */
export async function listIdsWithFile(db: Db, fileId: number): Promise<{ id: number; is_archived: boolean }[]> {
  const { rows } = await sql<{ id: number; is_archived: boolean }>`${announcementsWith(sql`${fileId}`)} ORDER BY id DESC`.execute(db);
  return rows;
}
