import { accountRoles, actions, type MessageKey, policies, resourcePolicies, resources, roles, type Translate } from '@classwright/contract';
import type { Implementation } from '../../platform/http/index.ts';
import { implementReferenceList } from '../../platform/reference-lists/index.ts';
import { implementExplorer } from './explorer/implement.ts';
import { implementRoleRights } from './role-rights.ts';
import { accountRoleHooks, guarded, keepAddress, keepBuiltIn, warnOfTwinPolicy, warnOfTwinResource } from './list-hooks.ts';

export interface AccessDependencies {
  t: Translate<MessageKey>;
  /** Called after a change is committed: open sockets are to be asked about again. */
  onChanged: () => void;
}

/** The access tables as lists, and the explorer of what they grant. */
export function implementAccess({ t, onChanged }: AccessDependencies): Implementation[] {
  const around = guarded(onChanged);
  return [
    ...implementExplorer({ t }),
    ...implementRoleRights({ t, onChanged }),
    ...implementReferenceList(roles, { t, hooks: { around, mayDelete: keepBuiltIn } }),
    ...implementReferenceList(actions, { t, hooks: { around, mayDelete: keepBuiltIn } }),
    ...implementReferenceList(resources, { t, hooks: { around, mayDelete: keepBuiltIn, beforeSave: keepAddress, afterSave: warnOfTwinResource } }),
    ...implementReferenceList(policies, { t, hooks: { around, afterSave: warnOfTwinPolicy } }),
    ...implementReferenceList(resourcePolicies, { t, hooks: { around } }),
    ...implementReferenceList(accountRoles, { t, hooks: { around, ...accountRoleHooks } }),
  ];
}
