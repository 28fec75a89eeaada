import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** Gives each account the role at the same index. A role that the account already has becomes active again. */
export async function upsertAccountRoles(tx: Tx, accountIds: readonly number[], roleIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO account_roles (account_id, role_id) SELECT * FROM unnest(${[...accountIds]}::bigint[], ${[...roleIds]}::bigint[])
    ON CONFLICT (account_id, role_id) DO UPDATE SET is_active = true WHERE NOT account_roles.is_active`.execute(tx);
}

export async function deleteAccountRole(tx: Tx, accountId: number, roleId: number): Promise<void> {
  await tx.deleteFrom('account_roles').where('account_id', '=', accountId).where('role_id', '=', roleId).execute();
}

/** Returns the given accounts that hold a right that is neither in `held` nor granted by the role `besides`. */
export async function listHoldersOfMore(db: Db, accountIds: readonly number[], held: readonly string[], besides: string | null): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    WITH granted AS (
      SELECT policies.role_id, resources.key || ':' || actions.key AS "right"
        FROM policies
        JOIN actions ON actions.id = policies.action_id AND actions.key IS NOT NULL
        JOIN resource_policies tie ON tie.policy_id = policies.id AND tie.is_active
        JOIN resources ON resources.id = tie.resource_id AND resources.key IS NOT NULL)
    SELECT DISTINCT holding.account_id FROM account_roles holding JOIN granted ON granted.role_id = holding.role_id
     WHERE holding.is_active AND holding.account_id = ANY(${[...accountIds]}::bigint[]) AND granted."right" <> ALL(${[...held]}::text[])
       AND NOT EXISTS (SELECT 1 FROM granted given JOIN roles ON roles.id = given.role_id WHERE roles.key = ${besides} AND given."right" = granted."right")`.execute(
    db,
  );
  return rows.map(({ account_id }) => account_id);
}
