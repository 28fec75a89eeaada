import {
  type ManyDone,
  type MessageKey,
  type PurchaseState,
  storeCancelMany,
  storeHandOverMany,
  storePurchases,
  storeReopenMany,
  type Translate,
} from '@classwright/contract';
import { auditEach } from '../../../../platform/audit/index.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { type Actor, can, implement, type Implementation, type Call } from '../../../../platform/http/index.ts';
import { toPagination } from '../../../../platform/lists.ts';
import { EVERYWHERE, computeOwnerReach } from '../../../../platform/reach.ts';
import type { Notifier } from '../../notifications/index.ts';
import { type Entry, insertEntries, lockBalances } from '../queries.ts';
import { chargeOf, refundOf, notifyKeeper, withdrawFromKeepers, toStaffPurchaseView } from './ledger.ts';
import * as queries from './queries.ts';

type Reason = Extract<MessageKey, `store.refused.${string}`>;
type Row = queries.NamedPurchaseRow;

interface CallForMany extends Call {
  input: { ids: number[] };
}

interface Decision {
  action: string;
  words: 'store.handedOver' | 'store.cancelled' | 'store.reopened';
  to: PurchaseState;
  /** Returns the reason why one is not changed; null if it can be. */
  refuse: (row: Row) => Reason | null;
  /** Returns further reasons, which need other locked rows. */
  refuseHeld?: (tx: Tx, rows: readonly Row[]) => Promise<ReadonlyMap<number, Reason>>;
  /** Returns the ledger lines of the decision, if it has any. */
  entriesOf?: (row: Row, actorId: number) => Entry[];
}

/**
 * Returns the purchases that somebody oversees: those of the whole school for people who may see its accounts; for
 * others those of items they keep and of their own students.
 */
const overseerOf = (actor: Actor): queries.Overseer => ({
  reach: actor.reach,
  whose: can(actor, 'accounts', 'view') ? EVERYWHERE : computeOwnerReach(actor),
});

/**
 * Implements the staff's decisions about purchases: many in one call, with a reason for each refused one, in a constant
 * number of statements, except for notifying the keepers of colleagues' items that wait again.
 */
export function implementDecide({ t, notifier }: { t: Translate<MessageKey>; notifier: Notifier }): Implementation[] {
  async function decide({ tx, actor, input, requestId }: CallForMany, decision: Decision): Promise<ManyDone> {
    const asked = [...new Set(input.ids)];
    const overseer = overseerOf(actor);
    const known = await queries.listPurchasesById(tx, asked, overseer);
    // the same lock order as redeeming: items, purchases, balances
    if (decision.refuseHeld)
      await queries.lockItems(
        tx,
        known.map(({ item_id }) => item_id),
      );
    await queries.lockPurchases(
      tx,
      known.map(({ id }) => id),
    );
    const rows = new Map((await queries.listPurchasesById(tx, asked, overseer)).map((row) => [row.id, row]));
    const reasons = new Map<number, Reason | null>(
      asked.map((id) => {
        const row = rows.get(id);
        return [id, row ? decision.refuse(row) : 'store.refused.gone'];
      }),
    );
    const willing = [...rows.values()].filter(({ id }) => reasons.get(id) === null);
    const { entriesOf } = decision;
    if (entriesOf && willing.length > 0)
      await lockBalances(
        tx,
        willing.map(({ account_id }) => account_id),
      );
    for (const [id, reason] of (await decision.refuseHeld?.(tx, willing)) ?? []) reasons.set(id, reason);
    const done = willing.filter(({ id }) => reasons.get(id) === null);
    const ids = done.map(({ id }) => id);
    await apply(tx, actor, decision, done);
    if (decision.to === 'redeemed') for (const row of done) await notifyKeeper(tx, notifier, row, actor.accountId);
    else await withdrawFromKeepers(tx, notifier, ids);
    const record = (row: Row) => ({ name: row.item_name, state: row.state, price: row.price });
    await auditEach(
      tx,
      actor,
      { action: decision.action, subjectType: 'store_purchase', requestId },
      done.map((row) => ({ subjectId: row.id, before: record(row), after: { ...record(row), state: decision.to } })),
    );
    return {
      message: t(decision.words, { count: ids.length }),
      ids,
      refused: asked.flatMap((id) => {
        const reason = reasons.get(id);
        return reason ? [{ id, name: nameOf(rows.get(id), id), message: t(reason) }] : [];
      }),
    };
  }

  async function apply(tx: Tx, actor: Actor, { to, entriesOf }: Decision, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const paid = entriesOf ? rows.filter((row) => entriesOf(row, actor.accountId).length > 0) : [];
    const unpaid = rows.filter((row) => !paid.includes(row));
    const idsOf = (some: readonly Row[]) => some.map(({ id }) => id);
    if (paid.length > 0) await queries.setPurchaseState(tx, idsOf(paid), to, { by: actor.accountId, isPaid: to === 'cancelled' });
    if (unpaid.length > 0) await queries.setPurchaseState(tx, idsOf(unpaid), to, { by: actor.accountId, isPaid: false });
    if (entriesOf && paid.length > 0)
      await insertEntries(
        tx,
        paid.flatMap((row) => entriesOf(row, actor.accountId)),
      );
  }

  const nameOf = (row: Row | undefined, id: number): string =>
    row ? t('store.purchaseName', { item: row.item_name, student: `${row.first_name} ${row.last_name}`.trim() }) : `#${id}`;

  return [
    implement(storePurchases, async ({ tx, actor, input }) => {
      const search = { overseer: overseerOf(actor), state: input.state, searchText: input.search_text };
      const [rows, total] = await Promise.all([queries.listPurchases(tx, search, input), queries.countPurchases(tx, search)]);
      return { data: rows.map(toStaffPurchaseView), pagination: toPagination(input, total) };
    }),
    implement(storeHandOverMany, (call) =>
      decide(call, {
        action: storeHandOverMany.name,
        words: 'store.handedOver',
        to: 'handed-over',
        refuse: ({ state }) => (state === 'redeemed' ? null : state === 'cancelled' ? 'store.refused.cancelled' : 'store.refused.handedOver'),
      }),
    ),
    implement(storeCancelMany, (call) =>
      decide(call, {
        action: storeCancelMany.name,
        words: 'store.cancelled',
        to: 'cancelled',
        refuse: ({ state }) => (state === 'redeemed' ? null : state === 'cancelled' ? 'store.refused.cancelled' : 'store.refused.handedOver'),
        entriesOf: (row, actorId) => [refundOf(row, actorId)],
      }),
    ),
    implement(storeReopenMany, (call) =>
      decide(call, {
        action: storeReopenMany.name,
        words: 'store.reopened',
        to: 'redeemed',
        refuse: ({ state }) => (state === 'redeemed' ? 'store.refused.waits' : null),
        refuseHeld: refuseReopening,
        entriesOf: (row, actorId) => (row.state === 'cancelled' ? [chargeOf(row, actorId)] : []),
      }),
    ),
  ];
}

/**
 * Refuses to reopen purchases whose points have been spent since, or that are sold out. In order, so that the first
 * ones get the remaining stock.
 */
async function refuseReopening(tx: Tx, rows: readonly Row[]): Promise<ReadonlyMap<number, Reason>> {
  const cancelled = rows.filter(({ state }) => state === 'cancelled');
  const refused = new Map<number, Reason>();
  if (cancelled.length === 0) return refused;
  const itemIds = cancelled.map(({ item_id }) => item_id);
  const items = await queries.lockItems(tx, itemIds);
  const taken = new Map(await queries.countTaken(tx, itemIds));
  const points = await lockBalances(
    tx,
    cancelled.map(({ account_id }) => account_id),
  );
  for (const row of cancelled) {
    const stock = items.get(row.item_id)?.stock ?? null;
    const already = taken.get(row.item_id) ?? 0;
    const has = points.get(row.account_id) ?? 0;
    if (stock !== null && already >= stock) refused.set(row.id, 'store.refused.stock');
    else if (has < row.price) refused.set(row.id, 'store.refused.points');
    else {
      taken.set(row.item_id, already + 1);
      points.set(row.account_id, has - row.price);
    }
  }
  return refused;
}
