import type { DataRequestView, OwnRequest, RequestKind } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { PageRequest } from '../../../platform/lists.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';

/** A person about whose data something is asked, with the school's day and the days in which it answers. */
export interface AskedPersonRow {
  id: number;
  school_id: number | null;
  name: string;
  today: string;
  /** The first day that a request on paper can have. */
  earliest: string;
  days: number;
}

/** The days for which a request on paper may lie before it is entered. */
const MOST_DAYS_LATE = 365;

const today = sql`(app_now() AT TIME ZONE coalesce(schools.time_zone, 'UTC'))::date`;

/** Returns a person whose data can be asked about. `usual`: the days of a school that chose none. */
export async function findAskedPerson(db: Db, id: number, usual: number): Promise<AskedPersonRow | null> {
  const { rows } = await sql<AskedPersonRow>`
    SELECT people.id, people.school_id, people.full_name AS name, ${today}::text AS today, (${today} - ${MOST_DAYS_LATE}::integer)::text AS earliest,
           coalesce(chosen.days, ${usual}::integer) AS days
      FROM people LEFT JOIN schools ON schools.id = people.school_id LEFT JOIN data_request_days chosen ON chosen.school_id = people.school_id
     WHERE people.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

const own = sql`
  request.id, request.kind, request.words, request.asked_on::text AS asked_on, request.due_on::text AS due_on, request.state, request.answer,
  (request.answered_at AT TIME ZONE coalesce(schools.time_zone, 'UTC'))::date::text AS answered_on`;

/** Lists the newest requests that somebody made in the program about a person. */
export async function listOwnRequests(db: Db, askedBy: number, accountId: number, most: number): Promise<OwnRequest[]> {
  const { rows } = await sql<OwnRequest>`
    SELECT ${own} FROM data_requests request JOIN people ON people.id = request.account_id LEFT JOIN schools ON schools.id = people.school_id
     WHERE request.asked_by = ${askedBy} AND request.account_id = ${accountId} ORDER BY request.id DESC LIMIT ${most}`.execute(db);
  return rows;
}

/** Counts the requests of somebody that wait, after waiting for another that they are making now. */
export async function countOpenRequests(tx: Tx, askedBy: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('data-request', ${askedBy}))`.execute(tx);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM data_requests WHERE asked_by = ${askedBy} AND state = 'open'`.execute(tx);
  return rows[0]!.count;
}

export interface NewRequest {
  accountId: number;
  kind: RequestKind;
  words: string;
  /** The account that asks, or the name on the paper and who entered it. */
  from: { accountId: number } | { asker: string; recordedBy: number };
  askedOn: string;
  days: number;
}

export async function insertRequest(tx: Tx, { accountId, kind, words, from, askedOn, days }: NewRequest): Promise<number> {
  const [askedBy, asker, recordedBy] = 'accountId' in from ? [from.accountId, '', null] : [null, from.asker, from.recordedBy];
  const { rows } = await sql<{ id: number }>`
    INSERT INTO data_requests (account_id, kind, words, asked_by, asker, recorded_by, asked_on, due_on)
    VALUES (${accountId}, ${kind}, ${words}, ${askedBy}, ${asker}, ${recordedBy}, ${askedOn}::date, ${askedOn}::date + ${days}::integer)
    RETURNING id`.execute(tx);
  return rows[0]!.id;
}

/** A request with what its calls need besides what is shown. */
export interface RequestRow extends DataRequestView {
  asked_by: number | null;
  school_id: number | null;
}

const requests = sql`
  SELECT ${own}, request.account_id, request.asked_by, people.school_id, people.full_name AS person, coalesce(asker.full_name, request.asker) AS asker,
         request.asked_by IS NULL AS is_on_paper, request.due_on - ${today} AS days_left, answerer.full_name AS answered_by
    FROM data_requests request JOIN people ON people.id = request.account_id LEFT JOIN schools ON schools.id = people.school_id
    LEFT JOIN people asker ON asker.id = request.asked_by LEFT JOIN people answerer ON answerer.id = request.answered_by`;

const isShown = { open: sql`request.state = 'open'`, closed: sql`request.state <> 'open'` };
const order = { open: sql`request.due_on, request.id`, closed: sql`request.answered_at DESC, request.id DESC` };

/** Returns a page of the requests of a reach: those that wait, the one due first at the top, or those closed, the newest first. */
export async function listRequests(
  db: Db,
  { reach, show }: { reach: Reach; show: 'open' | 'closed' },
  { page, per_page }: PageRequest,
): Promise<{ rows: RequestRow[]; total: number }> {
  const condition = sql`${isShown[show]} AND ${isInReach(reach, 'people.school_id')}`;
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM data_requests request JOIN people ON people.id = request.account_id WHERE ${condition}`.execute(db);
  const { rows } = await sql<RequestRow>`
    ${requests} WHERE ${condition} ORDER BY ${order[show]} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  return { rows, total: counted[0]!.total };
}

/** Returns a request, locked until commit. */
export async function lockRequest(tx: Tx, id: number): Promise<RequestRow | null> {
  const { rows } = await sql<RequestRow>`${requests} WHERE request.id = ${id} FOR UPDATE OF request`.execute(tx);
  return rows[0] ?? null;
}

/** Closes a request, or opens it again, which loses who closed it. */
export async function setState(
  tx: Tx,
  id: number,
  { state, answer, by }: { state: DataRequestView['state']; answer: string; by: number | null },
): Promise<void> {
  await sql`
    UPDATE data_requests SET state = ${state}, answer = ${answer}, answered_by = ${by}, answered_at = ${state === 'open' ? sql`NULL` : sql`app_now()`}
     WHERE id = ${id}`.execute(tx);
}

/** Returns the schools of a reach by name, with the days in which each answers. */
export async function listSchoolDays(db: Db, reach: Reach, usual: number): Promise<{ id: number; name: string; days: number }[]> {
  const { rows } = await sql<{ id: number; name: string; days: number }>`
    SELECT schools.id, schools.school_name AS name, coalesce(chosen.days, ${usual}::integer) AS days
      FROM schools LEFT JOIN data_request_days chosen ON chosen.school_id = schools.id
     WHERE schools.archived_at IS NULL AND ${isInReach(reach, 'schools.id')} ORDER BY schools.school_name COLLATE natural_order, schools.id`.execute(db);
  return rows;
}

export async function saveDays(tx: Tx, schoolId: number, days: number): Promise<void> {
  await sql`
    INSERT INTO data_request_days (school_id, days) VALUES (${schoolId}, ${days}) ON CONFLICT (school_id) DO UPDATE SET days = excluded.days`.execute(tx);
}

export interface SoonDueRow {
  id: number;
  kind: RequestKind;
  school_id: number | null;
}

/** Notes of the requests that are due within some days and of which nobody was reminded that they are; returns them. */
export async function claimSoonDue(tx: Tx, days: number, most: number): Promise<SoonDueRow[]> {
  const { rows } = await sql<SoonDueRow>`
    WITH due AS (
      SELECT request.id, people.school_id FROM data_requests request JOIN people ON people.id = request.account_id LEFT JOIN schools ON schools.id = people.school_id
       WHERE request.state = 'open' AND request.reminded_at IS NULL AND request.due_on <= ${today} + ${days}::integer
       ORDER BY request.id LIMIT ${most} FOR UPDATE OF request SKIP LOCKED)
    UPDATE data_requests SET reminded_at = app_now() FROM due WHERE data_requests.id = due.id
    RETURNING data_requests.id, data_requests.kind, due.school_id`.execute(tx);
  return rows;
}
