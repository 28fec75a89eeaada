import type { RichTextDocument } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, nameOrder } from '../../../platform/database/index.ts';
import { type CursorValues, parseCursor, toCursor } from '../../../platform/keyset.ts';
import { toContainsPattern } from '../../../platform/lists.ts';
import { foundOf, type OrNothing } from '../../../platform/outer-join.ts';
import { placeOf } from '../classes/index.ts';

/** The reader. An Admin reads everything of every class, as its staff do. */
export interface Reader {
  readonly accountId: number;
  readonly isAdmin: boolean;
}

export type AnnouncementState = 'PUBLISHED' | 'DRAFT';

export interface MaterialRow {
  kind: 'driveFile' | 'youtubeVideo' | 'link';
  title: string;
  file_id: number | null;
  mime_type: string | null;
  url: string;
}

export interface AnnouncementRow {
  id: number;
  course_id: number;
  course_name: string;
  /** True when its class is active; otherwise nothing of it changes. */
  is_active: boolean;
  creator_id: number;
  creator_name: string;
  text: RichTextDocument;
  summary: string;
  state: AnnouncementState;
  scheduled_at: Date | null;
  /** The posting time that passed while the class was archived. */
  missed_at: Date | null;
  posted_at: Date | null;
  assignee_mode: 'ALL_STUDENTS' | 'INDIVIDUAL_STUDENTS';
  created_at: Date;
  updated_at: Date;
  comments_count: number;
  is_staff: boolean;
  /**
   * True when students may comment, by the school's setting and the class's; `anybody_comments` is the school's alone.
   */
  students_comment: boolean;
  anybody_comments: boolean;
  materials: MaterialRow[];
  /** The students of an announcement for individual students. For staff only. */
  student_ids: number[];
  /** The announcements that the same act posted to other classes of the reader as staff. */
  also_in: number[];
}

const isStaff = ({ accountId, isAdmin }: Reader) =>
  isAdmin ? sql`true` : sql`EXISTS (SELECT 1 FROM class_staff WHERE class_staff.course_id = one.course_id AND class_staff.account_id = ${accountId})`;

const isForMe = (accountId: number) => sql`(one.assignee_mode = 'ALL_STUDENTS'
  OR EXISTS (SELECT 1 FROM announcement_students WHERE announcement_id = one.id AND account_id = ${accountId}))`;

const isVisible = (reader: Reader) =>
  reader.isAdmin
    ? sql`true`
    : sql`(${isStaff(reader)} OR (one.state = 'PUBLISHED' AND ${isForMe(reader.accountId)}
        AND EXISTS (SELECT 1 FROM class_students WHERE class_students.course_id = one.course_id AND class_students.account_id = ${reader.accountId})))`;

/** For staff, so that a mistaken announcement in several classes can be deleted in all of them. */
const alsoIn = (reader: Reader) => sql`CASE WHEN one.act IS NULL OR NOT ${isStaff(reader)} THEN '{}'::bigint[] ELSE ARRAY(
  SELECT other.id FROM announcements other JOIN class_facts place ON place.id = other.course_id AND place.archived_at IS NULL
   WHERE other.act = one.act AND other.id <> one.id AND other.archived_at IS NULL
     AND ${reader.isAdmin ? sql`true` : sql`EXISTS (SELECT 1 FROM class_staff WHERE class_staff.course_id = other.course_id AND class_staff.account_id = ${reader.accountId})`}
   ORDER BY other.id) END`;

/** Returns null when there is none, or it is not for this reader. */
export async function findAnnouncement(db: Db, reader: Reader, id: number): Promise<AnnouncementRow | null> {
  return (await listAnnouncements(db, reader, [id]))[0] ?? null;
}

const anybodyComments = sql`(schools.settings -> 'commenting_in_streams') IS DISTINCT FROM 'false'::jsonb`;
/** The attachments of an announcement, in order; for staff also the names of its students. */
const materials = sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object('kind', kind, 'title', title, 'file_id', file_id, 'mime_type', files.mime_type, 'url', url) ORDER BY position)
    FROM announcement_materials LEFT JOIN files ON files.id = file_id WHERE announcement_id = one.id), '[]')`;
const studentIds = (reader: Reader) => sql`CASE WHEN one.assignee_mode = 'INDIVIDUAL_STUDENTS' AND ${isStaff(reader)} THEN ARRAY(
  SELECT account_id FROM announcement_students WHERE announcement_id = one.id ORDER BY account_id) ELSE '{}'::bigint[] END`;

const rowColumns = (reader: Reader) => sql`
  one.id, one.course_id, class_facts.name AS course_name, class_facts.is_active,
  one.creator_id, concat_ws(' ', people.first_name, people.last_name) AS creator_name,
  one.text, one.summary, one.state, one.scheduled_at, one.missed_at, one.posted_at, one.assignee_mode, one.created_at, one.updated_at,
  (SELECT count(*) FROM announcement_comments WHERE announcement_id = one.id AND archived_at IS NULL)::int AS comments_count,
  ${isStaff(reader)} AS is_staff, ${anybodyComments} AS anybody_comments,
  ${anybodyComments} AND class_facts.comments_by_students AS students_comment,
  ${alsoIn(reader)} AS also_in,
  ${materials} AS materials, ${studentIds(reader)} AS student_ids`;
const rowSource = sql`
  announcements one
  JOIN class_facts ON class_facts.id = one.course_id AND class_facts.archived_at IS NULL
  JOIN schools ON schools.id = class_facts.school_id
  JOIN people ON people.id = one.creator_id`;

/** Returns the announcements that a reader may see, newest first. */
export async function listAnnouncements(db: Db, reader: Reader, ids: readonly number[]): Promise<AnnouncementRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AnnouncementRow>`
    SELECT ${rowColumns(reader)} FROM ${rowSource}
     WHERE one.id = ANY(${[...ids]}::bigint[]) AND one.archived_at IS NULL AND ${isVisible(reader)}
     ORDER BY one.listed_at DESC, one.id DESC`.execute(db);
  return rows;
}

interface Filter {
  state: AnnouncementState;
  search_text: string;
}
export interface ListFilter extends Filter {
  /** The class, or null for all active classes of the reader. */
  course: { id: number; isStaff: boolean } | null;
}

const ORDER = 'announcements';
const matches = ({ state, search_text }: Filter) => {
  const pattern = toContainsPattern(search_text.trim());
  return sql`one.archived_at IS NULL AND one.state = ${state} AND (${pattern} = '%%' OR one.summary ILIKE ${pattern})`;
};

/** The classes to read, with `is_staff` for each. */
const places = (reader: Reader, course: ListFilter['course']) =>
  course
    ? sql`(SELECT ${course.id}::bigint AS course_id, ${course.isStaff}::boolean AS is_staff)`
    : sql`(SELECT course_id, role = 'TEACHER' AS is_staff FROM class_standings
            WHERE account_id = ${reader.accountId} AND left_at IS NULL
              AND course_id IN (SELECT id FROM class_facts WHERE is_active))`;
const inPlace = (reader: Reader, filter: Filter) =>
  sql`one.course_id = place.course_id AND ${matches(filter)}
      AND (place.is_staff OR (one.state = 'PUBLISHED' AND ${isForMe(reader.accountId)}))`;
const ofEverybody = (filter: Filter) =>
  sql`announcements one WHERE ${matches(filter)}
      AND one.course_id IN (SELECT id FROM class_facts WHERE is_active)`;

export interface Window {
  after?: string | undefined;
  skip: number;
  limit: number;
}

/**
 * Returns the newest matching announcements, by id, and the cursor of the next ones. It reads at most the total page
 * size from each class, so long streams cost no more than short ones. @throws 422 for a cursor of another list
 */
export async function listIds(db: Db, reader: Reader, filter: ListFilter, { after, skip, limit }: Window): Promise<{ ids: number[]; next: string | null }> {
  const at = after === undefined ? null : parseCursor('after', after, ORDER, ['instant', 'number']);
  const beyond = at ? sql`AND ROW(one.listed_at, one.id) < ROW(${at[0]}::timestamptz, ${at[1]}::bigint)` : sql``;
  const columns = sql`one.id, one.listed_at`;
  const newest = sql`ORDER BY listed_at DESC, id DESC`;
  const found: RawBuilder<unknown> =
    reader.isAdmin && !filter.course
      ? sql`(SELECT ${columns} FROM ${ofEverybody(filter)} ${beyond})`
      : sql`(SELECT of_place.* FROM ${places(reader, filter.course)} place
              CROSS JOIN LATERAL (SELECT ${columns} FROM announcements one WHERE ${inPlace(reader, filter)} ${beyond} ${newest} LIMIT ${skip + limit + 1}) of_place)`;
  const { rows } = await sql<{ id: number; cursor: CursorValues }>`
    SELECT id, ARRAY[listed_at::text, id::text] AS cursor FROM ${found} found ${newest} LIMIT ${limit + 1} OFFSET ${skip}`.execute(db);
  const [shown, last] = [rows.slice(0, limit), rows[limit - 1]];
  return { ids: shown.map(({ id }) => id), next: rows.length > limit && last ? toCursor(ORDER, last.cursor) : null };
}

export interface ReadAnnouncement {
  id: number;
  class_name: string;
  writer: string;
  posted_at: Date;
  text: RichTextDocument;
}

/** Returns the newest announcements that were posted for a student, in active classes. */
export async function listAnnouncementsFor(db: Db, accountId: number, most: number): Promise<ReadAnnouncement[]> {
  const { rows } = await sql<ReadAnnouncement>`
    SELECT one.id, class_facts.name AS class_name, concat_ws(' ', people.first_name, people.last_name) AS writer, one.listed_at AS posted_at, one.text
      FROM class_students
      JOIN class_facts ON class_facts.id = class_students.course_id AND class_facts.is_active
      JOIN announcements one ON one.course_id = class_facts.id AND one.archived_at IS NULL AND one.state = 'PUBLISHED'
      JOIN people ON people.id = one.creator_id
     WHERE class_students.account_id = ${accountId} AND ${isForMe(accountId)}
     ORDER BY one.listed_at DESC, one.id DESC LIMIT ${most}`.execute(db);
  return rows;
}

export async function countAnnouncements(db: Db, reader: Reader, filter: ListFilter): Promise<number> {
  const found =
    reader.isAdmin && !filter.course ? ofEverybody(filter) : sql`${places(reader, filter.course)} place JOIN announcements one ON ${inPlace(reader, filter)}`;
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${found}`.execute(db);
  return rows[0]?.total ?? 0;
}

interface StreamRow extends AnnouncementRow {
  listed_at: Date;
  /** The same time to the microsecond. */
  listed: string;
}

export interface Stream {
  rows: AnnouncementRow[];
  next: string | null;
  /** For staff, the announcements that are not posted yet, in addition to the newest. */
  drafts: AnnouncementRow[];
  /** The time at which the stream was read. */
  at: Date;
}

/**
 * Returns the stream of one class, in one statement. Null when the class is not the reader's. @throws 422 for a cursor
 * of another list
 */
export async function findStream(
  db: Db,
  reader: Reader,
  courseId: number,
  { state, after, limit }: { state: AnnouncementState; after?: string | undefined; limit: number },
): Promise<Stream | null> {
  const at = after === undefined ? null : parseCursor('after', after, ORDER, ['instant', 'number']);
  const beyond = at ? sql`AND ROW(one.listed_at, one.id) < ROW(${at[0]}::timestamptz, ${at[1]}::bigint)` : sql``;
  const states = state === 'DRAFT' || at ? [state] : (['PUBLISHED', 'DRAFT'] as const);
  const { rows } = await sql<OrNothing<StreamRow> & { read_at: Date }>`
    SELECT app_now() AS read_at, shown.*
      FROM ${placeOf(reader, courseId)} place CROSS JOIN unnest(${[...states]}::text[]) AS wanted (state)
      LEFT JOIN LATERAL (
        SELECT ${rowColumns(reader)}, one.listed_at, one.listed_at::text AS listed FROM ${rowSource}
         WHERE one.course_id = place.course_id AND one.archived_at IS NULL AND one.state = wanted.state
           AND (place.is_staff OR (one.state = 'PUBLISHED' AND ${isForMe(reader.accountId)})) ${beyond}
         ORDER BY one.listed_at DESC, one.id DESC LIMIT ${limit + 1}) shown ON true
     ORDER BY shown.listed_at DESC, shown.id DESC`.execute(db);
  const [first] = rows;
  if (!first) return null;
  const found = foundOf<StreamRow>(rows);
  const [asked, drafts] = [found.filter((row) => row.state === state), found.filter((row) => row.state !== state)];
  const [shown, last] = [asked.slice(0, limit), asked[limit - 1]];
  const next = asked.length > limit && last ? toCursor(ORDER, [last.listed, String(last.id)]) : null;
  return { rows: shown, next, drafts: drafts.slice(0, limit), at: first.read_at };
}

export interface StaffedClass {
  id: number;
  name: string;
  section: string;
  is_active: boolean;
}

/** Returns the classes in which the person is staff, by name: those with the ids, or all active ones. */
export async function listStaffedClasses(
  db: Db,
  reader: Reader,
  ids: readonly number[] | 'active',
  most: number,
  { held = false } = {},
): Promise<StaffedClass[]> {
  const { rows } = await sql<StaffedClass>`
    SELECT id, name, section, is_active FROM class_facts
     WHERE archived_at IS NULL AND ${ids === 'active' ? sql`is_active` : sql`id = ANY(${[...ids]}::bigint[])`}
       AND ${reader.isAdmin ? sql`true` : sql`id IN (SELECT course_id FROM class_staff WHERE account_id = ${reader.accountId})`}
     ORDER BY name COLLATE natural_order, section COLLATE natural_order, id LIMIT ${most} ${held ? sql`FOR SHARE` : sql``}`.execute(db);
  return rows;
}

export interface StudentOfClass {
  course_id: number;
  id: number;
  name: string;
}

/** Returns the current students of some classes, by name; `ids`: only these. */
export async function listStudentsOf(db: Db, courseIds: readonly number[], ids: readonly number[] | 'all'): Promise<StudentOfClass[]> {
  if (courseIds.length === 0) return [];
  const { rows } = await sql<StudentOfClass>`
    SELECT class_students.course_id, people.id, concat_ws(' ', people.first_name, people.last_name) AS name
      FROM class_students JOIN people ON people.id = class_students.account_id
     WHERE class_students.course_id = ANY(${[...courseIds]}::bigint[])
       AND ${ids === 'all' ? sql`true` : sql`people.id = ANY(${[...ids]}::bigint[])`}
     ORDER BY ${nameOrder('people')}, people.id`.execute(db);
  return rows;
}

/** Returns the time zone of a school. A person without a school gets that of the first one. */
export async function findTimeZone(db: Db, schoolId: number | null): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    SELECT coalesce((SELECT time_zone FROM schools WHERE id = ${schoolId}), first_school_zone()) AS time_zone`.execute(db);
  return rows[0]?.time_zone ?? 'UTC';
}
