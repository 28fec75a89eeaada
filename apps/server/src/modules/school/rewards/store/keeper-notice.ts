import type { Tx } from '../../../../platform/database/index.ts';
import type { Notifier } from '../../notifications/index.ts';
import type { NamedPurchaseRow } from './queries.ts';

const keyOf = (purchaseId: number): string => `store-purchase:${purchaseId}`;

/** Notifies the keeper of the item that a purchase waits, unless they caused it themselves. */
export async function notifyKeeper(tx: Tx, notifier: Notifier, { id, keeper_id, account_id, item_name }: NamedPurchaseRow, actorId: number): Promise<void> {
  if (keeper_id === null || keeper_id === actorId) return;
  await notifier.notify(tx, {
    kind: 'reward-redeemed',
    key: keyOf(id),
    accountIds: [keeper_id],
    actorId: account_id,
    params: { title: item_name },
    path: '/store-purchases',
  });
}

/** Withdraws the keepers' notifications of these purchases, which no longer wait. */
export const withdrawFromKeepers = (tx: Tx, notifier: Notifier, purchaseIds: readonly number[]): Promise<void> => notifier.withdraw(tx, purchaseIds.map(keyOf));
