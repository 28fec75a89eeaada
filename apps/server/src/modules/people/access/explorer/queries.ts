import type { ExplainedTables } from '@classwright/rules/access/index';
import { sql } from 'kysely';
import { type Db, nameOrder } from '../../../../platform/database/index.ts';
import { type PageRequest, toContainsPattern } from '../../../../platform/lists.ts';
import type { Reach } from '../../../../platform/reach.ts';
import { isInReach, isSharedOrInReach } from '../../../../platform/reach-queries.ts';

interface Named {
  id: number;
  name: string;
}
export interface ResourceRow extends Named {
  key: string | null;
  res_url: string;
  menu_group: string | null;
}

/** The access tables with the names that an explanation needs. They are short, since they contain no people. */
export interface NamedTables extends ExplainedTables {
  roles: readonly (Named & { school_id: number | null })[];
  policies: readonly (Named & { role_id: number; action_id: number })[];
  actions: readonly (Named & { key: string | null })[];
  resources: readonly ResourceRow[];
}

/** Loads the tables with the roles within reach and those of all schools. */
export async function loadTables(db: Db, reach: Reach): Promise<NamedTables> {
  const [roles, policies, actions, resources, resource_policies] = await Promise.all([
    db.selectFrom('roles').select(['id', 'name', 'school_id']).where(isSharedOrInReach(reach, 'roles')).orderBy('id').execute(),
    db.selectFrom('policies').select(['id', 'name', 'role_id', 'action_id']).orderBy('id').execute(),
    db.selectFrom('actions').select(['id', 'name', 'key']).orderBy('id').execute(),
    db.selectFrom('resources').select(['id', 'name', 'key', 'res_url', 'menu_group']).orderBy(sql`name COLLATE natural_order`).orderBy('id').execute(),
    db.selectFrom('resource_policies').select(['id', 'policy_id', 'resource_id', 'is_active']).orderBy('id').execute(),
  ]);
  return { roles, policies, actions, resources, resource_policies };
}

export interface AccountRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  status: boolean;
  /** True when the account reaches every school, as `computeReach` decides. */
  reaches_all: boolean;
}

const REACHES_ALL = sql<boolean>`(people.school_id IS NULL OR people.id IN (SELECT account_id FROM administrators))`;

/** Returns null for an account that does not exist or is out of reach. */
export async function findAccount(db: Db, id: number, reach: Reach): Promise<AccountRow | null> {
  const query = db
    .selectFrom('people')
    .select(['id', 'first_name', 'last_name', 'email', 'status', REACHES_ALL.as('reaches_all')])
    .where('id', '=', id);
  return (await query.where(isInReach(reach, 'school_id')).executeTakeFirst()) ?? null;
}

/** Returns an account's roles as they count in its school. */
export async function listHeldRoles(db: Db, accountId: number): Promise<{ account_role_id: number; role_id: number; is_active: boolean }[]> {
  const { rows } = await sql<{ account_role_id: number; role_id: number; is_active: boolean }>`
    SELECT id AS account_role_id, role_id, is_active FROM held_roles WHERE account_id = ${accountId} ORDER BY id`.execute(db);
  return rows;
}

/** Returns the rows that grant a right through active rows, as `granting (role_id)`. */
const granting = (resource: string, action: string) => sql`
  SELECT DISTINCT policies.role_id
    FROM policies
    JOIN actions ON actions.id = policies.action_id AND actions.key = ${action}
    JOIN resource_policies tie ON tie.policy_id = policies.id AND tie.is_active
    JOIN resources ON resources.id = tie.resource_id AND resources.key = ${resource}`;

export interface CallersOf {
  resource: string;
  action: string;
  reach: Reach;
  /** True when only people who reach every school may make the call. */
  isForAllSchools: boolean;
}

/** Returns the roles that grant it, each with its number of active accounts. */
export async function listCallingRoles(db: Db, { resource, action, reach, isForAllSchools }: CallersOf): Promise<(Named & { accounts: number })[]> {
  const { rows } = await sql<Named & { accounts: number }>`
    WITH granting AS (${granting(resource, action)})
    SELECT roles.id, roles.name, count(people.id) AS accounts
      FROM granting
      JOIN roles ON roles.id = granting.role_id AND ${isSharedOrInReach(reach, 'roles')}
      LEFT JOIN held_roles held ON held.role_id = roles.id AND held.is_active
      LEFT JOIN people ON people.id = held.account_id AND people.status AND ${isInReach(reach, 'people.school_id')}
       AND ${isForAllSchools ? REACHES_ALL : sql`true`}
     GROUP BY roles.id, roles.name ORDER BY roles.name COLLATE natural_order, roles.id`.execute(db);
  return rows;
}

export interface CallerRow {
  id: number;
  name: string;
  email: string;
  roles: string[];
}

/** Returns a page of the active accounts that hold it, by name, and how many there are in total. */
export async function listCallers(
  db: Db,
  { resource, action, reach, isForAllSchools, searchText, page, per_page }: CallersOf & PageRequest & { searchText: string },
): Promise<{ rows: CallerRow[]; total: number }> {
  const pattern = toContainsPattern(searchText.trim());
  const callers = sql`
    WITH granting AS (${granting(resource, action)})
    SELECT people.id, people.first_name, people.last_name, people.email, array_agg(roles.name ORDER BY roles.name) AS roles
      FROM granting
      JOIN held_roles held ON held.role_id = granting.role_id AND held.is_active
      JOIN roles ON roles.id = held.role_id
      JOIN people ON people.id = held.account_id AND people.status AND ${isInReach(reach, 'people.school_id')}
       AND ${isForAllSchools ? REACHES_ALL : sql`true`}
     WHERE ${pattern} = '%%' OR concat_ws(' ', people.first_name, people.last_name, people.email) ILIKE ${pattern}
     GROUP BY people.id, people.first_name, people.last_name, people.email`;
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*) AS total FROM (${callers}) callers`.execute(db);
  const { rows } = await sql<CallerRow>`
    SELECT id, trim(first_name || ' ' || last_name) AS name, email, roles FROM (${callers}) callers
     ORDER BY ${nameOrder(null)}, id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}
