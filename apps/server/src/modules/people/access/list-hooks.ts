import {
  type accountRoles,
  type actions,
  type ListRow,
  packMessage,
  type policies,
  type resourcePolicies,
  type resources,
  type roles,
} from '@classwright/contract';
import { listed } from '@classwright/rules/text/bidi';
import { appError, AppError, fieldError } from '../../../platform/errors.ts';
import { isInReach } from '../../../platform/reach-queries.ts';
import type { ListCall, ListHooks, RowCondition } from '../../../platform/reference-lists/index.ts';
import { listMorePrivileged } from './account-roles.ts';
import { guardAccess, requireGrantableRoles } from './guard.ts';
import { hasPolicyInReach, hasRoleInReach, hasTwinResource, isRoleFor, isRoleInReach, isSharedRole, listTwinPolicies } from './queries.ts';
import { copyRights, deleteRights } from './role-rights-queries.ts';

type Guard = NonNullable<ListHooks['around']>;
type Built = ListRow<typeof roles> | ListRow<typeof actions> | ListRow<typeof resources>;
type AccountRole = ListRow<typeof accountRoles>;

/** Makes every write of an access table take its turn and keep access repairable. */
export const guarded: Guard = ({ tx, actor }, write) => guardAccess(tx, actor, write);

type Role = ListRow<typeof roles>;

/**
 * A school's copy of a role begins with the rights of the shared one, and ends with them. Administrators of all schools
 * keep theirs everywhere.
 */
export const roleHooks: ListHooks<Role> = {
  around: guarded,
  async afterCopy({ tx }, { from, to }) {
    if (from.key === ADMIN_KEY) throw appError('BUILT_IN', { name: from.name });
    await copyRights(tx, from.id, to);
  },
  async afterSave({ tx }, { before, after }) {
    // a copy whose deletion is undone has lost its rights with its policies
    if (!before && after.replaces_id !== null) await copyRights(tx, after.replaces_id, after);
    return undefined;
  },
  async mayDelete(call, row) {
    await keepBuiltIn(call, row);
    if (row.replaces_id !== null) await deleteRights(call.tx, row.id);
  },
};
const ADMIN_KEY = 'admin';

/** Keeps the policies of the roles that all schools share. @throws SHARED_BY_SCHOOLS for people of one school */
async function requireOwnRole({ tx, actor }: ListCall, of: Parameters<typeof isSharedRole>[1]): Promise<void> {
  if (!('all' in actor.reach) && (await isSharedRole(tx, of))) throw appError('SHARED_BY_SCHOOLS');
}

/** People of one school see the policies of their own roles and of those that all schools share, and change the former. */
export const policyHooks: ListHooks<ListRow<typeof policies>> = {
  around: guarded,
  visible: ({ reach }) => ('all' in reach ? 'all' : hasRoleInReach(reach)),
  async beforeSave(call, { before, values }) {
    for (const roleId of [before?.role_id, values.role_id]) if (typeof roleId === 'number') await requireOwnRole(call, { roleId });
    return undefined;
  },
  mayDelete: (call, row) => requireOwnRole(call, { roleId: row.role_id as number }),
  afterSave: (call, saved) => warnOfTwinPolicy(call, saved),
};

export const resourcePolicyHooks: ListHooks<ListRow<typeof resourcePolicies>> = {
  around: guarded,
  visible: ({ reach }) => ('all' in reach ? 'all' : hasPolicyInReach(reach)),
  choosable: { policy_id: ({ reach }) => ('all' in reach ? 'all' : hasRoleInReach(reach)) },
  async beforeSave(call, { before, values }) {
    for (const policyId of [before?.policy_id, values.policy_id]) if (typeof policyId === 'number') await requireOwnRole(call, { policyId });
    return undefined;
  },
  mayDelete: (call, row) => requireOwnRole(call, { policyId: row.policy_id as number }),
};

/** Keeps rows that have a key, since the server's calls refer to them. */
export const keepBuiltIn: NonNullable<ListHooks<Built>['mayDelete']> = async (_call, row) => {
  if (row.key !== null) throw appError('BUILT_IN', { name: row.name });
};

/** Keeps the address of a built-in screen leading to that screen, even when it is renamed. */
export const keepAddress: NonNullable<ListHooks<ListRow<typeof resources>>['beforeSave']> = async (_call, { before, values }) => {
  const isFixed = before !== null && before.key !== null && before.res_url !== '';
  if (isFixed && values.res_url !== before.res_url) throw new AppError('VALIDATION_FAILED', {}, { res_url: [packMessage('list.resource.fixedUrl')] });
  return undefined;
};

/** Warns of two resources with the same name, since people who tie policies cannot distinguish them. */
export const warnOfTwinResource: NonNullable<ListHooks<ListRow<typeof resources>>['afterSave']> = async ({ tx }, { before, after }) =>
  before?.name !== after.name && (await hasTwinResource(tx, after.id)) ? [packMessage('list.resource.twin', { name: after.name })] : [];

/**
 * Warns of a second policy of a role for the same action. It grants nothing more, and people who switch off the first
 * one would think that the right is gone.
 */
const warnOfTwinPolicy: NonNullable<ListHooks<ListRow<typeof policies>>['afterSave']> = async ({ tx }, { before, after }) => {
  if (before?.role_id === after.role_id && before?.action_id === after.action_id) return [];
  const others = await listTwinPolicies(tx, after.id);
  return others.length > 0 ? [packMessage('list.policy.twin', { names: listed(others) })] : [];
};

const ofOwnSchool: RowCondition = ({ reach }) => ('all' in reach ? 'all' : isInReach(reach, 't.school_id'));

/** Requires the same power over a person who loses a role as over one who gets it. @throws PERSON_MAY_MORE */
const keepMightier = async ({ tx, actor }: Parameters<NonNullable<ListHooks<AccountRole>['mayDelete']>>[0], row: AccountRole): Promise<void> => {
  if (row.account_id === actor.accountId || (await listMorePrivileged(tx, actor, [row.account_id as number])).length === 0) return;
  throw appError('PERSON_MAY_MORE');
};

export const accountRoleHooks: ListHooks<AccountRole> = {
  visible: ({ reach }) => isRoleInReach(reach),
  choosable: { account_id: ofOwnSchool },
  mayDelete: keepMightier,
  async beforeSave(call, { before, values }) {
    const { tx, actor } = call;
    if (before) await keepMightier(call, before);
    const after = { ...before, ...values };
    const isSame = before?.is_active && before.role_id === after.role_id && before.account_id === after.account_id;
    if (!isSame && !(await isRoleFor(tx, after.role_id as number, after.account_id as number))) throw fieldError('role_id', 'list.accountRole.otherSchool');
    if (after.is_active && !isSame) await requireGrantableRoles(tx, actor, [after.role_id as number]);
    return undefined;
  },
};
