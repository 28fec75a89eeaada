import { GRANT_RIGHT, REPAIR_RIGHTS } from '@classwright/rules/access/index';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { findBestHolder, listRoleRights, lockAccess, type RoleRight } from './guard-queries.ts';
import { listRights, listWithCopies } from './queries.ts';

/** The person who makes a change, or the server, which may grant anything. */
export type Granter = { readonly accountId: number } | 'server';

const NAMED_RIGHTS = 5;

/**
 * Runs a change of access: of roles, policies, ties, account roles, or of which accounts are active. Such changes take
 * turns, so that two of them together cannot do what neither may do alone.
 *
 * @throws RIGHT_NOT_HELD when a role would grant what the granter lacks; ROLE_MAY_MORE when a role that grants more
 * than the granter may do loses a right; LAST_ADMIN when nobody could repair access afterward, though someone could
 * before, or nobody who can really sign in. The caller must then roll back the transaction.
 */
export async function guardAccess<T>(tx: Tx, granter: Granter, change: () => Promise<T>): Promise<T> {
  await lockAccess(tx);
  const repairer = await findBestHolder(tx, REPAIR_RIGHTS);
  const before = await listRoleRights(tx, 'all');
  const held = await rightsNow(tx, granter);
  const result = await change();
  const after = await listRoleRights(tx, 'all');
  refuseMissing(held, without(after, before));
  refuseTakingFromMightier(held, before, without(before, after));
  if ((await findBestHolder(tx, REPAIR_RIGHTS)) < repairer) throw appError('LAST_ADMIN');
  return result;
}

/**
 * Refuses to give someone roles that grant what the granter lacks, also through their school's copy of a role. Call it inside `guardAccess`, before the roles are
 * given: roles that people give themselves must not count for them.
 *
 * @throws RIGHT_NOT_HELD
 */
export async function requireGrantableRoles(tx: Tx, granter: Granter, roleIds: readonly number[]): Promise<void> {
  const given = granter === 'server' ? roleIds : await listWithCopies(tx, roleIds, granter.accountId);
  refuseMissing(await rightsNow(tx, granter), await listRoleRights(tx, given));
}

const nameOf = ({ role_id, right }: RoleRight): string => `${role_id} ${right}`;

/** Returns the rights that are not among the others. */
function without(rights: readonly RoleRight[], others: readonly RoleRight[]): RoleRight[] {
  const names = new Set(others.map(nameOf));
  return rights.filter((right) => !names.has(nameOf(right)));
}

function refuseTakingFromMightier(held: ReadonlySet<string> | 'all', before: readonly RoleRight[], taken: readonly RoleRight[]): void {
  if (held === 'all') return;
  const roles = new Set(taken.map(({ role_id }) => role_id));
  const more = before.find(({ role_id, right }) => roles.has(role_id) && !held.has(right));
  if (more) throw appError('ROLE_MAY_MORE', { name: more.role_name });
}

/** Reads the granter's rights again, since they may have been revoked while the call waited. */
async function rightsNow(db: Db, granter: Granter): Promise<ReadonlySet<string> | 'all'> {
  if (granter === 'server') return 'all';
  const rights = new Set(await listRights(db, granter.accountId));
  return rights.has(GRANT_RIGHT) ? 'all' : rights;
}

function refuseMissing(held: ReadonlySet<string> | 'all', granted: readonly RoleRight[]): void {
  if (held === 'all') return;
  const missing = [...new Map(granted.filter(({ right }) => !held.has(right)).map(({ right, words }) => [right, words])).values()];
  if (missing.length === 0) return;
  const more = missing.length > NAMED_RIGHTS ? ', …' : '';
  throw appError('RIGHT_NOT_HELD', { rights: `${missing.slice(0, NAMED_RIGHTS).join(', ')}${more}` });
}
