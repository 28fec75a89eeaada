/**
 * Whose things somebody reaches. That it is everybody's is said in a word of its own: `null` never means everything, so
 * who forgets to ask does not compile.
 */

/** The school whose things somebody reaches, or every school. */
export type Reach = { readonly all: true } | { readonly schoolId: number };

/** The person whose things are meant, or everybody. */
export type Whose = { readonly all: true } | { readonly accountId: number };

export const EVERYWHERE = { all: true } as const;

/** An Admin reaches every school, anybody else their own; an account of no school is an Admin's. */
export function computeReach({ isAdmin, schoolId }: { isAdmin: boolean; schoolId: number | null }): Reach {
  return isAdmin || schoolId === null ? EVERYWHERE : { schoolId };
}

/** Everybody's things for an Admin, one's own for anybody else. */
export function reachOfOwner({ isAdmin, accountId }: { isAdmin: boolean; accountId: number }): Whose {
  return isAdmin ? EVERYWHERE : { accountId };
}

/** Whether what belongs to this school (null: to none) is within reach. */
export function isWithin(reach: Reach, schoolId: number | null): boolean {
  return 'all' in reach || reach.schoolId === schoolId;
}
