import { type AccessChanges, getAccessChanges } from './modules/people/access/index.ts';
import type { Db } from './platform/database/index.ts';
import type { Realtime } from './platform/live/index.ts';

const LOOK_EVERY_MS = 1000;

/**
 * Checks every second whether rights have changed, and then rechecks open subscriptions: nearly all when roles grant
 * something else, otherwise those of the accounts whose own rows changed. Every process checks on its own. Returns a
 * function that stops it.
 */
export function watchAccess({ db, realtime }: { db: Db; realtime: Pick<Realtime, 'recheckHere'> }): () => void {
  let last: AccessChanges | null = null;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const now = await getAccessChanges(db, last?.snapshot ?? null);
      if (last && now.roleVersion !== last.roleVersion) realtime.recheckHere('all');
      else for (const accountId of now.accountIds) realtime.recheckHere({ accountId });
      last = now;
    } catch {
      // The database is away: the next look reports everything since the last successful one.
    } finally {
      isLooking = false;
    }
  };
  void look(); // changes are noticed from the first socket on
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
