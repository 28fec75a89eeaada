import { channels } from '@classwright/contract';
import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';

const MAX_CHANNELS = 200;

/**
 * Lets the open pages of guardians read their children again once the transaction has committed, also those of another
 * process. Each guardian is notified once per call, 200 in a message.
 */
export function announceChildren(tx: Tx, realtime: Pick<Realtime, 'publish'>, guardianIds: readonly number[]): void {
  const all = [...new Set(guardianIds)];
  if (all.length === 0) return;
  afterCommit(tx, () => {
    for (let at = 0; at < all.length; at += MAX_CHANNELS) realtime.publish(all.slice(at, at + MAX_CHANNELS).map(channels.account), 'own-children.changed', {});
  });
}
