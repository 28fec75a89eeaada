import type { RosterDecision } from '@classwright/contract';
import type { MeetingGround } from '@classwright/rules/sync/meet';
import { sql } from 'kysely';
import { anyLength, type Db, type Tx } from '../../../../platform/database/index.ts';
import { toContainsPattern } from '../../../../platform/lists.ts';
import { isStanding } from '../../../class/sources/index.ts';
import type { Counts } from '../queries.ts';
import type { RowMessage } from '../read/roster.ts';

/** The state and decision about a class that is new to its source; stored in its row as `fields.meeting`. */
export interface Meeting {
  decision: RosterDecision;
  /** The proposed class of ours, with its facts at that time; null if there is none. */
  proposal: { courseId: number; by: MeetingGround; isSure: boolean; looks: string } | null;
  /** The chosen class of ours, with its facts at that time. */
  chosen: { courseId: number; looks: string } | null;
}

/** A class of a preview that is new to its source. */
export interface MeetingRow {
  number: number;
  school_id: number;
  external_id: string;
  name: string;
  detail: string;
  outcome: string;
  fields: {
    name: string;
    section: string;
    subject: string;
    room: string;
    sessions: string[];
    teachers: string[];
    meeting?: Meeting;
    changes?: object;
  };
}

interface MeetingSearch {
  numbers?: readonly number[];
  decision?: RosterDecision | undefined;
  /** True for only those that somebody has decided about. */
  isDecided?: boolean;
  searchText?: string;
  limit?: number;
  offset?: number;
}

/** Matches rows of classes that the source does not know yet. */
const isMeeting = sql`kind = 'class' AND school_id IS NOT NULL AND (fields ? 'meeting' OR outcome IN ('new', 'waits'))`;

export async function listMeetingRows(
  db: Db,
  importId: number,
  { numbers, decision, isDecided = false, searchText = '', limit, offset = 0 }: MeetingSearch,
): Promise<{ rows: MeetingRow[]; total: number }> {
  const pattern = toContainsPattern(searchText.toLowerCase());
  const where = sql`import_id = ${importId} AND ${isMeeting}
    ${numbers === undefined ? sql`` : sql`AND number = ANY(${[...numbers]}::int[])`}
    ${decision === undefined ? sql`` : sql`AND coalesce(fields -> 'meeting' ->> 'decision', 'new') = ${decision}`}
    ${isDecided ? sql`AND fields ? 'meeting' AND outcome <> 'undecided'` : sql``}
    ${searchText === '' ? sql`` : sql`AND (lower(name) LIKE ${pattern} OR lower(external_id) LIKE ${pattern} OR lower(detail) LIKE ${pattern})`}`;
  const { rows } = await sql<MeetingRow>`
    SELECT number, school_id, external_id, name, detail, outcome, fields FROM roster_rows WHERE ${where}
     ORDER BY number ${limit === undefined ? sql`` : sql`LIMIT ${limit} OFFSET ${offset}`}`.execute(db);
  if (limit === undefined) return { rows, total: rows.length };
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM roster_rows WHERE ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** A member of a class of a preview. */
export interface MeetingMember {
  number: number;
  within_id: string;
  external_id: string;
  local_id: number | null;
  role: 'TEACHER' | 'STUDENT' | null;
  name: string;
  /** True when the row is faulty or rosters do not accept it, for a reason other than class matching. */
  is_left: boolean;
  /** True when class matching added the row: somebody who leaves. */
  is_added: boolean;
  fields: Record<string, unknown> | null;
}

export async function listMeetingMembers(db: Db, importId: number, externalIds: readonly string[]): Promise<MeetingMember[]> {
  const { rows } = await sql<MeetingMember>`
    SELECT number, within_id, external_id, local_id, role, name, fields, outcome IN ('error', 'not_taken') AND NOT coalesce(fields ? 'met', false) AS is_left,
           outcome = 'ends' AND coalesce(fields ? 'met', false) AS is_added
      FROM roster_rows WHERE import_id = ${importId} AND kind = 'member' AND within_id = ANY(${[...externalIds]}::text[]) ORDER BY number`.execute(db);
  return rows;
}

/** The change of a row by class matching. */
export interface RowChange {
  number: number;
  outcome: string;
  fields: object | null;
  said: readonly RowMessage[];
  localId: number | null;
}

export async function changeRows(tx: Tx, importId: number, changes: readonly RowChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    UPDATE roster_rows SET outcome = given.outcome, fields = given.fields, said = nullif(given.said, '[]'), local_id = given."localId"
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS given (number int, outcome text, fields jsonb, said jsonb, "localId" bigint)
     WHERE import_id = ${importId} AND roster_rows.number = given.number`.execute(tx);
}

export async function deleteRowsOf(tx: Tx, importId: number, numbers: readonly number[]): Promise<void> {
  if (numbers.length > 0) await sql`DELETE FROM roster_rows WHERE import_id = ${importId} AND number = ANY(${[...numbers]}::int[])`.execute(tx);
}

export async function findLastNumber(tx: Tx, importId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(number), 0) AS last FROM roster_rows WHERE import_id = ${importId}`.execute(tx);
  return rows[0]?.last ?? 0;
}

/** Counts the listed rows of classes and memberships, by outcome. */
export async function tallyRows(tx: Tx, importId: number): Promise<Pick<Counts, 'class' | 'member'>> {
  const { rows } = await sql<{ kind: 'class' | 'member'; outcome: keyof Counts['class']; count: number }>`
    SELECT kind, outcome, count(*)::int AS count FROM roster_rows WHERE import_id = ${importId} AND kind IN ('class', 'member') GROUP BY 1, 2`.execute(tx);
  const tally = { class: {}, member: {} } as Pick<Counts, 'class' | 'member'>;
  for (const { kind, outcome, count } of rows) tally[kind][outcome] = count;
  return tally;
}

/** A class of ours that a roster's class may be. */
export interface Candidate {
  id: number;
  school_id: number;
  name: string;
  section: string;
  subject: string;
  room: string;
  owner_id: number;
  teacher: string;
  is_archived: boolean;
  /** The source that manages its people; 0 if somebody chose by hand; null if nothing does. */
  people_source: number | null;
  people_from: string | null;
  /** The id in the source; null if the source does not know it. */
  linked_as: string | null;
  /** True when it has terms already. */
  has_terms: boolean;
}

interface CandidateSearch {
  schoolId: number;
  /** The source of the roster's ids; null if the source will be created with the first roster that is applied. */
  sourceId: number | null;
  ids?: readonly number[];
  query?: string;
  isFree?: boolean;
  limit?: number;
}

/** Returns classes of a school that are not deleted, archived ones last. */
export async function listCandidates(db: Db, { schoolId, sourceId, ids, query = '', isFree = false, limit }: CandidateSearch): Promise<Candidate[]> {
  const pattern = toContainsPattern(query.trim().toLowerCase());
  const { rows } = await sql<Candidate>`
    SELECT class_facts.id, class_facts.school_id, class_facts.name, class_facts.section, class_facts.subject, class_facts.room, class_facts.owner_id,
           owner.full_name AS teacher, class_facts.course_state <> 'ACTIVE' AS is_archived,
           CASE WHEN by_hand.is_kept THEN 0 ELSE follows.source_id END AS people_source, source.name AS people_from, own.external_id AS linked_as,
           EXISTS (SELECT FROM class_sessions WHERE class_sessions.course_id = class_facts.id) AS has_terms
      FROM class_facts JOIN people owner ON owner.id = class_facts.owner_id
      LEFT JOIN external_links follows ON follows.kind = 'class' AND follows.owns_people AND follows.local_id = class_facts.id AND ${isStanding('follows')}
      LEFT JOIN external_sources source ON source.id = follows.source_id
      LEFT JOIN LATERAL (SELECT true AS is_kept FROM external_links link WHERE link.kind = 'class' AND link.local_id = class_facts.id AND link.facts ? 'isKeptByHand' LIMIT 1) by_hand ON true
      LEFT JOIN external_links own ON own.kind = 'class' AND own.local_id = class_facts.id AND own.source_id = ${sourceId}
     WHERE class_facts.school_id = ${schoolId} AND class_facts.archived_at IS NULL
       ${ids === undefined ? sql`` : sql`AND class_facts.id = ANY(${anyLength(ids, 'bigint')})`}
       ${isFree ? sql`AND own.id IS NULL AND class_facts.course_state = 'ACTIVE'` : sql``}
       ${query.trim() === '' ? sql`` : sql`AND (lower(class_facts.name) LIKE ${pattern} OR lower(class_facts.section) LIKE ${pattern} OR lower(owner.first_name || ' ' || owner.last_name) LIKE ${pattern})`}
     ORDER BY class_facts.course_state <> 'ACTIVE', class_facts.name COLLATE natural_order, class_facts.section COLLATE natural_order, class_facts.id ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`.execute(
    db,
  );
  return rows;
}

/** Returns the titles of the terms of classes. */
export async function listTermsOf(db: Db, courseIds: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ course_id: number; titles: string[] }>`
    SELECT course_id, array_agg(title ORDER BY title) AS titles FROM class_sessions JOIN academic_sessions session ON session.id = session_id
     WHERE course_id = ANY(${anyLength(courseIds, 'bigint')}) GROUP BY course_id`.execute(db);
  return new Map(rows.map(({ course_id, titles }) => [course_id, titles]));
}

/**
 * Returns the titles of terms by the ids of a roster: from its own rows, otherwise from earlier imports of its source.
 */
export async function listTermTitles(db: Db, importId: number, sourceIds: readonly number[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ external_id: string; title: string }>`
    SELECT link.external_id, session.title FROM external_links link JOIN academic_sessions session ON session.id = link.local_id
     WHERE link.source_id = ANY(${[...sourceIds]}::bigint[]) AND link.kind = 'term'
    UNION ALL SELECT external_id, fields ->> 'title' FROM roster_rows WHERE import_id = ${importId} AND kind = 'session' AND fields ? 'title'`.execute(db);
  return new Map(rows.map(({ external_id, title }) => [external_id, title]));
}

/**
 * Counts the rows that have an effect but are not listed: people who stay in a matched class, and people who are only
 * reported.
 */
export async function countSilentRows(tx: Tx, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM roster_rows
     WHERE import_id = ${importId} AND kind = 'member' AND (outcome = 'same' OR (outcome = 'not_taken' AND fields ? 'reports'))`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Returns the class of the same preview that is already matched to this class of ours; null if there is none. */
export async function findTaker(tx: Tx, importId: number, courseId: number, besides: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT fields ->> 'name' AS name FROM roster_rows
     WHERE import_id = ${importId} AND kind = 'class' AND number <> ${besides} AND fields -> 'meeting' -> 'chosen' @> jsonb_build_object('courseId', ${courseId}::bigint) LIMIT 1`.execute(
    tx,
  );
  return rows[0]?.name ?? null;
}
