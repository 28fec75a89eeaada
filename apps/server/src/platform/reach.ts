/**
 * The reach of a person. Everybody's data is an explicit value: `null` never means everything, so code that forgets to
 * check does not compile.
 */

/** One school whose data a person may access, or every school. */
export type Reach = { readonly all: true } | { readonly schoolId: number };

/** One person whose data is meant, or everybody. */
export type PersonScope = { readonly all: true } | { readonly accountId: number };

export const EVERYWHERE = { all: true } as const;

/** The reach of an operator, who runs the installation and sees nothing of any school: no school has this id. */
export const NOWHERE: Reach = { schoolId: 0 };

/**
 * Computes the reach: every school for an Admin, their own school for anybody else. An account without a school is an
 * Admin's.
 */
export function computeReach({ isAdmin, schoolId }: { isAdmin: boolean; schoolId: number | null }): Reach {
  return isAdmin || schoolId === null ? EVERYWHERE : { schoolId };
}

/** Returns everybody's data for an Admin, and a person's own for anybody else. */
export function computeOwnerReach({ isAdmin, accountId }: { isAdmin: boolean; accountId: number }): PersonScope {
  return isAdmin ? EVERYWHERE : { accountId };
}

/** Returns true when data of this school (null: of none) is within reach. */
export function isWithin(reach: Reach, schoolId: number | null): boolean {
  return 'all' in reach || reach.schoolId === schoolId;
}
