import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface VersionRow {
  number: number;
  child_text: string;
  parent_text: string;
  basis: string;
  created_at: Date;
}

export async function findOpenSchool(db: Db, id: number): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`SELECT id, school_name AS name FROM schools WHERE id = ${id} AND archived_at IS NULL`.execute(db);
  return rows[0] ?? null;
}

/** Returns the only school in use. Null where there are several, or none. */
export async function findOnlySchool(db: Db): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, school_name AS name FROM schools WHERE archived_at IS NULL ORDER BY id LIMIT 2`.execute(db);
  return rows.length === 1 ? rows[0]! : null;
}

/** Returns the latest version of a school, or null before its first. */
export async function findVersion(db: Db, schoolId: number): Promise<VersionRow | null> {
  const { rows } = await sql<VersionRow>`
    SELECT number, child_text, parent_text, basis, created_at FROM notice_versions
     WHERE school_id = ${schoolId} ORDER BY number DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** Waits until nobody else makes a version of the school's notice. */
export async function holdVersions(tx: Tx, schoolId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('notice', ${schoolId}))`.execute(tx);
}

export async function insertVersion(tx: Tx, schoolId: number, version: Omit<VersionRow, 'created_at'>): Promise<void> {
  await sql`
    INSERT INTO notice_versions (school_id, number, child_text, parent_text, basis)
    VALUES (${schoolId}, ${version.number}, ${version.child_text}, ${version.parent_text}, ${version.basis})`.execute(tx);
}

export async function saveTexts(tx: Tx, schoolId: number, { number, child_text, parent_text }: Omit<VersionRow, 'created_at' | 'basis'>): Promise<void> {
  await sql`
    UPDATE notice_versions SET child_text = ${child_text}, parent_text = ${parent_text}
     WHERE school_id = ${schoolId} AND number = ${number}`.execute(tx);
}

/**
 * Returns the schools of a turn, which has `most` numbers: with ids up to 100 and 40 a turn, the turns 0, 3, 6 … have those from
 * 0 to 39, and the turns 2, 5, 8 … those from 80 on.
 */
export async function listSchoolsOfTurn(db: Db, turn: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH turn AS MATERIALIZED (SELECT ${most} * (${turn}::bigint % (max(id) / ${most} + 1)) AS start FROM schools)
    SELECT id FROM schools WHERE id >= (SELECT start FROM turn) AND id < (SELECT start FROM turn) + ${most} AND archived_at IS NULL ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the number of the version that a person has not seen, or null. The first version of a school is not shown. */
export async function findUnseen(db: Db, accountId: number): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    SELECT version.number FROM people person
      JOIN LATERAL (SELECT id, number FROM notice_versions WHERE school_id = person.school_id ORDER BY number DESC LIMIT 1) version ON true
     WHERE person.id = ${accountId} AND version.number > 1
       AND NOT EXISTS (SELECT FROM notice_views WHERE account_id = person.id AND version_id = version.id)`.execute(db);
  return rows[0]?.number ?? null;
}

/** Notes that a person has seen a version of the notice of their school. Returns false where there is none of this number. */
export async function saveView(tx: Tx, accountId: number, number: number): Promise<boolean> {
  const { rows } = await sql`
    WITH version AS (
      SELECT notice_versions.id FROM notice_versions JOIN people person ON person.school_id = notice_versions.school_id
       WHERE person.id = ${accountId} AND number = ${number}
    ), noted AS (
      INSERT INTO notice_views (account_id, version_id) SELECT ${accountId}, id FROM version ON CONFLICT DO NOTHING
    )
    SELECT id FROM version`.execute(tx);
  return rows.length > 0;
}
