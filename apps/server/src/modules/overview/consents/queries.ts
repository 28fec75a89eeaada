import { type ConsentAsks, type ConsentPerson, OPTIONAL_USES, type OptionalUse } from '@classwright/contract';
import { sql } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../platform/database/index.ts';
import { type PageRequest, toContainsPattern } from '../../../platform/lists.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';

/** An optional use of a student’s data about which the school asks somebody. */
export interface UseRow {
  use: OptionalUse;
  asks: Exclude<ConsentAsks, 'school'>;
  is_allowed: boolean;
  way: 'guardian' | 'student' | 'paper' | null;
  given_by: number | null;
  by_name: string | null;
  given_at: Date | null;
  notice_number: number | null;
}

const isStudent = sql`EXISTS (SELECT FROM account_types type WHERE type.id = person.account_type_id AND lower(trim(type.name)) = 'student')`;
const inOrder = sql`array_position(${[...OPTIONAL_USES]}::text[], demand.use)`;

/** Lists the uses about which a student’s school asks somebody; empty for anybody else. */
export async function listUses(db: Db, childId: number): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    SELECT demand.use, demand.asks, lacking.account_id IS NULL AS is_allowed, given.way, given.given_by, giver.full_name AS by_name, given.given_at, given.notice_number
      FROM people person JOIN consent_demands demand ON demand.school_id = person.school_id
      LEFT JOIN consents given ON given.child_id = person.id AND given.use = demand.use AND given.ended_at IS NULL
      LEFT JOIN people giver ON giver.id = given.given_by
      LEFT JOIN consents_lacking lacking ON lacking.account_id = person.id AND lacking.use = demand.use
     WHERE person.id = ${childId} AND ${isStudent} ORDER BY ${inOrder}`.execute(db);
  return rows;
}

/** Returns the school of a person, with its time zone. */
export async function findSchoolOf(db: Db, accountId: number): Promise<{ id: number; time_zone: string } | null> {
  const { rows } = await sql<{ id: number; time_zone: string }>`
    SELECT schools.id, schools.time_zone FROM people JOIN schools ON schools.id = people.school_id WHERE people.id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** Returns a school of a reach that is in use; without an id the first. */
export async function findSchool(db: Db, reach: Reach, id: number | undefined): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, school_name AS name FROM schools
     WHERE archived_at IS NULL AND ${isInReach(reach, 'id')} AND ${id === undefined ? sql`true` : sql`id = ${id}`} ORDER BY id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** Returns which of these accounts are students within a reach, each with the school. */
export async function listStudents(db: Db, reach: Reach, accountIds: readonly number[]): Promise<{ id: number; school_id: number }[]> {
  const { rows } = await sql<{ id: number; school_id: number }>`
    SELECT person.id, person.school_id FROM people person
     WHERE person.id = ANY(${[...accountIds]}::bigint[]) AND person.school_id IS NOT NULL AND ${isInReach(reach, 'person.school_id')} AND ${isStudent}
     ORDER BY person.id`.execute(db);
  return rows;
}

export interface NewConsent {
  childIds: readonly number[];
  use: OptionalUse;
  way: 'guardian' | 'student' | 'paper';
  givenBy: number;
  noticeNumber: number;
}

/**
 * Gives a consent for each of these students who has none of this way; one of another way ends. Returns who got one. The
 * caller has locked the consents.
 */
export async function insertConsents(tx: Tx, { childIds, use, way, givenBy, noticeNumber }: NewConsent): Promise<number[]> {
  await sql`
    UPDATE consents SET ended_at = app_now(), ended_by = ${givenBy}
     WHERE child_id = ANY(${[...childIds]}::bigint[]) AND use = ${use} AND ended_at IS NULL AND way <> ${way}`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO consents (child_id, use, way, given_by, notice_number)
    SELECT id, ${use}, ${way}, ${givenBy}, ${noticeNumber}::integer FROM unnest(${[...childIds]}::bigint[]) AS id
    ON CONFLICT (child_id, use) WHERE ended_at IS NULL DO NOTHING RETURNING child_id AS id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Ends the consents of these students to a use. Returns whose ended. */
export async function endConsents(tx: Tx, childIds: readonly number[], use: OptionalUse, endedBy: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE consents SET ended_at = app_now(), ended_by = ${endedBy}
     WHERE child_id = ANY(${[...childIds]}::bigint[]) AND use = ${use} AND ended_at IS NULL RETURNING child_id AS id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Makes changes of whom a school asks take turns. */
export async function lockDemands(tx: Tx, schoolId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('consent demands', ${schoolId}))`.execute(tx);
}

export async function saveDemand(tx: Tx, schoolId: number, use: OptionalUse, asks: ConsentAsks): Promise<void> {
  await (asks === 'school'
    ? sql`DELETE FROM consent_demands WHERE school_id = ${schoolId} AND use = ${use}`
    : sql`INSERT INTO consent_demands (school_id, use, asks) VALUES (${schoolId}, ${use}, ${asks}) ON CONFLICT (school_id, use) DO UPDATE SET asks = excluded.asks`
  ).execute(tx);
}

/** Returns the students of a school for whom nobody agreed to a use. */
export async function listLackingOf(db: Db, schoolId: number, use: OptionalUse): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT account_id AS id FROM consents_lacking WHERE school_id = ${schoolId} AND use = ${use} ORDER BY account_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the active students of a school with and without a consent that counts, by the uses that are asked about. */
export async function countConsents(db: Db, schoolId: number): Promise<Map<OptionalUse, { given: number; lacking: number }>> {
  const { rows } = await sql<{ use: OptionalUse; given: number; lacking: number }>`
    SELECT demand.use, count(*) FILTER (WHERE lacking.account_id IS NULL)::int AS given, count(lacking.account_id)::int AS lacking
      FROM consent_demands demand JOIN people person ON person.school_id = demand.school_id AND person.status AND ${isStudent}
      LEFT JOIN consents_lacking lacking ON lacking.account_id = person.id AND lacking.use = demand.use
     WHERE demand.school_id = ${schoolId} GROUP BY demand.use`.execute(db);
  return new Map(rows.map(({ use, ...counts }) => [use, counts]));
}

/** Lists the active students of a school with or without a consent that counts, by name; none for a use that nobody is asked about. */
export async function listConsentPeople(
  db: Db,
  { schoolId, use, isGiven, search, page, per_page }: PageRequest & { schoolId: number; use: OptionalUse; isGiven: boolean; search: string },
): Promise<{ people: Omit<ConsentPerson, 'guardians'>[]; total: number }> {
  const pattern = search === '' ? null : toContainsPattern(search);
  const { rows } = await sql<Omit<ConsentPerson, 'guardians'> & { total: number }>`
    SELECT person.id AS account_id, person.full_name AS name, CASE WHEN ${isGiven} THEN given.way END AS way, count(*) OVER ()::int AS total
      FROM people person JOIN consent_demands demand ON demand.school_id = person.school_id AND demand.use = ${use}
      LEFT JOIN consents given ON given.child_id = person.id AND given.use = demand.use AND given.ended_at IS NULL
      LEFT JOIN consents_lacking lacking ON lacking.account_id = person.id AND lacking.use = demand.use
     WHERE person.school_id = ${schoolId} AND person.status AND ${isStudent} AND (lacking.account_id IS NULL) = ${isGiven}
       AND (${pattern}::text IS NULL OR person.full_name ILIKE ${pattern})
     ORDER BY ${nameOrder('person')}, person.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  return { people: rows.map(({ account_id, name, way }) => ({ account_id, name, way })), total: rows[0]?.total ?? 0 };
}

/** Returns the names of people, in their order. */
export async function listNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, full_name AS name FROM people WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY ${nameOrder('people')}, id`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
