/**
 * Access from data: what an account may do is read from roles, policies, resources and account roles, and from
 * nothing else. Denied by default.
 *
 * Invariants: rights are remembered only together with the version of the access tables they were read at, and every
 * call compares that version; so a change takes effect on the next call of everyone, on every process. Nobody grants
 * what they lack, and some active account can always repair access: `guardAccess`.
 */
import type { Menus, MessageKey, Translate } from '@classwright/contract';
import { menuPageMessages } from '@classwright/contract/messages/menu-pages';
import { computeMenus, type MenuEntry } from '@classwright/rules/access/index';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Grants, Person } from '../../platform/http/index.ts';
import { computeReach } from '../../platform/reach.ts';
import { findRoleId, getAccessVersion, insertAccountRole, isAdministrator, listMenuResources, listRights } from './queries.ts';

export { replaceRole, listMightier } from './account-roles.ts';
export { raiseAccessVersion, upsertAccountRoles } from './account-role-queries.ts';
export { guardAccess, requireGrantableRoles } from './guard.ts';
export { accessModule } from './implement.ts';
export { getAccessVersion } from './queries.ts';

const REMEMBERED_ACCOUNTS = 20_000;

type Account = Pick<Person, 'accountId' | 'schoolId'>;

export interface AccessEngine {
  /** What an account may do, and where, at a version of the access tables. */
  grantsOf(db: Db, account: Account, version: number): Promise<Grants>;
  /** The account with what it may do now; for what runs without a call. */
  personOf(db: Db, account: Account): Promise<Person>;
  menusOf(db: Db, rights: ReadonlySet<string>): Promise<Menus>;
}

/** @param t What built-in pages are called; their English names unless said. */
export function createAccessEngine(t?: Translate<MessageKey>): AccessEngine {
  const remembered = new Map<number, { version: number; rights: ReadonlySet<string>; holdsAdminRole: boolean }>();
  async function recall(db: Db, accountId: number, version: number) {
    const known = remembered.get(accountId);
    if (known?.version === version) return known;
    const rights = new Set((await listRights(db, accountId)).map(({ resource, action }) => `${resource}:${action}`));
    const found = { version, rights, holdsAdminRole: await isAdministrator(db, accountId) };
    if (remembered.size >= REMEMBERED_ACCOUNTS) remembered.clear();
    remembered.set(accountId, found);
    return found;
  }
  async function grantsOf(db: Db, { accountId, schoolId }: Account, version: number): Promise<Grants> {
    const { rights, holdsAdminRole } = await recall(db, accountId, version);
    const isAdmin = holdsAdminRole || schoolId === null;
    return { rights, isAdmin, reach: computeReach({ isAdmin, schoolId }) };
  }
  return {
    grantsOf,
    async personOf(db, { accountId, schoolId }) {
      return { accountId, schoolId, ...(await grantsOf(db, { accountId, schoolId }, await getAccessVersion(db))) };
    },
    async menusOf(db, rights) {
      const menus = Object.entries(computeMenus(await listMenuResources(db), rights));
      const named = (entries: MenuEntry[]) => entries.map((entry) => (t ? { ...entry, name: toMenuName(entry, t) } : entry));
      return Object.fromEntries(menus.map(([group, entries]) => [group, named(entries)])) as Menus;
    },
  };
}

/** A page's name in the language, unless an administrator has given it another. */
function toMenuName({ name, res_url }: MenuEntry, t: Translate<MessageKey>): string {
  const key = `menu.page.${res_url}`;
  return Object.entries(menuPageMessages).some(([known, english]) => known === key && english === name) ? t(key as MessageKey) : name;
}

/** Gives an account a role by its built-in key ("admin", "teachers", "student"). Returns the role's id. */
export async function giveRole(tx: Tx, accountId: number, roleKey: string): Promise<number> {
  const roleId = await findRoleId(tx, roleKey);
  if (roleId === null) throw new Error(`no role ${roleKey}`);
  await insertAccountRole(tx, accountId, roleId);
  return roleId;
}
