import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

let made = 0;

/** Gives an account a separate role that grants exactly these rights ("resource:action"). Returns the role's id. */
export async function giveRights(db: Db, accountId: number, rights: readonly string[]): Promise<number> {
  made += 1;
  const one = async (statement: ReturnType<typeof sql<{ id: number }>>): Promise<number> => (await statement.execute(db)).rows[0]!.id;
  const roleId = await one(sql`INSERT INTO roles (name) VALUES (${`Test role ${made}`}) RETURNING id`);
  for (const right of rights) {
    const [resource, action] = right.split(':');
    const policyId = await one(
      sql`INSERT INTO policies (name, role_id, action_id) SELECT ${right}, ${roleId}, id FROM actions WHERE key = ${action} RETURNING id`,
    );
    await one(sql`INSERT INTO resource_policies (resource_id, policy_id) SELECT id, ${policyId} FROM resources WHERE key = ${resource} RETURNING id`);
  }
  await sql`INSERT INTO account_roles (account_id, role_id) VALUES (${accountId}, ${roleId})`.execute(db);
  return roleId;
}
