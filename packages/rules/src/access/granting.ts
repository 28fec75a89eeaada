/**
 * Who may hand on rights. Nobody grants what they lack; whoever holds this right holds the power over all of them, so
 * that a right which the last holder lost can be given again, and a role be handed out that its giver has no use for.
 */
export const GRANT_RIGHT = 'access:grant';

/**
 * What belongs to being signed in: one's own sign-in, settings and profile. Every account holds it, whatever its roles,
 * so that a role made by hand takes it from nobody.
 */
export const SIGNED_IN_RIGHTS: readonly { resource: string; action: string }[] = ['view', 'edit'].map((action) => ({ resource: 'own-account', action }));

/** Whether a right belongs to being signed in. */
export function isSignedInRight(resourceKey: string | null, actionKey: string | null): boolean {
  return SIGNED_IN_RIGHTS.some(({ resource, action }) => resource === resourceKey && action === actionKey);
}

/**
 * What an account needs to put any access table right again. Some active account holds all of these through active
 * rows, after every change: with them every other row can be made anew.
 */
export const REPAIR_RIGHTS: readonly string[] = [
  GRANT_RIGHT,
  ...['roles', 'actions', 'resources'].map((resource) => `${resource}:view`),
  ...['policies', 'resource-policies', 'account-roles'].flatMap((resource) => ['view', 'create', 'edit'].map((action) => `${resource}:${action}`)),
];
