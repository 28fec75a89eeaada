import { sql } from 'kysely';
import type { Db } from './database/index.ts';

/** A host name of a school's own. */
export interface SchoolHost {
  host: string;
  school_id: number;
  school_name: string;
  /** The digest of its logo. */
  logo: string | null;
}

/** Lists the host names that schools have. */
export async function listSchoolHosts(db: Db): Promise<SchoolHost[]> {
  const { rows } = await sql<SchoolHost>`
    SELECT settings ->> 'host' AS host, id AS school_id, school_name, settings ->> 'logo' AS logo FROM schools WHERE settings ->> 'host' IS NOT NULL`.execute(
    db,
  );
  return rows;
}

/** An account that does not belong to the school at whose address it signs in. */
export interface OtherSite {
  /** The school of the account; null for none. */
  own_school_id: number | null;
}

/** Returns where an account belongs that is not of a school. Null: it is of that school. */
export async function findOtherSite(db: Db, accountId: number, siteSchoolId: number): Promise<OtherSite | null> {
  const { rows } = await sql<OtherSite>`
    SELECT school_id AS own_school_id FROM accounts WHERE id = ${accountId} AND school_id IS DISTINCT FROM ${siteSchoolId}`.execute(db);
  return rows[0] ?? null;
}
