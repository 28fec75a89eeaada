import { withLock } from '../../../base/keeping/lock.ts';
import { getSession } from '../../../base/session.ts';

/** The token of an account as long as it is signed in in this tab. */
export function tokenOf(accountId: number): string | null {
  const session = getSession();
  return session?.user.account_id === accountId ? session.token : null;
}

/** One page of this device sends an account's grades of a class at a time, and only while the account is signed in. */
export const sendAlone = (accountId: number, courseId: number, work: () => Promise<void>): Promise<void> =>
  withLock(`classwright-grades-${accountId}-${courseId}`, async () => {
    if (tokenOf(accountId) !== null) await work();
  });
