import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../testing/property.ts';
import { computeWays, type ExplainedTables, explainRight, type HeldRole } from './explain.ts';
import { computeRights } from './rights.ts';

const tables: ExplainedTables = {
  policies: [
    { id: 20, role_id: 10, action_id: 30 },
    { id: 21, role_id: 11, action_id: 31 },
    { id: 22, role_id: 12, action_id: 30 },
  ],
  resource_policies: [
    { id: 50, policy_id: 20, resource_id: 40, is_active: true },
    { id: 51, policy_id: 20, resource_id: 41, is_active: false },
    { id: 52, policy_id: 22, resource_id: 40, is_active: true },
    { id: 53, policy_id: 20, resource_id: 43, is_active: true },
  ],
  resources: [
    { id: 40, key: 'levels' },
    { id: 41, key: 'groups' },
    { id: 42, key: 'audit' },
    { id: 43, key: null },
  ],
  actions: [
    { id: 30, key: 'view' },
    { id: 31, key: 'edit' },
    { id: 32, key: 'delete' },
  ],
};
const held = (role_id: number, is_active = true): HeldRole => ({ account_role_id: 60 + role_id, role_id, is_active });

describe('why a right is held or not', () => {
  test.each([
    ['its role is switched off', [held(10, false)], 40, 30, 'role-inactive'],
    ['its tie is switched off', [held(10)], 41, 30, 'tie-inactive'],
    ['both are switched off', [held(10, false)], 41, 30, 'both-inactive'],
    ['the policy is tied to other resources', [held(10)], 42, 30, 'not-tied'],
    ['no role has a policy for the action', [held(10)], 40, 32, 'no-policy'],
    ['there is no role', [], 40, 30, 'no-role'],
    ['the only role is switched off and leads nowhere near', [held(11, false)], 40, 30, 'no-role'],
    ['nothing asks for the resource', [held(10)], 43, 30, 'no-key'],
  ])('not held: %s', (_case, roles, resource, action, obstacle) => {
    expect(explainRight(roles, resource, action, tables)).toMatchObject({ isAllowed: false, obstacle });
  });

  test('held: every way that leads to it is named by its rows', () => {
    const explanation = explainRight([held(10), held(12), held(11)], 40, 30, tables);
    expect(explanation.isAllowed && explanation.ways.map((way) => [way.account_role_id, way.policy_id, way.resource_policy_id])).toEqual([
      [70, 20, 50],
      [72, 22, 52],
    ]);
  });

  test('the nearest miss names the rows that would grant it', () => {
    expect(explainRight([held(10, false)], 40, 30, tables)).toMatchObject({ nearest: { account_role_id: 70, policy_id: 20, resource_policy_id: 50 } });
    expect(explainRight([held(10)], 42, 30, tables)).toMatchObject({ policy: { id: 20, role_id: 10 } });
  });

  test('a role by itself is explained like one that is held', () => {
    expect(explainRight([{ account_role_id: null, role_id: 10, is_active: true }], 40, 30, tables)).toMatchObject({ isAllowed: true });
  });

  const id = fc.integer({ min: 1, max: 4 });
  const random = fc.record({
    held: fc.array(fc.record({ account_role_id: id, role_id: id, is_active: fc.boolean() }), { maxLength: 5 }),
    policies: fc.uniqueArray(fc.record({ id, role_id: id, action_id: id }), { selector: (row) => row.id }),
    resource_policies: fc.array(fc.record({ id, policy_id: id, resource_id: id, is_active: fc.boolean() }), { maxLength: 8 }),
  });
  const keyed = (prefix: string) => [1, 2, 3, 4].map((n) => ({ id: n, key: n === 4 ? null : `${prefix}${n}` }));

  test('on random tables it says yes exactly where the engine grants, and names a reason wherever it says no', () => {
    let [granted, refused] = [0, 0];
    checkProperty(
      fc.property(random, ({ held: roles, ...rest }) => {
        const all = { ...rest, resources: keyed('r'), actions: keyed('a') };
        const rights = computeRights(1, { ...all, account_roles: roles.map(({ role_id, is_active }) => ({ account_id: 1, role_id, is_active })) });
        for (const resource of all.resources) {
          for (const action of all.actions) {
            const explanation = explainRight(roles, resource.id, action.id, all);
            expect(explanation.isAllowed).toBe(rights.has(`${resource.key}:${action.key}`));
            if (explanation.isAllowed) granted += explanation.ways.length;
            else refused += 1;
          }
        }
        expect(computeWays(roles, all).every((way) => all.policies.some((policy) => policy.id === way.policy_id && policy.role_id === way.role_id))).toBe(true);
      }),
      300,
    );
    expect(granted).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(50);
  });
});
