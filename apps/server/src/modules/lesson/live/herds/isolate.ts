import type { Settled } from './gatherer.ts';

/**
 * The SQLSTATE classes that a single member can cause: data, constraints, a lost deadlock, an error in a statement, a
 * trigger's exception. All others (server unavailable, a lock or the disk) affect everybody.
 */
const MAY_BE_ONES = /^(21|22|23|40|42|44|54|P0)/;

/**
 * Returns true when a single member may have caused the failure, so that the others are worth another attempt without
 * it.
 */
function mayBeOnes(error: unknown): boolean {
  if (error instanceof MemberFailure) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.length === 5 && MAY_BE_ONES.test(code);
}

/** An error in our own code at one member. */
export class MemberFailure extends Error {
  constructor(cause: unknown) {
    super('one of a batch failed', { cause });
  }
}

/**
 * Returns true for a row that was missing when read and exists now: another process, which takes no locks, was faster.
 * The next read decides.
 */
const isThereNow = (error: unknown): boolean => (error as { code?: unknown }).code === '23505';

/**
 * Commits members together, in the order of arrival. If one of them makes this fail, it retries in halves, until only
 * that one fails.
 */
export async function commitIsolated<Member, Result>(
  members: readonly Member[],
  commit: (members: readonly Member[]) => Promise<Settled<Result>[]>,
  isAgain = false,
): Promise<Settled<Result>[]> {
  try {
    return await commit(members);
  } catch (error) {
    if (members.length === 1 && !isAgain && isThereNow(error)) return commitIsolated(members, commit, true);
    if (members.length === 1 || !mayBeOnes(error)) return members.map(() => ({ ok: false, error: error instanceof MemberFailure ? error.cause : error }));
    const half = Math.ceil(members.length / 2);
    const first = await commitIsolated(members.slice(0, half), commit);
    return [...first, ...(await commitIsolated(members.slice(half), commit))];
  }
}
