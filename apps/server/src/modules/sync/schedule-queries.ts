import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Whether it is the hour after three at night at a school. */
export async function isNightOf(db: Db, schoolId: number): Promise<boolean> {
  const { rows } = await sql<{
    is_night: boolean;
  }>`SELECT extract(hour FROM app_now() AT TIME ZONE time_zone) = 3 AS is_night FROM schools WHERE id = ${schoolId}`.execute(db);
  return rows[0]?.is_night ?? false;
}
