/**
 * Everything a student writes is on the device before the first byte is sent, is delivered exactly once, and is stored
 * by account: a reload, closed tab, lost network, sign-out or restarted server loses nothing, and another account on
 * the same device neither sees nor sends it. Items that the server refuses for good are kept until they are dismissed.
 */
import { getSession, subscribeSession } from '../../base/session.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { startTriggers } from './triggers.ts';

export { type Outbox } from './outbox.ts';
export { standingOf, isSamePlace, type Content, type DraftItem, type OutboxItem, type Place } from './item.ts';
export { type Keeping } from '../../base/keeping/keeping-store.ts';

/** Opens the outbox of one account. It sends with that account's token while it is signed in in this tab. */
export function openOutbox(account_id: number, token: () => string | null = () => tokenOf(account_id)): { outbox: Outbox; close: () => void } {
  const outbox = createOutbox({ account_id, token });
  const stopTriggers = startTriggers(outbox);
  const stopSession = subscribeSession(() => tokenOf(account_id) !== null && void outbox.wake());
  return {
    outbox,
    close: () => {
      stopSession();
      stopTriggers();
      outbox.stop();
    },
  };
}

function tokenOf(account_id: number): string | null {
  const session = getSession();
  return session?.user.account_id === account_id ? session.token : null;
}

/**
 * Delivers what earlier visits left on the device, on any page of the app: people who sign in again without returning
 * to the lesson still have everything sent. Follows the tab's account. Returns a function that stops it.
 */
export function deliverInBackground(): () => void {
  let current: { account_id: number; close: () => void } | null = null;
  const follow = () => {
    const user = getSession()?.user;
    const account_id = user?.rights.includes('live-participation:view') ? user.account_id : null;
    if (current?.account_id === account_id) return;
    current?.close();
    current = account_id === null ? null : { account_id, close: openOutbox(account_id).close };
  };
  follow();
  const stop = subscribeSession(follow);
  return () => {
    stop();
    current?.close();
    current = null;
  };
}
