import type { AccessTables } from './rights.ts';

/** The access tables with the names that an explanation needs. */
export interface ExplainedTables extends Omit<AccessTables, 'account_roles' | 'resource_policies'> {
  resource_policies: readonly { id: number; policy_id: number; resource_id: number; is_active: boolean }[];
}

/** A role that a person holds, or a role looked at alone (`account_role_id` null). */
export interface HeldRole {
  account_role_id: number | null;
  role_id: number;
  is_active: boolean;
}

/** The rows by which a role leads to a resource and an action. It grants while both are switched on. */
export interface Way {
  account_role_id: number | null;
  role_id: number;
  policy_id: number;
  resource_policy_id: number;
  resource_id: number;
  action_id: number;
  is_role_active: boolean;
  is_tie_active: boolean;
}

/**
 * The reason a right is missing, the nearest miss first: one switch away, not tied, or no policy at all. `no-key`: an
 * administrator created the resource or action, and no call asks for it.
 */
export type Obstacle = 'no-key' | 'role-inactive' | 'tie-inactive' | 'both-inactive' | 'not-tied' | 'no-policy' | 'no-role';

export type Explanation =
  | { isAllowed: true; ways: Way[] }
  /** `nearest`: the rows that would grant it, if any. `policy`: one that is not tied to the resource. */
  | { isAllowed: false; obstacle: Obstacle; nearest: Way | null; policy: { id: number; role_id: number } | null };

/**
 * Returns every way from these roles to any resource and action, active or not. Rows that point to nothing give none.
 */
export function computeWays(held: readonly HeldRole[], tables: ExplainedTables): Way[] {
  const resources = new Set(tables.resources.map(({ id }) => id));
  const actions = new Set(tables.actions.map(({ id }) => id));
  const policies = new Map(tables.policies.filter(({ action_id }) => actions.has(action_id)).map((policy) => [policy.id, policy]));
  return tables.resource_policies.flatMap((tie) => {
    const policy = policies.get(tie.policy_id);
    if (!policy || !resources.has(tie.resource_id)) return [];
    return held
      .filter(({ role_id }) => role_id === policy.role_id)
      .map(({ account_role_id, role_id, is_active }) => ({
        account_role_id,
        role_id,
        policy_id: policy.id,
        resource_policy_id: tie.id,
        resource_id: tie.resource_id,
        action_id: policy.action_id,
        is_role_active: is_active,
        is_tie_active: tie.is_active,
      }));
  });
}

/**
 * Explains whether these roles grant an action on a resource, by which rows, or what is missing. Agrees with
 * `computeRights`.
 */
export function explainRight(held: readonly HeldRole[], resourceId: number, actionId: number, tables: ExplainedTables): Explanation {
  const ways = computeWays(held, tables).filter(({ resource_id, action_id }) => resource_id === resourceId && action_id === actionId);
  const hasKey = (rows: ExplainedTables['resources'], id: number) => rows.some((row) => row.id === id && row.key !== null);
  const open = ways.filter((way) => way.is_role_active && way.is_tie_active);
  const refuse = (obstacle: Obstacle, nearest: Way | null = null, policy: { id: number; role_id: number } | null = null): Explanation => ({
    isAllowed: false,
    obstacle,
    nearest,
    policy,
  });
  if (!hasKey(tables.resources, resourceId) || !hasKey(tables.actions, actionId)) return refuse('no-key');
  if (open.length > 0) return { isAllowed: true, ways: open };
  const misses: [Obstacle, Way | undefined][] = [
    ['role-inactive', ways.find((way) => way.is_tie_active)],
    ['tie-inactive', ways.find((way) => way.is_role_active)],
    ['both-inactive', ways[0]],
  ];
  for (const [obstacle, nearest] of misses) if (nearest) return refuse(obstacle, nearest);
  const active = new Set(held.filter(({ is_active }) => is_active).map(({ role_id }) => role_id));
  if (active.size === 0) return refuse('no-role');
  const policy = tables.policies.find(({ role_id, action_id }) => action_id === actionId && active.has(role_id));
  return policy ? refuse('not-tied', null, { id: policy.id, role_id: policy.role_id }) : refuse('no-policy');
}
