import type { Settled } from './gatherer.ts';

/**
 * Classes of SQLSTATE that one member may be the cause of: data, constraints, a turn that was lost, what is wrong with a
 * statement, an exception of a trigger. All others (the server is away, a lock or the disk) are everybody's.
 */
const MAY_BE_ONES = /^(21|22|23|40|42|44|54|P0)/;

/** Whether a failure may be one member's alone, so that the others are worth a try without it. */
function mayBeOnes(error: unknown): boolean {
  if (error instanceof MemberFailure) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.length === 5 && MAY_BE_ONES.test(code);
}

/** Our own program failed at one member. */
export class MemberFailure extends Error {
  constructor(cause: unknown) {
    super('one of a batch failed', { cause });
  }
}

/** What was not there when it was read, and is now: another process, which holds nobody, was faster. Read again it decides. */
const isThereNow = (error: unknown): boolean => (error as { code?: unknown }).code === '23505';

/**
 * Commits members together; when that fails by one of them, in halves, so that in the end it fails alone. In the order in
 * which they came.
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
