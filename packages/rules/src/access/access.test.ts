import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../testing/property.ts';
import { computeMenus, MENU_GROUPS, type MenuResource } from './menus.ts';
import { computeRights, type AccessTables } from './rights.ts';

const tables: AccessTables = {
  account_roles: [
    { account_id: 1, role_id: 10, is_active: true },
    { account_id: 1, role_id: 11, is_active: false },
    { account_id: 2, role_id: 10, is_active: true },
    { account_id: 2, role_id: 11, is_active: true },
    { account_id: 3, role_id: 99, is_active: true },
  ],
  policies: [
    { id: 20, role_id: 10, action_id: 30 },
    { id: 21, role_id: 11, action_id: 31 },
    { id: 22, role_id: 11, action_id: 30 },
    { id: 23, role_id: 10, action_id: 32 },
  ],
  resource_policies: [
    { policy_id: 20, resource_id: 40, is_active: true },
    { policy_id: 21, resource_id: 40, is_active: true },
    { policy_id: 22, resource_id: 41, is_active: false },
    { policy_id: 23, resource_id: 41, is_active: true },
    { policy_id: 20, resource_id: 42, is_active: true },
    { policy_id: 77, resource_id: 40, is_active: true },
    { policy_id: 20, resource_id: 88, is_active: true },
  ],
  resources: [
    { id: 40, key: 'assessments' },
    { id: 41, key: 'live' },
    { id: 42, key: null },
  ],
  actions: [
    { id: 30, key: 'view' },
    { id: 31, key: 'edit' },
    { id: 32, key: null },
  ],
};

describe('rights', () => {
  test.each([
    ['one active role; the other is switched off', 1, ['assessments:view']],
    ['the union of two roles, without the inactive resource policy', 2, ['assessments:edit', 'assessments:view']],
    ['a role without policies', 3, []],
    ['no role', 4, []],
  ])('%s', (_case, account, rights) => {
    expect([...computeRights(account, tables)].sort()).toEqual(rights);
  });
  test('rows that point nowhere, or at what has no key, grant nothing', () => {
    expect([...computeRights(1, tables)].some((right) => right.includes('null') || right.includes('undefined'))).toBe(false);
  });

  const id = fc.integer({ min: 1, max: 5 });
  const anyTables: fc.Arbitrary<AccessTables> = fc.record({
    account_roles: fc.array(fc.record({ account_id: id, role_id: id, is_active: fc.boolean() }), { minLength: 2, maxLength: 8, size: 'max' }),
    policies: fc.uniqueArray(fc.record({ id, role_id: id, action_id: id }), { selector: (row) => row.id, minLength: 2 }),
    resource_policies: fc.array(fc.record({ policy_id: id, resource_id: id, is_active: fc.boolean() }), { minLength: 4, maxLength: 12, size: 'max' }),
    resources: fc.constant([1, 2, 3, 4, 5].map((n) => ({ id: n, key: n === 5 ? null : `r${n}` }))),
    actions: fc.constant([1, 2, 3, 4, 5].map((n) => ({ id: n, key: n === 5 ? null : `a${n}` }))),
  });

  test('[L358–L360] on random tables a right is held exactly when a path of active rows leads to it', () => {
    let held = 0;
    checkProperty(
      fc.property(anyTables, id, (random, account) => {
        const rights = computeRights(account, random);
        held += rights.size;
        for (const resource of random.resources) {
          for (const action of random.actions) {
            const leads = random.account_roles.some(
              (ar) =>
                ar.account_id === account &&
                ar.is_active &&
                random.policies.some(
                  (p) =>
                    p.role_id === ar.role_id &&
                    p.action_id === action.id &&
                    random.resource_policies.some((rp) => rp.policy_id === p.id && rp.resource_id === resource.id && rp.is_active),
                ),
            );
            expect(rights.has(`${resource.key}:${action.key}`)).toBe(leads && resource.key !== null && action.key !== null);
          }
        }
      }),
      500,
    );
    expect(held).toBeGreaterThan(100);
  });
  test('switching a row off never adds a right', () => {
    checkProperty(
      fc.property(anyTables, id, fc.nat(), (random, account, pick) => {
        const off = <Row extends { is_active: boolean }>(rows: readonly Row[]): Row[] =>
          rows.map((row, index) => (index === pick % rows.length ? { ...row, is_active: false } : row));
        const before = computeRights(account, random);
        for (const fewer of [
          { ...random, account_roles: off(random.account_roles) },
          { ...random, resource_policies: off(random.resource_policies) },
        ]) {
          for (const right of computeRights(account, fewer)) expect(before.has(right)).toBe(true);
        }
      }),
    );
  });
});

describe('menus', () => {
  const resource = (key: string | null, menu_group: string | null, menu_order: number, name = key ?? '', res_url = `to-${key}`): MenuResource => ({
    key,
    name,
    res_url,
    menu_group,
    menu_order,
  });
  const resources = [
    resource('levels', 'admin_settings', 20),
    resource('schools', 'admin_settings', 10),
    resource('grades', 'admin_settings', 20),
    resource('home', 'home', 0),
    resource('secret', 'admin_settings', 1),
    resource('own-account', null, 0),
    resource('odd', 'no-such-group', 0),
    resource(null, 'home', 1, 'Custom'),
    resource('live', 'teacher', 0, 'Live', ''),
  ];
  const rights = new Set(['levels:view', 'schools:view', 'grades:view', 'home:view', 'secret:edit', 'own-account:view', 'odd:view', 'live:view']);

  test('hold what may be viewed, by order and then by name, in every group of the sidebar', () => {
    const menus = computeMenus(resources, rights);
    expect(Object.keys(menus)).toEqual([...MENU_GROUPS]);
    expect(menus.admin_settings).toEqual([
      { name: 'schools', res_url: 'to-schools' },
      { name: 'grades', res_url: 'to-grades' },
      { name: 'levels', res_url: 'to-levels' },
    ]);
    expect(menus.home).toEqual([{ name: 'home', res_url: 'to-home' }]);
  });
  test('hold nothing without the right, a group, a key or an address', () => {
    const menus = computeMenus(resources, rights);
    expect(
      Object.values(menus)
        .flat()
        .map((entry) => entry.name)
        .sort(),
    ).toEqual(['grades', 'home', 'levels', 'schools']);
    expect(Object.values(computeMenus(resources, new Set())).flat()).toEqual([]);
  });
});
