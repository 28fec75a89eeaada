import { SIGNED_IN_RIGHTS } from '@classwright/rules/access/index';
import { sql } from 'kysely';
import { anyLength, type Db } from '../../../platform/database/index.ts';

/** What an account holds by its roles. */
export interface HeldRow {
  /** `resource:action`, sorted. */
  rights: string[];
  holds_admin_role: boolean;
}

/**
 * What accounts hold, in their order: active account roles → policies → active resource policies. Rows without keys grant
 * nothing that the server asks for. What belongs to being signed in is not among it.
 */
export async function listHeld(db: Db, accountIds: readonly number[]): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    SELECT ARRAY(SELECT DISTINCT resources.key || ':' || actions.key AS held
                   FROM account_roles
                   JOIN policies ON policies.role_id = account_roles.role_id
                   JOIN resource_policies ON resource_policies.policy_id = policies.id AND resource_policies.is_active
                   JOIN resources ON resources.id = resource_policies.resource_id
                   JOIN actions ON actions.id = policies.action_id
                  WHERE account_roles.account_id = asked.account_id AND account_roles.is_active
                    AND resources.key IS NOT NULL AND actions.key IS NOT NULL
                  ORDER BY held) AS rights,
           EXISTS (SELECT FROM administrators WHERE administrators.account_id = asked.account_id) AS holds_admin_role
      FROM unnest(${anyLength(accountIds, 'bigint')}) WITH ORDINALITY AS asked (account_id, place)
     ORDER BY asked.place`.execute(db);
  return rows;
}

const SIGNED_IN = SIGNED_IN_RIGHTS.map(({ resource, action }) => `${resource}:${action}`);

/** Every right of somebody who is signed in and holds this by roles. */
export const rightsOf = ({ rights }: Pick<HeldRow, 'rights'>): string[] => [...SIGNED_IN, ...rights];

/** Every right an account holds. */
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

/** Resources that stand in a menu. */
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

/** What an account's rights depend on: what roles grant, and which roles it has, where it belongs and whether it is active. */
export interface AccessVersions {
  roles: number;
  /** 0 until the first change. */
  account: number;
}

export async function getAccessVersions(db: Db, accountId: number): Promise<AccessVersions> {
  const { rows } = await sql<AccessVersions>`
    SELECT version AS roles, coalesce((SELECT version FROM account_access WHERE account_id = ${accountId}), 0) AS account FROM access_version`.execute(db);
  return rows[0] as AccessVersions;
}

/** A look at what has changed since the one before. */
export interface AccessLook {
  /** Which transactions it saw, as PostgreSQL writes it. */
  snapshot: string;
  roleVersion: number;
  /** Whose own rows changed in transactions that the look before did not see, whenever they began. */
  accountIds: number[];
}

/** @param since The snapshot of the look before; null for the first one, which tells of no account. */
export async function lookAtAccess(db: Db, since: string | null): Promise<AccessLook> {
  const { rows } = await sql<AccessLook>`
    SELECT pg_current_snapshot()::text AS snapshot, version AS "roleVersion", array(
             SELECT account_id FROM account_access
              WHERE changed_xid >= pg_snapshot_xmin(${since}::pg_snapshot) AND changed_xid < pg_snapshot_xmax(pg_current_snapshot())
                AND NOT pg_visible_in_snapshot(changed_xid, ${since}::pg_snapshot))::bigint[] AS "accountIds"
      FROM access_version`.execute(db);
  return rows[0] as AccessLook;
}

/** Whoever holds a role of administrators. */
export async function listAdministrators(db: Db): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`SELECT DISTINCT account_id FROM administrators`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Returns the accounts that hold a right by a role of theirs. */
export async function listHolders(db: Db, { resource, action }: { resource: string; action: string }): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT DISTINCT account_roles.account_id
      FROM resources
      JOIN resource_policies ON resource_policies.resource_id = resources.id AND resource_policies.is_active
      JOIN policies ON policies.id = resource_policies.policy_id
      JOIN actions ON actions.id = policies.action_id
      JOIN account_roles ON account_roles.role_id = policies.role_id AND account_roles.is_active
     WHERE resources.key = ${resource} AND actions.key = ${action}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}
