import { accountRoles, actions, type MessageKey, policies, resourcePolicies, resources, roles, type Translate } from '@classwright/contract';
import type { Implementation } from '../../../platform/http/index.ts';
import { implementReferenceList } from '../../../platform/reference-lists/index.ts';
import { implementExplorer } from './explorer/implement.ts';
import { implementRoleRights } from './role-rights.ts';
import { accountRoleHooks, guarded, keepAddress, keepBuiltIn, warnOfTwinPolicy, warnOfTwinResource } from './list-hooks.ts';

/**
 * Implements the access tables as lists, and the explorer of what they grant. Open sockets need no message, since every process
 * checks for changes.
 */
export function implementAccess({ t }: { t: Translate<MessageKey> }): Implementation[] {
  return [
    ...implementExplorer({ t }),
    ...implementRoleRights({ t }),
    ...implementReferenceList(roles, { t, hooks: { around: guarded, mayDelete: keepBuiltIn } }),
    ...implementReferenceList(actions, { t, hooks: { around: guarded, mayDelete: keepBuiltIn } }),
    ...implementReferenceList(resources, { t, hooks: { around: guarded, mayDelete: keepBuiltIn, beforeSave: keepAddress, afterSave: warnOfTwinResource } }),
    ...implementReferenceList(policies, { t, hooks: { around: guarded, afterSave: warnOfTwinPolicy } }),
    ...implementReferenceList(resourcePolicies, { t, hooks: { around: guarded } }),
    ...implementReferenceList(accountRoles, { t, hooks: { around: guarded, ...accountRoleHooks } }),
  ];
}
