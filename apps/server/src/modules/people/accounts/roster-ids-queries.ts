import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/**
 * Selects the id that the rosters of a person's school have for the person; null for none. `person`: the name of a row
 * with `id` and `school_id`.
 */
export const rosterIdOf = (person: string): RawBuilder<string | null> => sql`
  (SELECT known.roster_id FROM roster_ids known
    WHERE known.account_id = ${sql.ref(`${person}.id`)} AND known.school_id = ${sql.ref(`${person}.school_id`)} ORDER BY known.id LIMIT 1)`;

/** Returns these ids of people, by account; none for people whom no roster knows. */
export async function listRosterIds(db: Db, accountIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; roster_id: string | null }>`
    SELECT accounts.id, ${rosterIdOf('accounts')} AS roster_id FROM accounts WHERE accounts.id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  return new Map(rows.flatMap(({ id, roster_id }) => (roster_id === null ? [] : [[id, roster_id] as const])));
}
