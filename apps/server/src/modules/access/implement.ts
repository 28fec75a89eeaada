import { accountRoles, actions, type MessageKey, policies, resourcePolicies, resources, roles, type Translate } from '@classwright/contract';
import type { Manifest } from '../../manifest.ts';
import type { Realtime } from '../../platform/live/index.ts';
import { implementReferenceList } from '../../platform/reference-lists/index.ts';
import { implementExplorer } from './explorer/implement.ts';
import { implementRoleRights } from './role-rights.ts';
import { accountRoleHooks, guarded, keepAddress, keepBuiltIn, warnOfTwinPolicy, warnOfTwinResource } from './list-hooks.ts';

export interface AccessDependencies {
  t: Translate<MessageKey>;
  /** Asks about open subscriptions again after a change. */
  realtime: Pick<Realtime, 'reauthoriseAll'>;
}

/** The access tables as lists, and the explorer of what they grant. */
export function accessModule({ t, realtime }: AccessDependencies): Manifest {
  const onChanged = (): void => realtime.reauthoriseAll();
  const around = guarded(onChanged);
  return {
    implementations: [
      ...implementExplorer({ t }),
      ...implementRoleRights({ t, onChanged }),
      ...implementReferenceList(roles, { t, hooks: { around, mayDelete: keepBuiltIn } }),
      ...implementReferenceList(actions, { t, hooks: { around, mayDelete: keepBuiltIn } }),
      ...implementReferenceList(resources, { t, hooks: { around, mayDelete: keepBuiltIn, beforeSave: keepAddress, afterSave: warnOfTwinResource } }),
      ...implementReferenceList(policies, { t, hooks: { around, afterSave: warnOfTwinPolicy } }),
      ...implementReferenceList(resourcePolicies, { t, hooks: { around } }),
      ...implementReferenceList(accountRoles, { t, hooks: { around, ...accountRoleHooks } }),
    ],
  };
}
