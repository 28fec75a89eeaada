import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** Returns the version of the database server, as `18.4` or `18.4 (Debian 18.4-1)`. */
export async function getServerVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`SHOW server_version`.execute(db);
  return (rows[0] as { server_version: string }).server_version;
}

/**
 * Returns true when an active person with a role other than student and guardian has a password, but no second factor, and is not
 * required to have one. People who sign in with Google alone do not count. Administrators count unless `adminsNeedFactor`, since every one of them needs one then.
 */
export async function hasStaffWithoutFactor(db: Db, { adminsNeedFactor }: { adminsNeedFactor: boolean }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM people JOIN account_factors own ON own.account_id = people.id
       WHERE people.status AND people.has_password AND NOT own.has_factor AND own.level < 2
         AND EXISTS (SELECT FROM held_roles JOIN roles ON roles.id = held_roles.given_id
                      WHERE held_roles.account_id = people.id AND held_roles.is_active AND roles.key IS DISTINCT FROM 'student' AND roles.key IS DISTINCT FROM 'guardian')
         AND NOT (${adminsNeedFactor} AND EXISTS (SELECT FROM administrators WHERE administrators.account_id = people.id))) AS found`.execute(db);
  return (rows[0] as { found: boolean }).found;
}
