import { channels, DEFAULT_MAIL } from '@classwright/contract';
import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import type { Notice } from './notice.ts';
import { deleteNotifications, upsertNotifications } from './queries.ts';

/** Notifies people, in the transaction of the event. */
export interface Notifier {
  /**
   * Notifies people in one statement, for any number of people and notices of one kind. Their open pages update after
   * the commit.
   */
  notify(tx: Tx, notices: Notice | readonly Notice[]): Promise<void>;
  /** Withdraws notifications that no longer apply, from everybody or from some people, in one statement. */
  withdraw(tx: Tx, keys: string | readonly string[], accountIds?: readonly number[]): Promise<void>;
}

/** Makes the open pages of these people reload their notifications after the commit. */
export function announceNotifications(realtime: Pick<Realtime, 'publish'>, tx: Tx, accountIds: readonly number[]): void {
  if (accountIds.length === 0) return;
  afterCommit(tx, () => {
    realtime.publish([...new Set(accountIds)].map(channels.account), 'notifications.changed', {}, { isJoined: true });
  });
}

/** Creates the notifier. `sendsMail`: if false, nothing is emailed, not even later. */
export function createNotifier({ realtime, sendsMail }: { realtime: Pick<Realtime, 'publish'>; sendsMail: boolean }): Notifier {
  return {
    async notify(tx, notices) {
      const told = ([notices].flat() as Notice[])
        .map((notice) => ({ ...notice, accountIds: notice.accountIds.filter((id) => id !== notice.actorId) }))
        .filter(({ accountIds }) => accountIds.length > 0);
      const kind = told[0]?.kind;
      if (kind === undefined) return;
      if (told.some((notice) => notice.kind !== kind)) throw new Error('notices of several kinds are told one kind after the other');
      announceNotifications(realtime, tx, await upsertNotifications(tx, kind, told, sendsMail ? DEFAULT_MAIL[kind] : null));
    },
    async withdraw(tx, keys, accountIds) {
      const all = [keys].flat();
      if (all.length > 0) announceNotifications(realtime, tx, await deleteNotifications(tx, all, accountIds ?? 'all'));
    },
  };
}
