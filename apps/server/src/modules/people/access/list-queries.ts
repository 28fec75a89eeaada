import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';

/** Matches roles of people within reach, for rows that the statements of lists call `t`. */
export const isRoleInReach = (reach: Reach): RawBuilder<SqlBool> =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM people holder WHERE holder.id = t.account_id AND ${isInReach(reach, 'holder.school_id')})`;

/** Returns true when another resource has the same name, ignoring case. */
export async function hasTwinResource(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM resources this JOIN resources other ON other.id <> this.id
       AND lower(NORMALIZE(other.name, NFKC)) = lower(NORMALIZE(this.name, NFKC)) WHERE this.id = ${id} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns the names of the other policies of the same role for the same action. */
export async function listTwinPolicies(db: Db, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT other.name FROM policies this JOIN policies other ON other.id <> this.id AND other.role_id = this.role_id AND other.action_id = this.action_id
     WHERE this.id = ${id} ORDER BY other.id LIMIT 3`.execute(db);
  return rows.map(({ name }) => name);
}
