import { sql } from 'kysely';
import type { Db } from './database/index.ts';

/** A host name of a school's own. */
export interface SchoolHost {
  host: string;
  school_id: number;
  school_name: string;
  /** The digest of its logo. */
  logo: string | null;
  /** Its own color, `#rrggbb`. */
  color: string | null;
}

/** Lists the host names that schools have. */
export async function listSchoolHosts(db: Db): Promise<SchoolHost[]> {
  const { rows } = await sql<SchoolHost>`
    SELECT settings ->> 'host' AS host, id AS school_id, school_name, settings ->> 'logo' AS logo, settings ->> 'color' AS color FROM schools WHERE settings ->> 'host' IS NOT NULL`.execute(
    db,
  );
  return rows;
}
