import type { CourseWorkKind, OwnStanding } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import { listNamed, type Typed } from '../../../platform/fold-queries.ts';
import { type PageRequest, toContainsPattern } from '../../../platform/lists.ts';
import { foundOf, type OrNothing } from '../../../platform/outer-join.ts';
import { placeOf } from '../classes/index.ts';
import { type CourseWorkRow, workColumns, workSource } from './queries.ts';

/** The reader. Staff of a class read all of its work, its students only posted work that is theirs. */
export interface Reading {
  accountId: number;
  /** True for an Admin, who is staff of every class. */
  isAdmin: boolean;
}

export interface WorkSearch extends PageRequest {
  /** The class, or null for every class of this person. */
  courseId: number | null;
  search_text: string;
  topicId: number | null;
  kind: CourseWorkKind | null;
  /** The status of a student's own submission, or null for any. */
  standing: OwnStanding | null;
  sort: 'posted' | 'due';
}

export interface ListedWork extends CourseWorkRow {
  is_staff: boolean;
  /** The counts, for staff only. */
  tally: Tally | null;
  /** The reader's own submission, for students only. */
  own: OwnSubmission | null;
}

export interface WorkPage {
  rows: ListedWork[];
  total: number;
  /** The time zone of the class, or the reader's own in a list of all classes. */
  time_zone: string;
}

const zoneOf = (accountId: number): RawBuilder<unknown> => sql`
  (SELECT coalesce((SELECT schools.time_zone FROM people JOIN schools ON schools.id = people.school_id WHERE people.id = ${accountId}), 'UTC') AS time_zone)`;

/** Matches work in a class where this person is a student. */
const isMine = (accountId: number, work = 'work'): RawBuilder<unknown> => sql`(
  ${sql.ref(`${work}.state`)} = 'PUBLISHED'
  AND (${sql.ref(`${work}.assignee_mode`)} = 'ALL_STUDENTS' OR EXISTS (
       SELECT 1 FROM course_work_assignees one WHERE one.course_work_id = ${sql.ref(`${work}.id`)} AND one.account_id = ${accountId})))`;

/** The classes whose work to read, with `is_staff` for each: the requested one, or this person's active ones. */
const placesOf = (reading: Reading, courseId: number | null): RawBuilder<unknown> =>
  courseId !== null
    ? sql`(SELECT course_id, is_staff FROM ${placeOf(reading, courseId)} asked)`
    : reading.isAdmin
      ? sql`(SELECT id AS course_id, true AS is_staff FROM class_facts WHERE is_active)`
      : sql`(SELECT course_id, role = 'TEACHER' AS is_staff FROM class_standings
              WHERE account_id = ${reading.accountId} AND left_at IS NULL
                AND course_id IN (SELECT id FROM class_facts WHERE is_active))`;

const isOverdue = sql`is_overdue(own.state, own.excused, work.due_at, work.posted_at, own.assigned_at, app_now())`;
const STANDINGS: Readonly<Record<OwnStanding, RawBuilder<unknown>>> = {
  todo: sql`own.state = 'CREATED' AND NOT own.excused AND NOT ${isOverdue}`,
  overdue: isOverdue,
  done: sql`(own.state <> 'CREATED' OR own.excused)`,
};
const standsSo = (accountId: number, standing: OwnStanding): RawBuilder<unknown> => sql`
  work.work_type <> 'MATERIAL' AND NOT place.is_staff AND EXISTS (
    SELECT FROM submission_standings own WHERE own.course_work_id = work.id AND own.account_id = ${accountId} AND ${STANDINGS[standing]})`;

/** Matches the work of an unfinished assessment. Students cannot find it by content that they do not see. */
const isVeiled = sql`EXISTS (SELECT 1 FROM assessments veil WHERE veil.id = work.assessment_id AND veil.status <> 'finished')`;

const tallyColumns = sql`course_work_id, assigned_count, turned_in_count, graded_count,
  (SELECT count(*)::integer FROM waiting_work WHERE waiting_work.course_work_id = submission_tallies.course_work_id AND waits_for = 'grade') AS to_grade_count,
  (SELECT count(*)::integer FROM waiting_work WHERE waiting_work.course_work_id = submission_tallies.course_work_id AND waits_for = 'return') AS to_return_count`;
const ownColumns = sql`course_work_id, submission_id, state, late, assigned_grade, assigned_at, excused, app_now() AS read_at`;

/** The submission as part of a row, where instants are text. */
type OwnPart = Omit<OwnSubmission, 'assigned_at' | 'read_at'> & { assigned_at: string; read_at: string };
type ListedRow = Omit<ListedWork, 'own'> & { own: OwnPart | null; listed_at: Date };
const toOwn = (part: OwnPart): OwnSubmission => ({ ...part, assigned_at: new Date(part.assigned_at), read_at: new Date(part.read_at) });

/**
 * Returns a page of the work that the person may see, in one statement: newest first by the time it was posted (drafts
 * by the time they were made), or by due date. Null: the class is not the reader's.
 */
export async function listWorks(db: Db, reading: Reading, search: WorkSearch): Promise<WorkPage | null> {
  const { accountId } = reading;
  const pattern = toContainsPattern(search.search_text.trim());
  const order = (of: string) =>
    search.sort === 'due'
      ? sql`${sql.ref(`${of}.due_at`)} NULLS LAST, ${sql.ref(`${of}.id`)}`
      : sql`${sql.ref(`${of}.listed_at`)} DESC, ${sql.ref(`${of}.id`)} DESC`;
  const { rows } = await sql<OrNothing<ListedRow> & { place_zone: string; total: number }>`
    WITH found AS MATERIALIZED (
      SELECT work.id, coalesce(work.posted_at, work.created_at) AS listed_at, work.due_at, place.is_staff
        FROM ${placesOf(reading, search.courseId)} place JOIN course_works work ON work.course_id = place.course_id
       WHERE work.archived_at IS NULL AND (place.is_staff OR ${isMine(accountId)})
         ${search.topicId === null ? sql`` : sql`AND work.topic_id = ${search.topicId} AND (place.is_staff OR NOT ${isVeiled})`}
         ${search.standing === null ? sql`` : sql`AND ${standsSo(accountId, search.standing)}`}
         ${search.kind === null ? sql`` : sql`AND work.kind = ${search.kind}`}
         ${pattern === '%%' ? sql`` : sql`AND work.title ILIKE ${pattern}`}),
    paged AS MATERIALIZED (SELECT * FROM found ORDER BY ${order('found')} LIMIT ${search.per_page} OFFSET ${(search.page - 1) * search.per_page}),
    page AS MATERIALIZED (SELECT ${workColumns}, paged.is_staff, paged.listed_at FROM paged JOIN (${workSource}) ON work.id = paged.id)
    SELECT place.time_zone AS place_zone, (SELECT count(*) FROM found) AS total, page.*, to_jsonb(tallies) AS tally, to_jsonb(owned) AS own
      FROM ${search.courseId === null ? zoneOf(accountId) : placeOf(reading, search.courseId)} place
      LEFT JOIN page ON true
      LEFT JOIN LATERAL (SELECT ${tallyColumns} FROM submission_tallies WHERE page.is_staff AND course_work_id = page.id OFFSET 0) tallies ON true
      LEFT JOIN LATERAL (
        SELECT ${ownColumns} FROM submission_standings WHERE NOT page.is_staff AND course_work_id = page.id AND account_id = ${accountId}) owned ON true
     ORDER BY ${order('page')}`.execute(db);
  const [first] = rows;
  if (!first) return null;
  const listed = foundOf<ListedRow>(rows).map(({ own, listed_at: _listedAt, ...row }) => ({ ...row, own: own && toOwn(own) }));
  return { rows: listed, total: first.total, time_zone: first.place_zone };
}

export interface SuggestedWork {
  id: number;
  name: string;
  class_id: number;
  class_name: string;
  assessment_id: number | null;
  is_staff: boolean;
}

/** A person's own classes are few, so their works are read first and their words compared afterward. */
const WORKS_OF_PLACE = sql`
  CROSS JOIN LATERAL (SELECT * FROM course_works WHERE course_id = place.course_id AND archived_at IS NULL OFFSET 0) t`;

/** Returns works of the reader's active classes whose title has every typed word, as far as the reader may see them. */
export const suggestWorkRows = (db: Db, reading: Reading, typed: Typed): Promise<SuggestedWork[]> =>
  listNamed(db, typed, {
    columns: sql`t.id, t.title AS name, t.course_id AS class_id, class_facts.name AS class_name, t.assessment_id, place.is_staff`,
    from: sql`${placesOf(reading, null)} place
              JOIN class_facts ON class_facts.id = place.course_id
              ${reading.isAdmin ? sql`JOIN course_works t ON t.course_id = place.course_id` : WORKS_OF_PLACE}`,
    name: sql`t.title`,
    where: sql`t.archived_at IS NULL AND (place.is_staff OR ${isMine(reading.accountId, 't')})`,
  });

export interface Tally {
  course_work_id: number;
  assigned_count: number;
  turned_in_count: number;
  graded_count: number;
  to_grade_count: number;
  to_return_count: number;
}

/**
 * Counts, for each work, the current students who have it, who handed it in and who have a grade, and those whose work
 * waits for a grade or to be returned.
 */
export async function listTallies(db: Db, workIds: readonly number[]): Promise<Map<number, Tally>> {
  const { rows } = await sql<Tally>`
    SELECT ${tallyColumns} FROM submission_tallies WHERE course_work_id = ANY(${[...workIds]}::bigint[])`.execute(db);
  return new Map(rows.map((tally) => [tally.course_work_id, tally]));
}

export interface OwnSubmission {
  course_work_id: number;
  submission_id: number;
  state: 'CREATED' | 'TURNED_IN' | 'RETURNED';
  late: boolean;
  assigned_grade: number | null;
  assigned_at: Date;
  excused: boolean;
  /** The time of this read, by the clock of deadlines. */
  read_at: Date;
}

/** Returns a student's own submission of each work. */
export async function listOwnSubmissions(db: Db, accountId: number, workIds: readonly number[]): Promise<Map<number, OwnSubmission>> {
  const { rows } = await sql<OwnSubmission>`
    SELECT ${ownColumns} FROM submission_standings
     WHERE account_id = ${accountId} AND course_work_id = ANY(${[...workIds]}::bigint[])`.execute(db);
  return new Map(rows.map((own) => [own.course_work_id, own]));
}

/**
 * Returns the first few works due in a class within seven days, and the total, in one statement. For students it leaves
 * out work they have handed in. Null: the class is not the reader's.
 */
export async function listUpcoming(
  db: Db,
  reading: Reading,
  courseId: number,
  limit: number,
): Promise<{ rows: CourseWorkRow[]; total: number; time_zone: string } | null> {
  const { rows } = await sql<OrNothing<CourseWorkRow> & { place_zone: string; total: number | null }>`
    SELECT place.time_zone AS place_zone, due.*
      FROM ${placeOf(reading, courseId)} place
      LEFT JOIN LATERAL (
        SELECT ${workColumns}, count(*) OVER () AS total FROM ${workSource} CROSS JOIN (SELECT app_now() AS at OFFSET 0) now
         WHERE work.course_id = place.course_id AND work.archived_at IS NULL AND work.work_type <> 'MATERIAL' AND work.state = 'PUBLISHED'
           AND work.due_at >= now.at AND work.due_at < now.at + interval '7 days'
           AND (place.is_staff OR (${isMine(reading.accountId)} AND NOT EXISTS (
             SELECT 1 FROM submission_standings mine
              WHERE mine.course_work_id = work.id AND mine.account_id = ${reading.accountId} AND mine.state <> 'CREATED')))
         ORDER BY work.due_at, work.id LIMIT ${limit}) due ON true
     ORDER BY due.due_at, due.id`.execute(db);
  const [first] = rows;
  return first ? { rows: foundOf<CourseWorkRow>(rows), total: first.total ?? 0, time_zone: first.place_zone } : null;
}
