import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/index.ts';

/** Makes whoever changes who may do what take turns, until commit. Calls only read, and do not wait. */
export async function lockAccess(tx: Tx): Promise<void> {
  await tx.selectFrom('access_version').select('version').forUpdate().execute();
}

export interface RoleRight {
  role_id: number;
  /** "resource:action". */
  right: string;
  /** For people: "Levels (Edit)". */
  words: string;
}

/** What each role grants through active rows, whoever holds it. `roleIds` null: every role. */
export async function listRoleRights(db: Db, roleIds: readonly number[] | null = null): Promise<RoleRight[]> {
  const { rows } = await sql<RoleRight>`
    SELECT DISTINCT policies.role_id, resources.key || ':' || actions.key AS "right", resources.name || ' (' || actions.name || ')' AS words
      FROM policies
      JOIN actions ON actions.id = policies.action_id AND actions.key IS NOT NULL
      JOIN resource_policies tie ON tie.policy_id = policies.id AND tie.is_active
      JOIN resources ON resources.id = tie.resource_id AND resources.key IS NOT NULL
     WHERE ${roleIds === null ? null : [...roleIds]}::bigint[] IS NULL OR policies.role_id = ANY(${roleIds === null ? null : [...roleIds]}::bigint[])
     ORDER BY words`.execute(db);
  return rows;
}

/** Whether some active account holds all of these rights through active rows. */
export async function isHeldBySomebody(db: Db, rights: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    SELECT EXISTS (
      SELECT held.account_id
        FROM account_roles held
        JOIN accounts ON accounts.id = held.account_id AND accounts.status
        JOIN policies ON policies.role_id = held.role_id
        JOIN actions ON actions.id = policies.action_id
        JOIN resource_policies tie ON tie.policy_id = policies.id AND tie.is_active
        JOIN resources ON resources.id = tie.resource_id
       WHERE held.is_active AND resources.key || ':' || actions.key = ANY(${[...rights]}::text[])
       GROUP BY held.account_id HAVING count(DISTINCT resources.key || ':' || actions.key) = ${rights.length}) AS held`.execute(db);
  return rows[0]?.held ?? false;
}
