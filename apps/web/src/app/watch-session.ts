import { queryClient } from '../base/query-client.ts';
import { getSession, lastSignOutReason, subscribeSession } from '../base/session.ts';

/** Removes everything of a lesson from the device at sign-out, except unsent answers. */
function clearLessons(account: number): void {
  import('../lesson/clear-device.ts').then(({ clearDevice }) => clearDevice(account)).catch(console.warn);
}

/** Ensures that data loaded by one account is never shown to the next. */
export function watchSession(onChange: () => void): () => void {
  let account = getSession()?.user.account_id ?? null;
  return subscribeSession(() => {
    const now = getSession()?.user.account_id ?? null;
    if (now === account) return;
    const before = account;
    account = now;
    queryClient.clear();
    if (before !== null && lastSignOutReason() !== 'expired') clearLessons(before);
    onChange();
  });
}
