import { sql } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../platform/database/index.ts';

/** A student who can have guardians, and the school. */
export interface ChildRow {
  id: number;
  first_name: string;
  name: string;
  school_id: number | null;
  school: string;
  time_zone: string;
}

/** Returns an account of the student type. */
export async function findStudent(db: Db, id: number): Promise<ChildRow | null> {
  const { rows } = await sql<ChildRow>`
    SELECT people.id, people.first_name, people.full_name AS name, people.school_id, coalesce(schools.school_name, '') AS school,
           coalesce(schools.time_zone, first_school_zone(), 'UTC') AS time_zone
      FROM people JOIN account_types ON account_types.id = people.account_type_id LEFT JOIN schools ON schools.id = people.school_id
     WHERE people.id = ${id} AND lower(trim(account_types.name)) = 'student'`.execute(db);
  return rows[0] ?? null;
}

export interface TieRow {
  id: number;
  account_id: number;
  name: string;
  email: string;
  relation: string;
  since: Date;
}

/** Lists the guardians of a child by name. */
export async function listTies(db: Db, childId: number): Promise<TieRow[]> {
  const { rows } = await sql<TieRow>`
    SELECT tie.id, people.id AS account_id, people.full_name AS name, people.email, tie.relation, tie.created_at AS since
      FROM guardian_ties tie JOIN people ON people.id = tie.guardian_id
     WHERE tie.child_id = ${childId} AND tie.ended_at IS NULL ORDER BY ${nameOrder('people')}, tie.id`.execute(db);
  return rows;
}

/** Returns a tie that has not ended, locked until commit. */
export async function lockTie(tx: Tx, id: number): Promise<{ id: number; child_id: number; guardian_id: number } | null> {
  return (
    (await tx
      .selectFrom('guardian_ties')
      .select(['id', 'child_id', 'guardian_id'])
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()) ?? null
  );
}

/** Ties a guardian to a child by hand. A tie that exists stays as it is; one of a roster is by hand from now on, so that no roster ends it. */
export async function insertTie(tx: Tx, tie: { childId: number; guardianId: number; relation: string; tiedBy: number | null }): Promise<void> {
  await sql`
    INSERT INTO guardian_ties (child_id, guardian_id, relation, tied_by) VALUES (${tie.childId}, ${tie.guardianId}, ${tie.relation}, ${tie.tiedBy})
    ON CONFLICT (child_id, guardian_id) WHERE ended_at IS NULL
    DO UPDATE SET source_id = NULL, tied_by = excluded.tied_by WHERE guardian_ties.source_id IS NOT NULL`.execute(tx);
}

/** Ends a tie by hand. */
export async function endTie(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE guardian_ties SET ended_at = app_now(), is_ended_by_hand = true WHERE id = ${id}`.execute(tx);
}

export interface GuardianAccount {
  id: number;
  school_id: number | null;
  name: string;
  is_guardian: boolean;
}

/** Returns the account with this address, and whether it has the role of guardians. */
export async function findByEmail(db: Db, emailKey: string): Promise<GuardianAccount | null> {
  const { rows } = await sql<GuardianAccount>`
    SELECT people.id, people.school_id, people.full_name AS name,
           people.status AND EXISTS (SELECT FROM held_roles JOIN roles ON roles.id = held_roles.given_id
                                      WHERE held_roles.account_id = people.id AND held_roles.is_active AND roles.key = 'guardian') AS is_guardian
      FROM people WHERE people.email_key = ${emailKey}`.execute(db);
  return rows[0] ?? null;
}

export interface CodeRow {
  id: number;
  child_id: number;
  relation: string;
  expires_at: Date;
}

const isOpen = sql`used_at IS NULL AND ended_at IS NULL AND expires_at > app_now()`;

/** Lists the codes of a child that can be used, the newest first. */
export async function listOpenCodes(db: Db, childId: number): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    SELECT id, child_id, relation, expires_at FROM guardian_codes WHERE child_id = ${childId} AND ${isOpen} ORDER BY id DESC`.execute(db);
  return rows;
}

/** Creates a code. Returns the time at which it expires. */
export async function insertCode(tx: Tx, code: { childId: number; relation: string; codeHash: Buffer; madeBy: number; days: number }): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO guardian_codes (child_id, relation, code_hash, made_by, expires_at)
    VALUES (${code.childId}, ${code.relation}, ${code.codeHash}, ${code.madeBy}, app_now() + make_interval(days => ${code.days}::integer))
    RETURNING expires_at`.execute(tx);
  return rows[0]!.expires_at;
}

/** Finds a code that can be used. `hold`: locks it until commit, so that nobody else uses it. */
export async function findOpenCode(db: Db, codeHash: Buffer, { hold = false } = {}): Promise<CodeRow | null> {
  const { rows } = await sql<CodeRow>`
    SELECT id, child_id, relation, expires_at FROM guardian_codes WHERE code_hash = ${codeHash} AND ${isOpen} ${hold ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** Returns a code that can be used, by its id, locked until commit. */
export async function lockCode(tx: Tx, id: number): Promise<CodeRow | null> {
  const { rows } = await sql<CodeRow>`
    SELECT id, child_id, relation, expires_at FROM guardian_codes WHERE id = ${id} AND ${isOpen} FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
}

export async function markCodeUsed(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE guardian_codes SET used_at = app_now() WHERE id = ${id}`.execute(tx);
}

export async function endCode(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE guardian_codes SET ended_at = app_now() WHERE id = ${id}`.execute(tx);
}

/** Deletes codes that expired. */
export async function deleteOldCodes(db: Db): Promise<void> {
  await sql`DELETE FROM guardian_codes WHERE expires_at < app_moment() - interval '1 day'`.execute(db);
}

export interface TiedChildRow extends ChildRow {
  relation: string;
  classes: { id: number; name: string }[];
}

/** Lists the children to whom a guardian is tied, by name, with their classes, the archived ones last. */
export async function listChildren(db: Db, guardianId: number): Promise<TiedChildRow[]> {
  const { rows } = await sql<TiedChildRow>`
    SELECT people.id, people.first_name, people.full_name AS name, people.school_id, coalesce(schools.school_name, '') AS school,
           coalesce(schools.time_zone, first_school_zone(), 'UTC') AS time_zone, tie.relation,
           coalesce((SELECT json_agg(json_build_object('id', class_names.id, 'name', class_names.name) ORDER BY class_names.is_active DESC, class_names.name COLLATE natural_order, class_names.id)
                       FROM class_students JOIN class_names ON class_names.id = class_students.course_id
                      WHERE class_students.account_id = people.id), '[]') AS classes
      FROM guardian_ties tie JOIN people ON people.id = tie.child_id LEFT JOIN schools ON schools.id = people.school_id
     WHERE tie.guardian_id = ${guardianId} AND tie.ended_at IS NULL ORDER BY ${nameOrder('people')}, people.id`.execute(db);
  return rows;
}
