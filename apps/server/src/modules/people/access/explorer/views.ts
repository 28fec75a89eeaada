import { addressOf, type Endpoint, type GrantView, type MessageKey, type OperationView, type Translate } from '@classwright/contract';
import type { Way } from '@classwright/rules/access/index';
import { describeCall } from './describe-call.ts';
import type { NamedTables } from './queries.ts';

const nameIn = (rows: readonly { id: number; name: string }[], id: number): string => rows.find((row) => row.id === id)?.name ?? '';

export function toGrantView(
  { account_role_id, role_id, policy_id, resource_policy_id, is_role_active, is_tie_active }: Way,
  { roles, policies }: NamedTables,
): GrantView {
  return {
    account_role_id,
    role_id,
    role_name: nameIn(roles, role_id),
    policy_id,
    policy_name: nameIn(policies, policy_id),
    resource_policy_id,
    is_active: is_role_active && is_tie_active,
  };
}

export function toOperationView(
  endpoint: Endpoint,
  { resources, actions }: Pick<NamedTables, 'resources' | 'actions'>,
  t: Translate<MessageKey>,
): OperationView {
  const { name, method, access } = endpoint;
  const asked = typeof access === 'object' ? access : null;
  return {
    name,
    method,
    path: addressOf(endpoint),
    summary: describeCall(endpoint, t),
    access,
    resource_name: resources.find(({ key }) => key === asked?.resource)?.name ?? null,
    action_name: actions.find(({ key }) => key === asked?.action)?.name ?? null,
  };
}
