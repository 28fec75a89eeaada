import { SIGNED_IN_RIGHTS } from '@classwright/rules/access/index';
import type { Db } from '../../platform/database/index.ts';

/** Every right an account holds: what belongs to being signed in; active account roles → policies → active resource policies. Rows without keys grant nothing that the server asks for. */
export async function listRights(db: Db, accountId: number): Promise<{ resource: string; action: string }[]> {
  const rows = await db
    .selectFrom('account_roles')
    .innerJoin('policies', 'policies.role_id', 'account_roles.role_id')
    .innerJoin('resource_policies', 'resource_policies.policy_id', 'policies.id')
    .innerJoin('resources', 'resources.id', 'resource_policies.resource_id')
    .innerJoin('actions', 'actions.id', 'policies.action_id')
    .select(['resources.key as resource', 'actions.key as action'])
    .distinct()
    .where('account_roles.account_id', '=', accountId)
    .where('account_roles.is_active', '=', true)
    .where('resource_policies.is_active', '=', true)
    .where('resources.key', 'is not', null)
    .where('actions.key', 'is not', null)
    .execute();
  return [...SIGNED_IN_RIGHTS, ...(rows as { resource: string; action: string }[])];
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

export async function getAccessVersion(db: Db): Promise<number> {
  return (await db.selectFrom('access_version').select('version').executeTakeFirstOrThrow()).version;
}

/** Whether an account holds the built-in Admin role. */
export async function isAdministrator(db: Db, accountId: number): Promise<boolean> {
  return (await db.selectFrom('administrators').select('account_id').where('account_id', '=', accountId).executeTakeFirst()) !== undefined;
}
