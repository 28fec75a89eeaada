import type { Entry } from '../queries.ts';
import type { PurchaseRow } from './queries.ts';

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
