import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Far more than an installation has. */
const MAX_SCHOOLS = 500;

/** Returns the schools that are in use, by name. */
export async function listOpenSchools(db: Db): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, school_name AS name FROM schools WHERE archived_at IS NULL ORDER BY school_name COLLATE natural_order, id LIMIT ${MAX_SCHOOLS}`.execute(db);
  return rows;
}
