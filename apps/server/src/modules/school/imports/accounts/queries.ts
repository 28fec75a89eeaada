import type { AccountColumn } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';
import { isOfSchool } from '../../../../platform/reach-queries.ts';

/** A problem with a cell: a catalog key under `import.row.` and its parameters. */
export interface Problem {
  column: AccountColumn;
  value: string;
  message: string;
  params: Record<string, string | number>;
}

/** The account that already has an address. */
export interface Holder {
  id: number;
  school_id: number | null;
}

export interface Named {
  id: number;
  name: string;
  /** The key of a built-in row. */
  key: string | null;
}

/**
 * Lists the schools, account types and roles that the columns of a list of people can name: the roles that all schools
 * share, and the own ones of a school (null: of none).
 */
export async function listNamed(db: Db, schoolId: number | null): Promise<{ schools: Named[]; types: Named[]; roles: Named[] }> {
  const { rows } = await sql<Named & { kind: 'schools' | 'types' | 'roles' }>`
    SELECT 'schools' AS kind, id, school_name AS name, NULL AS key FROM schools WHERE archived_at IS NULL
    UNION ALL SELECT 'types', id, name, NULL FROM account_types UNION ALL SELECT 'roles', id, name, key FROM roles WHERE replaces_id IS NULL AND ${isOfSchool(schoolId, 'roles')} ORDER BY kind, id`.execute(
    db,
  );
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return { schools: of('schools'), types: of('types'), roles: of('roles') };
}

/** Lists the accounts that have these addresses, by email key. */
export async function listHolders(db: Db, emailKeys: readonly string[]): Promise<Map<string, Holder>> {
  const { rows } = await sql<
    Holder & { email_key: string }
  >`SELECT id, school_id, email_key FROM people WHERE email_key = ANY(${[...emailKeys]}::text[])`.execute(db);
  return new Map(rows.map(({ email_key, id, school_id }) => [email_key, { id, school_id }]));
}

/** Returns accounts as the cells of a list of people. */
export async function listAccountCells(db: Db, ids: readonly number[]): Promise<Map<number, Record<string, string>>> {
  const { rows } = await sql<{ id: number; cells: Record<string, string> }>`
    SELECT people.id, jsonb_build_object('first_name', first_name, 'last_name', last_name, 'email', email, 'phone_number', phone_number,
                                           'school', coalesce(school_name, ''), 'account_type', coalesce(account_types.name, ''), 'role', coalesce(roles.name, '')) AS cells
      FROM people LEFT JOIN schools ON schools.id = people.school_id LEFT JOIN account_types ON account_types.id = people.account_type_id
      LEFT JOIN roles ON roles.id = people.role_id
     WHERE people.id = ANY (${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, cells }) => [id, cells]));
}

/** Lists the first accounts that an import created. */
export async function listCreatedIds(db: Db, importId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select('account_id')
    .where('import_id', '=', importId)
    .where('outcome', '=', 'create')
    .where('account_id', 'is not', null)
    .orderBy('row_number')
    .limit(limit)
    .execute();
  return rows.map(({ account_id }) => account_id as number);
}

export async function listSchoolNames(db: Db, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ school_name: string }>`
    SELECT school_name FROM schools WHERE id = ANY(${[...ids]}::bigint[]) AND archived_at IS NULL ORDER BY id`.execute(db);
  return rows.map(({ school_name }) => school_name);
}
