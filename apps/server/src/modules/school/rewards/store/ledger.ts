import type { Entry } from '../queries.ts';
import type { PurchaseRow, NamedPurchaseRow } from './queries.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Notifier } from '../../notifications/index.ts';
import type { PurchaseView, StaffPurchaseView } from '@classwright/contract';

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

type Paid = Pick<PurchaseRow, 'id' | 'account_id' | 'price' | 'item_name' | 'revision'>;

/** Returns the ledger line that charges for a purchase; `revision` is the one before. */
export const chargeOf = ({ id, account_id, price, item_name, revision }: Paid, actorId: number): Entry => ({
  accountId: account_id,
  type: 'redeemed',
  points: -price,
  cause: `purchase:${id}:${revision}`,
  reason: item_name,
  actorId,
});

/** Returns the ledger line that refunds a purchase. */
export const refundOf = ({ id, account_id, price, item_name, revision }: Paid, actorId: number): Entry => ({
  accountId: account_id,
  type: 'refunded',
  points: price,
  cause: `purchase:${id}:${revision}:refunded`,
  reason: item_name,
  actorId,
});

/** Builds the view for the person who redeemed it. */
export function toPurchaseView({ id, item_id, item_name, price, state, created_at, decided_at }: PurchaseRow): PurchaseView {
  return { id, item_id, item_name, price, state, created_at: created_at.toISOString(), decided_at: decided_at?.toISOString() ?? null };
}

/** Builds the view for the person who hands it over. */
export function toStaffPurchaseView(row: NamedPurchaseRow): StaffPurchaseView {
  return { ...toPurchaseView(row), account_id: row.account_id, first_name: row.first_name, last_name: row.last_name };
}
