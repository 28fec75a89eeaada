import type { Entry } from '../queries.ts';
import type { PurchaseRow } from './queries.ts';

type Paid = Pick<PurchaseRow, 'id' | 'account_id' | 'price' | 'item_name' | 'revision'>;

/** Points go for a purchase; `revision` as it is before. */
export const chargeOf = ({ id, account_id, price, item_name, revision }: Paid, actorId: number): Entry => ({
  accountId: account_id,
  type: 'redeemed',
  points: -price,
  cause: `purchase:${id}:${revision}`,
  reason: item_name,
  actorId,
});

/** They come back. */
export const refundOf = ({ id, account_id, price, item_name, revision }: Paid, actorId: number): Entry => ({
  accountId: account_id,
  type: 'refunded',
  points: price,
  cause: `purchase:${id}:${revision}:refunded`,
  reason: item_name,
  actorId,
});
