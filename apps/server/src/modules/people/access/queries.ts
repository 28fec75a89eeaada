import { SIGNED_IN_RIGHTS } from '@classwright/rules/access/index';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { anyLength, type Db, type Tx } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach, isSharedOrInReach } from '../../../platform/reach-queries.ts';

/** Matches roles of people within reach, for rows that the statements of lists call `t`. */
export const isRoleInReach = (reach: Reach): RawBuilder<SqlBool> =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM people holder WHERE holder.id = t.account_id AND ${isInReach(reach, 'holder.school_id')})`;

/** Limits rows with a role to roles within reach and to those of all schools; list statements call the table `t`. */
export const hasRoleInReach = (reach: Reach): RawBuilder<SqlBool> =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM roles r WHERE r.id = t.role_id AND ${isSharedOrInReach(reach, 'r')})`;

/** Limits rows with a policy to policies of such roles. */
export const hasPolicyInReach = (reach: Reach): RawBuilder<SqlBool> =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM policies p JOIN roles r ON r.id = p.role_id WHERE p.id = t.policy_id AND ${isSharedOrInReach(reach, 'r')})`;

/** Returns true when all schools share the role, or the role of the policy. */
export async function isSharedRole(db: Db, of: { roleId: number } | { policyId: number }): Promise<boolean> {
  const role = 'roleId' in of ? sql`${of.roleId}::bigint` : sql`(SELECT role_id FROM policies WHERE id = ${of.policyId})`;
  const { rows } = await sql`SELECT FROM roles WHERE id = ${role} AND school_id IS NULL`.execute(db);
  return rows.length > 0;
}

/** Returns true when a role counts for an account: all schools share it, or it is of the account's school. */
export async function isRoleFor(db: Db, roleId: number, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM roles JOIN people ON people.id = ${accountId} WHERE roles.id = ${roleId} AND (roles.school_id IS NULL OR roles.school_id = people.school_id)`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns the roles with the copies that replace them in the person's school. */
export async function listWithCopies(db: Db, roleIds: readonly number[], accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM roles WHERE replaces_id = ANY(${[...roleIds]}::bigint[]) AND school_id = (SELECT school_id FROM people WHERE id = ${accountId})`.execute(db);
  return [...roleIds, ...rows.map(({ id }) => id)];
}

/** Returns true when another resource has the same name, ignoring case. */
export async function hasTwinResource(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM resources this JOIN resources other ON other.id <> this.id
       AND lower(NORMALIZE(other.name, NFKC)) = lower(NORMALIZE(this.name, NFKC)) WHERE this.id = ${id} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns the names of the other policies of the same role for the same action. */
export async function listTwinPolicies(db: Db, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT other.name FROM policies this JOIN policies other ON other.id <> this.id AND other.role_id = this.role_id AND other.action_id = this.action_id
     WHERE this.id = ${id} ORDER BY other.id LIMIT 3`.execute(db);
  return rows.map(({ name }) => name);
}

/** The rights that an account holds through its roles. */
export interface HeldRow {
  /** Rights as `resource:action`, sorted. */
  rights: string[];
  holds_admin_role: boolean;
  has_factor: boolean;
  /** The strongest rule of the account's roles about a second factor: 0 none, 1 offered, 2 required. */
  factor_level: number;
  /** The instant from which a factor is required, in milliseconds since 1970. Null: it is not. */
  factor_required_ms: number | null;
  /** The name of the account's school and the reason, while that school is suspended. */
  suspended_school: string | null;
  suspension_reason: string | null;
  /** The requests a minute that the people of the account's school may make together. Null: no limit. */
  requests_per_minute: number | null;
}

/**
 * Returns what accounts hold, in their order: active roles, as they count in the account's school → policies → active
 * resource policies. Rows without
 * keys grant nothing that the server checks. The rights of everyone who is signed in are not included. `OFFSET 0` keeps
 * PostgreSQL from reading what all accounts hold to look up one.
 */
export async function listHeld(db: Db, accountIds: readonly number[]): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    SELECT ARRAY(SELECT DISTINCT resources.key || ':' || actions.key AS held
                   FROM held_roles
                   JOIN policies ON policies.role_id = held_roles.role_id
                   JOIN resource_policies ON resource_policies.policy_id = policies.id AND resource_policies.is_active
                   JOIN resources ON resources.id = resource_policies.resource_id
                   JOIN actions ON actions.id = policies.action_id
                  WHERE held_roles.account_id = asked.account_id AND held_roles.is_active
                    AND resources.key IS NOT NULL AND actions.key IS NOT NULL
                  ORDER BY held) AS rights,
           EXISTS (SELECT FROM administrators WHERE administrators.account_id = asked.account_id OFFSET 0) AS holds_admin_role,
           coalesce(own.has_factor, false) AS has_factor, coalesce(own.level, 0) AS factor_level,
           (extract(epoch FROM own.required_at) * 1000)::float8 AS factor_required_ms,
           suspended.school_name AS suspended_school, suspended.reason AS suspension_reason,
           pace.per_minute AS requests_per_minute
      FROM unnest(${anyLength(accountIds, 'bigint')}) WITH ORDINALITY AS asked (account_id, place)
      LEFT JOIN LATERAL (SELECT * FROM account_factors WHERE account_factors.account_id = asked.account_id OFFSET 0) own ON true
      LEFT JOIN suspended_accounts suspended ON suspended.account_id = asked.account_id
      LEFT JOIN (people person JOIN school_paces pace ON pace.school_id = person.school_id) ON person.id = asked.account_id
     ORDER BY asked.place`.execute(db);
  return rows;
}

const SIGNED_IN = SIGNED_IN_RIGHTS.map(({ resource, action }) => `${resource}:${action}`);

/** Returns every right of a signed-in person who holds these through roles. */
export const rightsOf = ({ rights }: Pick<HeldRow, 'rights'>): string[] => [...SIGNED_IN, ...rights];

/** Returns every right an account holds. */
export async function listRights(db: Db, accountId: number): Promise<string[]> {
  return (await listHeld(db, [accountId])).flatMap(rightsOf);
}

export interface MenuResource {
  key: string | null;
  name: string;
  res_url: string;
  menu_group: string | null;
  menu_order: number;
}

/** Returns the resources that appear in a menu. */
export async function listMenuResources(db: Db): Promise<MenuResource[]> {
  return db
    .selectFrom('resources')
    .select(['key', 'name', 'res_url', 'menu_group', 'menu_order'])
    .where('menu_group', 'is not', null)
    .orderBy('menu_order')
    .orderBy('id')
    .execute();
}

export async function findRoleId(db: Db, key: string): Promise<number | null> {
  const row = await db.selectFrom('roles').select('id').where('key', '=', key).executeTakeFirst();
  return row?.id ?? null;
}

export async function insertAccountRole(db: Db, accountId: number, roleId: number): Promise<void> {
  await db
    .insertInto('account_roles')
    .values({ account_id: accountId, role_id: roleId, is_active: true })
    .onConflict((conflict) => conflict.columns(['account_id', 'role_id']).doUpdateSet({ is_active: true }))
    .execute();
}

/**
 * The versions of what an account's rights depend on: the rights of all roles, and the account's own roles, school and
 * active state.
 */
export interface AccessVersions {
  roles: number;
  /** The account's version, 0 until the first change. */
  account: number;
}

export async function getAccessVersions(db: Db, accountId: number): Promise<AccessVersions> {
  const { rows } = await sql<AccessVersions>`
    SELECT version AS roles, coalesce((SELECT version FROM account_access WHERE account_id = ${accountId}), 0) AS account FROM access_version`.execute(db);
  return rows[0] as AccessVersions;
}

/** The changes since the previous check. */
export interface AccessChanges {
  /** The transactions that this check saw, as PostgreSQL writes them. */
  snapshot: string;
  roleVersion: number;
  /**
   * The accounts whose own rows changed in transactions that the previous check did not see, even ones that began
   * earlier.
   */
  accountIds: number[];
}

/** @param since The snapshot of the previous check; null for the first one, which returns no accounts. */
export async function getAccessChanges(db: Db, since: string | null): Promise<AccessChanges> {
  const { rows } = await sql<AccessChanges>`
    SELECT pg_current_snapshot()::text AS snapshot, version AS "roleVersion", array(
             SELECT account_id FROM account_access
              WHERE changed_xid >= pg_snapshot_xmin(${since}::pg_snapshot) AND changed_xid < pg_snapshot_xmax(pg_current_snapshot())
                AND NOT pg_visible_in_snapshot(changed_xid, ${since}::pg_snapshot))::bigint[] AS "accountIds"
      FROM access_version`.execute(db);
  return rows[0] as AccessChanges;
}

/** Returns everyone who holds a role of administrators. */
export async function listAdministrators(db: Db): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`SELECT DISTINCT account_id FROM administrators`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Returns the accounts that hold a right through one of their roles. */
async function listHolders(db: Db, { resource, action }: { resource: string; action: string }): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT DISTINCT account_roles.account_id
      FROM resources
      JOIN resource_policies ON resource_policies.resource_id = resources.id AND resource_policies.is_active
      JOIN policies ON policies.id = resource_policies.policy_id
      JOIN actions ON actions.id = policies.action_id
      JOIN held_roles account_roles ON account_roles.role_id = policies.role_id AND account_roles.is_active
     WHERE resources.key = ${resource} AND actions.key = ${action}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/**
 * Returns those who do something for a school: administrators and others who hold the right, of the school, of none, or
 * with a reach of all schools.
 */
export async function listDeciders(db: Db, right: { resource: string; action: string }, schoolId: number | null): Promise<number[]> {
  const accountIds = [...new Set([...(await listAdministrators(db)), ...(await listHolders(db, right))])];
  const { rows } = await sql<{ id: number }>`
    SELECT people.id FROM people
     WHERE people.id = ANY(${accountIds}::bigint[])
       AND (people.school_id IS NULL OR people.school_id = ${schoolId} OR EXISTS (SELECT FROM administrators WHERE administrators.account_id = people.id))
     ORDER BY people.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Gives each account the role at the same index. A role that the account already has becomes active again. */
export async function upsertAccountRoles(tx: Tx, accountIds: readonly number[], roleIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO account_roles (account_id, role_id) SELECT * FROM unnest(${[...accountIds]}::bigint[], ${[...roleIds]}::bigint[])
    ON CONFLICT (account_id, role_id) DO UPDATE SET is_active = true WHERE NOT account_roles.is_active`.execute(tx);
}

export async function deleteAccountRoles(tx: Tx, rows: readonly { account_id: number; role_id: number }[]): Promise<void> {
  await sql`
    DELETE FROM account_roles USING jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS leaving (account_id bigint, role_id bigint)
     WHERE account_roles.account_id = leaving.account_id AND account_roles.role_id = leaving.role_id`.execute(tx);
}

/** Returns the given accounts that hold a right that is neither in `held` nor granted by the role `besides`. */
export async function listHoldersOfMore(db: Db, accountIds: readonly number[], held: readonly string[], besides: string | null): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    WITH granted AS (
      SELECT policies.role_id, resources.key || ':' || actions.key AS "right"
        FROM policies
        JOIN actions ON actions.id = policies.action_id AND actions.key IS NOT NULL
        JOIN resource_policies tie ON tie.policy_id = policies.id AND tie.is_active
        JOIN resources ON resources.id = tie.resource_id AND resources.key IS NOT NULL)
    SELECT DISTINCT holding.account_id FROM held_roles holding JOIN granted ON granted.role_id = holding.role_id
      JOIN people ON people.id = holding.account_id
     WHERE holding.is_active AND holding.account_id = ANY(${[...accountIds]}::bigint[]) AND granted."right" <> ALL(${[...held]}::text[])
       AND NOT EXISTS (SELECT 1 FROM granted given JOIN roles ON roles.id = given.role_id LEFT JOIN roles shared ON shared.id = roles.replaces_id
                        WHERE coalesce(shared.key, roles.key) = ${besides} AND (roles.school_id IS NULL OR roles.school_id = people.school_id)
                          AND given."right" = granted."right")`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Forgets how often the rights of accounts changed that no longer exist. */
export async function forgetAccess(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM account_access WHERE account_id = ANY(${[...accountIds]}::bigint[])`.execute(tx);
}
