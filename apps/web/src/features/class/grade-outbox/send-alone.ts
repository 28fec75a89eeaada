import { withLock } from '../../../base/keeping/lock.ts';
import { getSession } from '../../../base/session.ts';

/** Returns the token of an account while it is signed in in this tab. */
export function tokenOf(accountId: number): string | null {
  const session = getSession();
  return session?.user.account_id === accountId ? session.token : null;
}

/**
 * Runs the work while no other page of this device sends the account's grades of this class, and only while the account
 * is signed in.
 */
export const sendAlone = (accountId: number, courseId: number, work: () => Promise<void>): Promise<void> =>
  withLock(`classwright-grades-${accountId}-${courseId}`, async () => {
    if (tokenOf(accountId) !== null) await work();
  });
