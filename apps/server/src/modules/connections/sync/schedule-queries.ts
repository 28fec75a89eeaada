import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import { isNightIn } from '../../class/sources/index.ts';

/** Returns true between three and four at night at a school. */
export async function isNightOf(db: Db, schoolId: number): Promise<boolean> {
  const { rows } = await sql<{ is_night: boolean }>`SELECT ${isNightIn(sql`time_zone`)} AS is_night FROM schools WHERE id = ${schoolId}`.execute(db);
  return rows[0]?.is_night ?? false;
}
