/** The access tables with the columns that rights depend on, named after the columns. */
export interface AccessTables {
  account_roles: readonly { account_id: number; role_id: number; is_active: boolean }[];
  policies: readonly { id: number; role_id: number; action_id: number }[];
  resource_policies: readonly { policy_id: number; resource_id: number; is_active: boolean }[];
  /** The resources. `key` null: created by an administrator, and no call asks for it. */
  resources: readonly { id: number; key: string | null }[];
  actions: readonly { id: number; key: string | null }[];
}

/** Returns the name of a right. Keys contain no colon. */
export function toRight(resourceKey: string, actionKey: string): string {
  return `${resourceKey}:${actionKey}`;
}

/**
 * Returns an account's rights as "resource:action": the union over its active account roles of the roles' policies,
 * tied to resources by active resource policies. Everything else is denied; the account's type does not matter. Rows
 * that point to nothing grant nothing. Source: document 3, section 6.
 */
export function computeRights(accountId: number, tables: AccessTables): Set<string> {
  const roles = new Set(tables.account_roles.filter((row) => row.account_id === accountId && row.is_active).map((row) => row.role_id));
  const policies = new Map(tables.policies.filter((row) => roles.has(row.role_id)).map((row) => [row.id, row]));
  const resourceKey = new Map(tables.resources.map((row) => [row.id, row.key]));
  const actionKey = new Map(tables.actions.map((row) => [row.id, row.key]));
  const rights = new Set<string>();
  for (const tie of tables.resource_policies) {
    const policy = tie.is_active ? policies.get(tie.policy_id) : undefined;
    const resource = resourceKey.get(tie.resource_id);
    const action = policy && actionKey.get(policy.action_id);
    if (resource && action) rights.add(toRight(resource, action));
  }
  return rights;
}
