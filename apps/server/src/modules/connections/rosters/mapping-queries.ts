import type { RosterMapping } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/**
 * Returns the stored meanings of columns: the school's own take precedence over those of people with several schools.
 */
export async function findMappings(db: Db, schoolId: number | null): Promise<Record<string, RosterMapping>> {
  const { rows } = await sql<{ signature: string; mapping: RosterMapping }>`
    SELECT DISTINCT ON (signature) signature, mapping FROM roster_mappings WHERE school_id IS NOT DISTINCT FROM ${schoolId} OR school_id IS NULL
     ORDER BY signature, school_id NULLS LAST`.execute(db);
  return Object.fromEntries(rows.map(({ signature, mapping }) => [signature, mapping]));
}

export async function saveMappings(tx: Tx, schoolId: number | null, mappings: Readonly<Record<string, RosterMapping>>): Promise<void> {
  for (const [signature, mapping] of Object.entries(mappings))
    await sql`
      INSERT INTO roster_mappings (school_id, signature, mapping) VALUES (${schoolId}, ${signature}, ${JSON.stringify(mapping)})
      ON CONFLICT (school_id, signature) DO UPDATE SET mapping = excluded.mapping`.execute(tx);
}
