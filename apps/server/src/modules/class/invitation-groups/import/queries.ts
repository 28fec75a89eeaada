import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { Reach } from '../../../../platform/reach.ts';
import { isInReach } from '../../../../platform/reach-queries.ts';

export interface Addressed {
  id: number;
  email_key: string;
  school_id: number | null;
  status: boolean;
}

/** Finds people within reach by these addresses, locked until commit. */
export async function lockAddressed(tx: Tx, emailKeys: readonly string[], reach: Reach): Promise<Map<string, Addressed>> {
  const { rows } = await sql<Addressed>`
    SELECT id, email_key, school_id, status FROM people
     WHERE email_key = ANY(${[...emailKeys]}::text[]) AND ${isInReach(reach, 'school_id')}
     ORDER BY id FOR KEY SHARE`.execute(tx);
  return new Map(rows.map((row) => [row.email_key, row]));
}

export interface NamedGroup {
  id: number;
  name: string;
  school_id: number | null;
}

/**
 * Returns, for each text, the key it shares with other spellings, as in the table's unique index, and the groups of
 * that name.
 */
export async function listNamedGroups(db: Db, names: readonly string[], reach: Reach): Promise<Map<string, { key: string; groups: NamedGroup[] }>> {
  const { rows } = await sql<{ text: string; key: string; groups: NamedGroup[] }>`
    SELECT sent.text, lower(normalize(sent.text, NFKC)) AS key,
           coalesce(json_agg(json_build_object('id', groups.id, 'name', groups.name, 'school_id', groups.school_id) ORDER BY groups.id)
             FILTER (WHERE groups.id IS NOT NULL), '[]') AS groups
      FROM unnest(${[...names]}::text[]) AS sent (text)
      LEFT JOIN invitation_groups groups ON lower(normalize(groups.name, NFKC)) = lower(normalize(sent.text, NFKC))
                                        AND ${isInReach(reach, 'groups.school_id')}
     GROUP BY sent.text`.execute(db);
  return new Map(rows.map(({ text, ...found }) => [text, found]));
}

/** Creates the group, unless somebody just did. */
export async function insertGroup(tx: Tx, name: string, schoolId: number | null): Promise<{ id: number; isNew: boolean }> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO invitation_groups (name, school_id) VALUES (${name}, ${schoolId}) ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  if (rows[0]) return { id: rows[0].id, isNew: true };
  const found = await sql<{ id: number }>`
    SELECT id FROM invitation_groups
     WHERE lower(normalize(name, NFKC)) = lower(normalize(${name}, NFKC)) AND coalesce(school_id, 0) = coalesce(${schoolId}::bigint, 0)`.execute(tx);
  return { id: (found.rows[0] as { id: number }).id, isNew: false };
}
