import { type MessageKey, storeOffers, storeOwnCancel, storeOwnPurchases, storeRedeem, type Translate } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { can, implement, type Implementation } from '../../../../platform/http/index.ts';
import { toPagination } from '../../../../platform/lists.ts';
import type { Notifier } from '../../notifications/index.ts';
import { countPoints, insertEntries, lockBalances } from '../queries.ts';
import { chargeOf, refundOf, notifyKeeper, withdrawFromKeepers, toPurchaseView } from './ledger.ts';
import * as queries from './queries.ts';

export interface StoreDependencies {
  t: Translate<MessageKey>;
  notifier: Notifier;
  /** Returns the current addresses of pictures. */
  pictures: (db: Db) => Promise<(fileId: number) => string>;
}

/**
 * Implements the store for students. Redeeming locks the item, then the student's balance, so that simultaneous calls
 * cannot sell the last piece or spend a point twice.
 */
export function implementRedeem({ t, notifier, pictures }: StoreDependencies): Implementation[] {
  async function getOwn(tx: Tx, accountId: number, id: number): Promise<queries.NamedPurchaseRow> {
    const [purchase] = await queries.listPurchasesById(tx, [id]);
    if (!purchase || purchase.account_id !== accountId) throw appError('NOT_FOUND');
    return purchase;
  }

  return [
    implement(storeOffers, async ({ tx, actor, input }) => {
      const [rows, total, { points }, urlOf] = await Promise.all([
        queries.listOffers(tx, actor.schoolId, input.search_text, input),
        queries.countOffers(tx, actor.schoolId, input.search_text),
        countPoints(tx, actor.accountId),
        pictures(tx),
      ]);
      const data = rows.map(({ picture_file_id, ...row }) => ({ ...row, picture_url: picture_file_id === null ? null : urlOf(picture_file_id) }));
      return { data, pagination: toPagination(input, total), points, can_redeem: can(actor, 'store', 'create') };
    }),
    implement(storeRedeem, async ({ tx, actor, input, requestId }) => {
      const item = (await queries.lockItems(tx, [input.item_id])).get(input.item_id);
      const isOffered = item && item.archived_at === null && item.is_active && (item.school_id === null || item.school_id === actor.schoolId);
      if (!isOffered) throw appError('NOT_FOUND');
      const taken = (await queries.countTaken(tx, [item.id])).get(item.id) ?? 0;
      if (item.stock !== null && taken >= item.stock) throw appError('STORE_SOLD_OUT', { name: item.name });
      const points = (await lockBalances(tx, [actor.accountId])).get(actor.accountId) ?? 0;
      if (points < item.price) throw appError('POINTS_TOO_FEW', { name: item.name, price: item.price, points });
      const id = await queries.insertPurchase(tx, { item_id: item.id, account_id: actor.accountId, school_id: actor.schoolId, price: item.price });
      const purchase = await getOwn(tx, actor.accountId, id);
      await insertEntries(tx, [chargeOf(purchase, actor.accountId)]);
      await notifyKeeper(tx, notifier, purchase, actor.accountId);
      await audit(tx, actor, {
        action: storeRedeem.name,
        subjectType: 'store_purchase',
        subjectId: id,
        after: { name: item.name, price: item.price },
        requestId,
      });
      return { message: t('store.redeemed', { name: item.name }), purchase: toPurchaseView(purchase), points: points - item.price };
    }),
    implement(storeOwnPurchases, async ({ tx, actor, input }) => {
      const { rows, total } = await queries.listOwnPurchases(tx, actor.accountId, input);
      return { data: rows.map(toPurchaseView), pagination: toPagination(input, total) };
    }),
    implement(storeOwnCancel, async ({ tx, actor, input, requestId }) => {
      await queries.lockPurchases(tx, [input.id]);
      const before = await getOwn(tx, actor.accountId, input.id);
      if (before.state !== 'redeemed') throw appError('PURCHASE_DECIDED', { name: before.item_name });
      await queries.setPurchaseState(tx, [before.id], 'cancelled', { by: actor.accountId, isPaid: true });
      await lockBalances(tx, [actor.accountId]);
      await insertEntries(tx, [refundOf(before, actor.accountId)]);
      await withdrawFromKeepers(tx, notifier, [before.id]);
      await audit(tx, actor, {
        action: storeOwnCancel.name,
        subjectType: 'store_purchase',
        subjectId: before.id,
        after: { name: before.item_name, price: before.price },
        requestId,
      });
      const { points } = await countPoints(tx, actor.accountId);
      return { message: t('store.givenBack'), purchase: toPurchaseView(await getOwn(tx, actor.accountId, before.id)), points };
    }),
  ];
}
