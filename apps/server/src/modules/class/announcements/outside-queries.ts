import type { RichTextDocument } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { isKeptElsewhere } from '../sources/index.ts';

/** The data that an outside source keeps with an announcement. */
export interface AnnouncementExternal {
  isForeign?: boolean;
  alternateLink?: string;
}

/** An announcement in the form that an outside source compares. */
export interface OutsideAnnouncement {
  id: number;
  text: RichTextDocument;
  summary: string;
  state: 'PUBLISHED' | 'DRAFT';
  scheduled_at: Date | null;
  assignee_mode: 'ALL_STUDENTS' | 'INDIVIDUAL_STUDENTS';
  external: AnnouncementExternal;
  is_archived: boolean;
  updated_at: Date;
  student_ids: number[];
}

async function list(db: Db, where: RawBuilder<unknown>): Promise<OutsideAnnouncement[]> {
  const { rows } = await sql<OutsideAnnouncement>`
    SELECT one.id, one.text, one.summary, one.state, one.scheduled_at, one.assignee_mode, one.external, one.archived_at IS NOT NULL AS is_archived, one.updated_at,
           ARRAY(SELECT account_id FROM announcement_students named WHERE named.announcement_id = one.id ORDER BY account_id) AS student_ids
      FROM announcements one WHERE ${where} ORDER BY one.id`.execute(db);
  return rows;
}

/** Returns every announcement that a class has or had. */
export const listOutsideAnnouncements = (db: Db, courseId: number): Promise<OutsideAnnouncement[]> => list(db, sql`one.course_id = ${courseId}`);

/** Returns these announcements, locked until commit. */
export async function lockOutsideAnnouncements(tx: Tx, ids: readonly number[]): Promise<Map<number, OutsideAnnouncement>> {
  await sql`SELECT FROM announcements WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
  return new Map((await list(tx, sql`one.id = ANY(${[...ids]}::bigint[])`)).map((one) => [one.id, one]));
}

export interface NewOutsideAnnouncement {
  text: RichTextDocument;
  summary: string;
  state: 'PUBLISHED' | 'DRAFT';
  scheduled_at: string | null;
  posted_at: string | null;
  assignee_mode: 'ALL_STUDENTS' | 'INDIVIDUAL_STUDENTS';
  external: AnnouncementExternal;
}

/** Creates announcements in one statement. Returns their ids in the same order. */
export async function insertOutsideAnnouncements(
  tx: Tx,
  { courseId, creatorId }: { courseId: number; creatorId: number },
  announcements: readonly NewOutsideAnnouncement[],
): Promise<number[]> {
  if (announcements.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    INSERT INTO announcements (course_id, creator_id, text, summary, state, scheduled_at, posted_at, listed_at, assignee_mode, external)
    SELECT ${courseId}, ${creatorId}, given.text, given.summary, given.state, given.scheduled_at,
           CASE WHEN given.state = 'PUBLISHED' THEN coalesce(given.posted_at, app_now()) END, coalesce(given.posted_at, app_now()), given.assignee_mode, given.external
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(announcements)}::jsonb)
        AS (text jsonb, summary text, state text, scheduled_at timestamptz, posted_at timestamptz, assignee_mode text, external jsonb))
        WITH ORDINALITY AS given (text, summary, state, scheduled_at, posted_at, assignee_mode, external, place)
     ORDER BY given.place RETURNING id`.execute(tx);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

export async function updateOutsideAnnouncement(
  tx: Tx,
  id: number,
  { words, scheduled_at, isPosted }: { words?: { text: RichTextDocument; summary: string }; scheduled_at?: string | null; isPosted?: boolean },
): Promise<void> {
  await sql`
    UPDATE announcements
       SET text = coalesce(${words ? JSON.stringify(words.text) : null}::jsonb, text), summary = coalesce(${words?.summary ?? null}, summary),
           scheduled_at = CASE WHEN ${isPosted === true} THEN NULL WHEN ${scheduled_at !== undefined} AND state = 'DRAFT' THEN ${scheduled_at ?? null}::timestamptz ELSE scheduled_at END,
           posted_at = CASE WHEN ${isPosted === true} AND state = 'DRAFT' THEN app_now() ELSE posted_at END,
           state = CASE WHEN ${isPosted === true} THEN 'PUBLISHED' ELSE state END
     WHERE id = ${id}`.execute(tx);
}

export async function mergeAnnouncementExternal(tx: Tx, id: number, external: AnnouncementExternal): Promise<void> {
  await sql`UPDATE announcements SET external = external || ${JSON.stringify(external)}::jsonb WHERE id = ${id}`.execute(tx);
}

/** Returns true when it was made outside and can be changed only there. */
export async function isForeignAnnouncement(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM announcements WHERE id = ${id} AND ${isKeptElsewhere('announcements')}`.execute(db);
  return rows.length > 0;
}
