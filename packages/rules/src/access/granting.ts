/**
 * The right to pass on rights. Nobody grants what they lack, but holders of this right may grant all rights, so that a
 * right that its last holder lost can be granted again, and a giver can hand out a role they do not need.
 */
export const GRANT_RIGHT = 'access:grant';

/**
 * The rights of every signed-in person: one's own sign-in, settings and profile. Every account holds them, regardless
 * of its roles, so a role made by hand removes them from nobody.
 */
export const SIGNED_IN_RIGHTS: readonly { resource: string; action: string }[] = ['view', 'edit'].map((action) => ({ resource: 'own-account', action }));

/** Returns true for a right that every signed-in person holds. */
export function isSignedInRight(resourceKey: string | null, actionKey: string | null): boolean {
  return SIGNED_IN_RIGHTS.some(({ resource, action }) => resource === resourceKey && action === actionKey);
}

/**
 * The rights needed to repair any access table. After every change, some active account holds all of these through
 * active rows: with them every other row can be recreated.
 */
export const REPAIR_RIGHTS: readonly string[] = [
  GRANT_RIGHT,
  ...['roles', 'actions', 'resources'].map((resource) => `${resource}:view`),
  ...['policies', 'resource-policies', 'account-roles'].flatMap((resource) => ['view', 'create', 'edit'].map((action) => `${resource}:${action}`)),
];
