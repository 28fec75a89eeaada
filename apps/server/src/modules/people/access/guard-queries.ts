import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** Makes changes of access take turns, until commit. Calls only read, and do not wait. */
export async function lockAccess(tx: Tx): Promise<void> {
  await tx.selectFrom('access_version').select('version').forUpdate().execute();
}

export interface RoleRight {
  role_id: number;
  role_name: string;
  /** The right as "resource:action". */
  right: string;
  /** The right in words for people: "Levels (Edit)". */
  words: string;
}

/** Returns the rights that each of the roles grants through active rows, regardless of who holds it. */
export async function listRoleRights(db: Db, roleIds: readonly number[] | 'all'): Promise<RoleRight[]> {
  const { rows } = await sql<RoleRight>`
    SELECT DISTINCT policies.role_id, roles.name AS role_name, resources.key || ':' || actions.key AS "right", resources.name || ' (' || actions.name || ')' AS words
      FROM policies
      JOIN roles ON roles.id = policies.role_id
      JOIN actions ON actions.id = policies.action_id AND actions.key IS NOT NULL
      JOIN resource_policies tie ON tie.policy_id = policies.id AND tie.is_active
      JOIN resources ON resources.id = tie.resource_id AND resources.key IS NOT NULL
     WHERE ${roleIds === 'all' ? sql`true` : sql`policies.role_id = ANY(${[...roleIds]}::bigint[])`}
     ORDER BY words`.execute(db);
  return rows;
}

/**
 * Kinds of holders of the rights asked for: nobody, an active account, an active account that can really sign in.
 * Higher is better.
 */
const HOLDER = { nobody: 0, active: 1, signsIn: 2 } as const;
export type Holder = (typeof HOLDER)[keyof typeof HOLDER];

/**
 * Returns the best kind of holder among the accounts that hold all of these rights through active rows. An account can
 * sign in when it has a password or has signed in with Google. One that has only a link or a card may not have an owner
 * yet, and its link may expire tomorrow.
 */
export async function findBestHolder(db: Db, rights: readonly string[]): Promise<Holder> {
  const { rows } = await sql<{ best: Holder | null }>`
    SELECT max(CASE WHEN people.can_sign_in THEN ${HOLDER.signsIn}::integer ELSE ${HOLDER.active} END) AS best
      FROM people WHERE people.status AND people.id IN (
      SELECT held.account_id
        FROM held_roles held
        JOIN policies ON policies.role_id = held.role_id
        JOIN actions ON actions.id = policies.action_id
        JOIN resource_policies tie ON tie.policy_id = policies.id AND tie.is_active
        JOIN resources ON resources.id = tie.resource_id
       WHERE held.is_active AND resources.key || ':' || actions.key = ANY(${[...rights]}::text[])
       GROUP BY held.account_id HAVING count(DISTINCT resources.key || ':' || actions.key) = ${rights.length})`.execute(db);
  return rows[0]?.best ?? HOLDER.nobody;
}
