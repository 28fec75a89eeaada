import { queryClient } from '../base/query-client.ts';
import { getSession, lastSignOutReason, subscribeSession } from '../base/session.ts';

/** Who signed out leaves nothing of a lesson on the device but what is not sent yet. */
function clearLessons(account: number): void {
  import('../lesson/clear-device.ts').then(({ clearDevice }) => clearDevice(account)).catch(console.warn);
}

/** What one account loaded is never shown to the next. */
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
