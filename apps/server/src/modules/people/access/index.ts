/**
 * Access from data: roles, policies, resources and account roles alone decide what an account may do. Denied by
 * default.
 *
 * Invariants: rights are cached only together with the versions they were read at (that of all role rights and that of
 * the account), and every call compares both, so a change takes effect on the next call, on every process. Nobody
 * grants what they lack, and some active account can always repair access: `guardAccess`.
 */
import {
  FACTOR_LEVELS,
  type FactorLevel,
  type Menus,
  type MessageKey,
  type Translate,
  accountRoles,
  actions,
  policies,
  resourcePolicies,
  resources,
  roles,
} from '@classwright/contract';
import { menuPageMessages } from '@classwright/contract/messages/menu-pages';
import { computeMenus, type MenuEntry } from '@classwright/rules/access/index';
import type { ManifestWith } from '../../../manifest.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { Batcher } from '../../../platform/waiting/index.ts';
import type { Grants, Person, Implementation } from '../../../platform/http/index.ts';
import { computeReach, NOWHERE } from '../../../platform/reach.ts';
import type { Suspension } from '../../../platform/suspensions-queries.ts';
import { implementReferenceList } from '../../../platform/reference-lists/index.ts';
import { implementExplorer } from './explorer/implement.ts';
import { implementRoleRights } from './role-rights.ts';
import { accountRoleHooks, guarded, keepAddress, keepBuiltIn, policyHooks, resourcePolicyHooks, roleHooks, warnOfTwinResource } from './list-hooks.ts';
import { type AccessVersions, findRoleId, getAccessVersions, insertAccountRole, listHeld, listMenuResources, rightsOf } from './queries.ts';
import { personalData } from './personal-data.ts';

export { replaceRole, listMorePrivileged } from './account-roles.ts';
export { findRoleId, forgetAccess, upsertAccountRoles } from './queries.ts';
export { guardAccess, requireGrantableRoles } from './guard.ts';
export { type AccessChanges, type AccessVersions, getAccessVersions, listAdministrators, listDeciders, getAccessChanges } from './queries.ts';

const REMEMBERED_ACCOUNTS = 20_000;

type Account = Pick<Person, 'accountId' | 'schoolId'>;

/** The second factor of an account, and what its roles say about it. */
export interface FactorState {
  hasFactor: boolean;
  level: FactorLevel;
  /** The instant from which nothing else opens without a factor, in milliseconds since 1970. Null: it is not required. */
  requiredMs: number | null;
}

/** The data that is read together with an account's rights: its second factor, and what holds for its school. */
interface Standing {
  factor: FactorState;
  suspension: Suspension | null;
  /** The requests a minute that the people of the account's school may make together. Null: no limit. */
  requestsPerMinute: number | null;
}

/** Returns true when nothing else opens for the account now, until it has set up a factor. */
export const needsFactor = ({ hasFactor, requiredMs }: FactorState, nowMs: number): boolean => !hasFactor && requiredMs !== null && requiredMs <= nowMs;

export interface AccessEngine {
  /** Returns what an account may do, and where, at these versions. */
  grantsOf(db: Db, account: Account, versions: AccessVersions): Promise<Grants & Standing>;
  /** Returns the account with what it may do now, for work that runs outside a call. */
  personOf(db: Db, account: Account): Promise<Person & Standing>;
  menusOf(db: Db, rights: ReadonlySet<string>): Promise<Menus>;
}

interface HeldRights extends Standing {
  rights: ReadonlySet<string>;
  holdsAdminRole: boolean;
}

/** The cached rights of an account at these versions. Simultaneous calls share one read. */
interface Remembered {
  versions: AccessVersions;
  held: Promise<HeldRights>;
}

/** Reads the rights of many accounts in one query. Accounts with the same rights share one object. */
async function readHeld(db: Db, accountIds: readonly number[]): Promise<HeldRights[]> {
  const shared = new Map<string, ReadonlySet<string>>();
  return (await listHeld(db, accountIds)).map((row) => {
    const key = row.rights.join(' ');
    const rights = shared.get(key) ?? new Set(rightsOf(row));
    shared.set(key, rights);
    const factor = { hasFactor: row.has_factor, level: FACTOR_LEVELS[row.factor_level] ?? 'none', requiredMs: row.factor_required_ms };
    const suspension = row.suspended_school === null ? null : { school: row.suspended_school, reason: row.suspension_reason ?? '' };
    return { rights, holdsAdminRole: row.holds_admin_role, factor, suspension, requestsPerMinute: row.requests_per_minute };
  });
}

export function accessModule({ t, adminsNeedFactor }: { t: Translate<MessageKey>; adminsNeedFactor: boolean }): ManifestWith<{ access: AccessEngine }> {
  return { personalData, parts: { access: createAccessEngine(t, { adminsNeedFactor }) }, implementations: implementAccess({ t }) };
}

/**
 * @param t Translates the names of built-in pages; English by default. `adminsNeedFactor`: people with the Admin role, or without a
 * school, need a second factor from their first day.
 */
export function createAccessEngine(t?: Translate<MessageKey>, { adminsNeedFactor = false } = {}): AccessEngine {
  const remembered = new Map<number, Remembered>();
  const reading = new Batcher<Db, number, HeldRights>(readHeld);
  function recall(db: Db, accountId: number, versions: AccessVersions): Promise<HeldRights> {
    const known = remembered.get(accountId);
    const isSame = known?.versions.roles === versions.roles && known.versions.account === versions.account;
    // data read in a transaction may be rolled back, and nobody else waits for it
    if (db.isTransaction) return isSame ? known.held : readHeld(db, [accountId]).then(([held]) => held as HeldRights);
    remembered.delete(accountId); // the most recently used is last
    const entry = isSame ? known : { versions, held: reading.ask(db, accountId) };
    for (const oldest of remembered.keys()) {
      if (remembered.size < REMEMBERED_ACCOUNTS) break;
      remembered.delete(oldest);
    }
    remembered.set(accountId, entry);
    entry.held.catch(() => remembered.get(accountId) === entry && remembered.delete(accountId)); // the next call reads again
    return entry.held;
  }
  async function grantsOf(db: Db, { accountId, schoolId }: Account, versions: AccessVersions): Promise<Grants & Standing> {
    const { rights, holdsAdminRole, factor, ...ofSchool } = await recall(db, accountId, versions);
    const isOperator = !holdsAdminRole && schoolId === null && rights.has('all-schools:view');
    const isAdmin = holdsAdminRole || (schoolId === null && !isOperator);
    const isFixed = (isAdmin || isOperator) && adminsNeedFactor;
    return {
      ...{ rights, isAdmin, isOperator, ...ofSchool },
      reach: isOperator ? NOWHERE : computeReach({ isAdmin, schoolId }),
      factor: isFixed ? { ...factor, level: 'required', requiredMs: 0 } : factor,
    };
  }
  return {
    grantsOf,
    async personOf(db, { accountId, schoolId }) {
      return { accountId, schoolId, ...(await grantsOf(db, { accountId, schoolId }, await getAccessVersions(db, accountId))) };
    },
    async menusOf(db, rights) {
      const menus = Object.entries(computeMenus(await listMenuResources(db), rights));
      const named = (entries: MenuEntry[]) => entries.map((entry) => (t ? { ...entry, name: toMenuName(entry, t) } : entry));
      return Object.fromEntries(menus.map(([group, entries]) => [group, named(entries)])) as Menus;
    },
  };
}

/** Returns a page's name in the language, unless an administrator has given it another name. */
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

/**
 * Implements the access tables as lists, and the explorer of what they grant. Open sockets need no message, since every process
 * checks for changes.
 */
function implementAccess({ t }: { t: Translate<MessageKey> }): Implementation[] {
  return [
    ...implementExplorer({ t }),
    ...implementRoleRights({ t }),
    ...implementReferenceList(roles, { t, hooks: roleHooks }),
    ...implementReferenceList(actions, { t, hooks: { around: guarded, mayDelete: keepBuiltIn } }),
    ...implementReferenceList(resources, { t, hooks: { around: guarded, mayDelete: keepBuiltIn, beforeSave: keepAddress, afterSave: warnOfTwinResource } }),
    ...implementReferenceList(policies, { t, hooks: policyHooks }),
    ...implementReferenceList(resourcePolicies, { t, hooks: resourcePolicyHooks }),
    ...implementReferenceList(accountRoles, { t, hooks: { around: guarded, ...accountRoleHooks } }),
  ];
}
