import { sql } from 'kysely';
import { anyLength, type Db, type Tx } from '../../../platform/database/index.ts';

/** Returns those of the accounts that are active and have the role of guardians. */
export async function listGuardianAccounts(db: Db, accountIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT people.id FROM people
     WHERE people.id = ANY(${anyLength(accountIds, 'bigint')}) AND people.status
       AND EXISTS (SELECT FROM held_roles JOIN roles ON roles.id = held_roles.given_id
                    WHERE held_roles.account_id = people.id AND held_roles.is_active AND roles.key = 'guardian')`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** A tie that has not ended, or the newest one of its pair if somebody ended it by hand. */
export interface RosterTieRow {
  id: number;
  child_id: number;
  guardian_id: number;
  /** The roster that made it; null: by hand, or with a code. */
  source_id: number | null;
  relation: string;
  has_ended: boolean;
}

/** Lists the ties of these children, and the pairs whose tie somebody ended by hand, which a roster does not make again. */
export async function listTiesOfChildren(db: Db, childIds: readonly number[]): Promise<RosterTieRow[]> {
  const { rows } = await sql<RosterTieRow>`
    SELECT id, child_id, guardian_id, source_id, relation, has_ended FROM (
      SELECT DISTINCT ON (child_id, guardian_id) id, child_id, guardian_id, source_id, relation, ended_at IS NOT NULL AS has_ended, is_ended_by_hand
        FROM guardian_ties WHERE child_id = ANY(${anyLength(childIds, 'bigint')})
       ORDER BY child_id, guardian_id, ended_at IS NOT NULL, id DESC) newest
     WHERE NOT has_ended OR is_ended_by_hand`.execute(db);
  return rows;
}

export interface SourceTieRow extends Pick<RosterTieRow, 'id' | 'child_id' | 'guardian_id'> {
  relation: string;
  child: string;
  guardian: string;
}

/** Lists the ties that a roster made and that have not ended. */
export async function listTiesOfSource(db: Db, sourceId: number): Promise<SourceTieRow[]> {
  const { rows } = await sql<SourceTieRow>`
    SELECT tie.id, tie.child_id, tie.guardian_id, tie.relation, child.full_name AS child, guardian.full_name AS guardian
      FROM guardian_ties tie JOIN people child ON child.id = tie.child_id JOIN people guardian ON guardian.id = tie.guardian_id
     WHERE tie.source_id = ${sourceId} AND tie.ended_at IS NULL ORDER BY tie.id`.execute(db);
  return rows;
}

/** Counts the ties that rosters of a school made and that have not ended. */
export async function countRosterTies(db: Db, schoolId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM guardian_ties tie JOIN external_sources source ON source.id = tie.source_id
     WHERE source.school_id = ${schoolId} AND tie.ended_at IS NULL`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface NewRosterTie {
  childId: number;
  guardianId: number;
  relation: string;
}

/**
 * Ties guardians to students of a school for a roster, in one statement: only active students of that school and active
 * guardians. Returns the ties that are new.
 */
export async function insertRosterTies(
  tx: Tx,
  { sourceId, schoolId }: { sourceId: number; schoolId: number },
  ties: readonly NewRosterTie[],
): Promise<{ id: number; child_id: number; guardian_id: number }[]> {
  const guardians = await listGuardianAccounts(
    tx,
    ties.map(({ guardianId }) => guardianId),
  );
  const open = ties.filter(({ guardianId }) => guardians.has(guardianId));
  if (open.length === 0) return [];
  const { rows } = await sql<{ id: number; child_id: number; guardian_id: number }>`
    INSERT INTO guardian_ties (child_id, guardian_id, relation, source_id)
    SELECT given.child_id, given.guardian_id, given.relation, ${sourceId}
      FROM unnest(${open.map(({ childId }) => childId)}::bigint[], ${open.map(({ guardianId }) => guardianId)}::bigint[],
                  ${open.map(({ relation }) => relation)}::text[]) AS given (child_id, guardian_id, relation)
      JOIN people ON people.id = given.child_id AND people.status AND people.school_id = ${schoolId} AND people.id <> given.guardian_id
      JOIN account_types ON account_types.id = people.account_type_id AND lower(trim(account_types.name)) = 'student'
    ON CONFLICT (child_id, guardian_id) WHERE ended_at IS NULL DO NOTHING RETURNING id, child_id, guardian_id`.execute(tx);
  return rows;
}

/** Ends ties of a roster. Returns those that had not ended. */
export async function endRosterTies(tx: Tx, sourceId: number, ids: readonly number[]): Promise<{ id: number; child_id: number; guardian_id: number }[]> {
  const { rows } = await sql<{ id: number; child_id: number; guardian_id: number }>`
    UPDATE guardian_ties SET ended_at = app_now()
     WHERE id = ANY(${[...ids]}::bigint[]) AND source_id = ${sourceId} AND ended_at IS NULL RETURNING id, child_id, guardian_id`.execute(tx);
  return rows;
}

/** Changes the relation of ties of a roster that still have the earlier one. Returns the changed ties. */
export async function changeRosterRelations(
  tx: Tx,
  sourceId: number,
  changes: readonly { id: number; before: string; after: string }[],
): Promise<{ id: number; child_id: number; guardian_id: number }[]> {
  if (changes.length === 0) return [];
  const { rows } = await sql<{ id: number; child_id: number; guardian_id: number }>`
    UPDATE guardian_ties tie SET relation = given.after
      FROM unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ before }) => before)}::text[],
                  ${changes.map(({ after }) => after)}::text[]) AS given (id, before, after)
     WHERE tie.id = given.id AND tie.source_id = ${sourceId} AND tie.ended_at IS NULL AND tie.relation = given.before
    RETURNING tie.id, tie.child_id, tie.guardian_id`.execute(tx);
  return rows;
}

/** Undoes the end of ties of a roster, unless the guardian has another tie to the child now. Returns the restored ones. */
export async function restoreRosterTies(tx: Tx, sourceId: number, ids: readonly number[]): Promise<{ id: number; child_id: number; guardian_id: number }[]> {
  const { rows } = await sql<{ id: number; child_id: number; guardian_id: number }>`
    UPDATE guardian_ties tie SET ended_at = NULL
     WHERE tie.id = ANY(${[...ids]}::bigint[]) AND tie.source_id = ${sourceId} AND tie.ended_at IS NOT NULL AND NOT tie.is_ended_by_hand
       AND NOT EXISTS (SELECT FROM guardian_ties newer WHERE newer.child_id = tie.child_id AND newer.guardian_id = tie.guardian_id AND newer.id > tie.id)
    RETURNING tie.id, tie.child_id, tie.guardian_id`.execute(tx);
  return rows;
}
