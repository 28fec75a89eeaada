import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isSharedOrInReach } from '../../../platform/reach-queries.ts';

export interface RoleName {
  id: number;
  name: string;
}

interface Right {
  resource_id: number;
  action_id: number;
}
/** A right with its name for people in `words`, such as "Levels (Edit)". */
type SaidRight = Right & { words: string };

/** Returns a role within reach or of all schools (`school_id` null), or null. */
export async function findRole(db: Db, id: number, reach: Reach): Promise<(RoleName & { school_id: number | null }) | null> {
  const { rows } = await sql<RoleName & { school_id: number | null }>`
    SELECT id, name, school_id FROM roles WHERE id = ${id} AND ${isSharedOrInReach(reach, 'roles')}`.execute(db);
  return rows[0] ?? null;
}

/** Compares names as the table's unique index does. People who create roles take turns. */
export async function isRoleName(db: Db, name: string, schoolId: number | null): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM roles WHERE lower(NORMALIZE(name, NFKC)) = lower(NORMALIZE(${name}::text, NFKC)) AND school_id IS NOT DISTINCT FROM ${schoolId}`.execute(
      db,
    );
  return rows.length > 0;
}

export async function insertRole(tx: Tx, name: string, schoolId: number | null): Promise<number> {
  return (await tx.insertInto('roles').values({ name, school_id: schoolId }).returning('id').executeTakeFirstOrThrow()).id;
}

const pairs = (rights: readonly Right[]) =>
  sql`unnest(${rights.map(({ resource_id }) => resource_id)}::bigint[], ${rights.map(({ action_id }) => action_id)}::bigint[]) AS wanted (resource_id, action_id)`;

/** Counts the rights that name a resource or an action that does not exist. */
export async function listUnknown(db: Db, rights: readonly Right[]): Promise<number> {
  const { rows } = await sql`
    SELECT FROM ${pairs(rights)} WHERE NOT EXISTS (SELECT FROM resources WHERE id = wanted.resource_id) OR NOT EXISTS (SELECT FROM actions WHERE id = wanted.action_id)`.execute(
    db,
  );
  return rows.length;
}

const inWords = sql`resources.name || ' (' || actions.name || ')'`;

/** Switches off every tie through which the role has one of these rights. Returns those that it had. */
export async function switchOff(tx: Tx, roleId: number, rights: readonly Right[]): Promise<SaidRight[]> {
  if (rights.length === 0) return [];
  const { rows } = await sql<SaidRight>`
    WITH changed AS (
      UPDATE resource_policies tie SET is_active = false FROM policies, ${pairs(rights)}
       WHERE policies.id = tie.policy_id AND policies.role_id = ${roleId} AND policies.action_id = wanted.action_id
         AND tie.resource_id = wanted.resource_id AND tie.is_active
      RETURNING tie.resource_id, policies.action_id)
    SELECT DISTINCT changed.resource_id, changed.action_id, ${inWords} AS words
      FROM changed JOIN resources ON resources.id = changed.resource_id JOIN actions ON actions.id = changed.action_id`.execute(tx);
  return rows;
}

/**
 * Ties the role's oldest policy for each action to the resource, and creates a policy where there is none. Returns the
 * rights that the role did not have before.
 */
export async function switchOn(tx: Tx, role: RoleName, rights: readonly Right[]): Promise<SaidRight[]> {
  if (rights.length === 0) return [];
  await sql`
    INSERT INTO policies (name, role_id, action_id)
    SELECT ${role.name}::text || ': ' || actions.name, ${role.id}, actions.id FROM actions
     WHERE actions.id IN (SELECT action_id FROM ${pairs(rights)})
       AND NOT EXISTS (SELECT FROM policies WHERE policies.role_id = ${role.id} AND policies.action_id = actions.id)`.execute(tx);
  const { rows } = await sql<SaidRight>`
    WITH missing AS (
      SELECT wanted.resource_id, wanted.action_id, (SELECT min(id) FROM policies WHERE role_id = ${role.id} AND action_id = wanted.action_id) AS policy_id
        FROM ${pairs(rights)}
       WHERE NOT EXISTS (SELECT FROM resource_policies tie JOIN policies ON policies.id = tie.policy_id
                          WHERE policies.role_id = ${role.id} AND policies.action_id = wanted.action_id AND tie.resource_id = wanted.resource_id AND tie.is_active)),
    tied AS (
      INSERT INTO resource_policies (resource_id, policy_id) SELECT resource_id, policy_id FROM missing
      ON CONFLICT (resource_id, policy_id) DO UPDATE SET is_active = true)
    SELECT missing.resource_id, missing.action_id, ${inWords} AS words
      FROM missing JOIN resources ON resources.id = missing.resource_id JOIN actions ON actions.id = missing.action_id`.execute(tx);
  return rows;
}

/** Gives a new role what another one grants through active rows, with one policy for each action. */
export async function copyRights(tx: Tx, fromId: number, to: RoleName): Promise<void> {
  const { rows } = await sql<Right>`
    SELECT DISTINCT tie.resource_id, policies.action_id FROM policies JOIN resource_policies tie ON tie.policy_id = policies.id AND tie.is_active
     WHERE policies.role_id = ${fromId}`.execute(tx);
  await switchOn(tx, to, rows);
}

/** Deletes a role's policies with their ties. */
export async function deleteRights(tx: Tx, roleId: number): Promise<void> {
  await sql`DELETE FROM resource_policies tie USING policies WHERE policies.id = tie.policy_id AND policies.role_id = ${roleId}`.execute(tx);
  await sql`DELETE FROM policies WHERE role_id = ${roleId}`.execute(tx);
}
