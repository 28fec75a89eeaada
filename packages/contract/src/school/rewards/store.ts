import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, pageQuery, Pagination } from '../../core/fields.ts';
import { ManyDone, ManyIds } from '../../core/list-endpoints.ts';
import { storeItems } from '../../lists/store-item.ts';
import { asMessage } from '../../messages/translate.ts';

const Int = z.number().int();
const ITEM = asMessage('list.storeItem');

/** An item as students see it. */
export const StoreOfferView = z.object({
  id: Int,
  name: z.string(),
  description: z.string(),
  price: Int,
  /** The remaining number, or null for no limit. */
  left: Int.nullable(),
  picture_url: z.string().nullable(),
});
export type StoreOfferView = z.infer<typeof StoreOfferView>;

const PURCHASE_STATES = ['redeemed', 'handed-over', 'cancelled'] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

export const PurchaseView = z.object({
  id: Int,
  item_id: Int,
  item_name: z.string(),
  price: Int,
  state: z.enum(PURCHASE_STATES),
  created_at: z.string(),
  decided_at: z.string().nullable(),
});
export type PurchaseView = z.infer<typeof PurchaseView>;

export const StaffPurchaseView = PurchaseView.extend({ account_id: Int, first_name: z.string(), last_name: z.string() });
export type StaffPurchaseView = z.infer<typeof StaffPurchaseView>;

const see = { resource: 'store', action: 'view' } as const;
const buy = { resource: 'store', action: 'create' } as const;

export const storeOffers = endpoint({
  name: 'store.offers',
  method: 'GET',
  path: '/store',
  access: see,
  summary: 'The items of the store at one’s school, cheapest first, and one’s points',
  query: pageQuery.extend({ search_text: z.string().trim().max(200).default('') }),
  response: z.object({ data: z.array(StoreOfferView), pagination: Pagination, points: Int, can_redeem: z.boolean() }),
  errors: [],
  readOnly: true,
});

export const storeRedeem = endpoint({
  name: 'store.redeem',
  cost: 2,
  method: 'POST',
  path: '/store/redeem',
  access: buy,
  summary: 'Spends points on an item; a repeat under the same Idempotency-Key spends them once',
  body: z.object({ item_id: id(ITEM) }),
  response: z.object({ message: z.string(), purchase: PurchaseView, points: Int }),
  errors: ['STORE_SOLD_OUT', 'POINTS_TOO_FEW'],
  successStatus: 201,
});

export const storeOwnPurchases = endpoint({
  name: 'store.ownPurchases',
  method: 'GET',
  path: '/store/own-purchases',
  access: see,
  summary: 'One’s purchases, newest first',
  query: pageQuery,
  response: z.object({ data: z.array(PurchaseView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const storeOwnCancel = endpoint({
  name: 'store.ownCancel',
  method: 'POST',
  path: '/store/own-purchases/:id/cancel',
  access: buy,
  summary: 'Gives back what one has redeemed, as long as it is not handed over; the points come back',
  params: z.object({ id: id(asMessage('store.purchase')) }),
  response: z.object({ message: z.string(), purchase: PurchaseView, points: Int }),
  errors: ['PURCHASE_DECIDED'],
});

export const storePurchases = endpoint({
  name: 'store.purchases',
  method: 'GET',
  path: '/store/purchases',
  access: { resource: 'store-purchases', action: 'view' },
  summary: 'The purchases of students of one’s school; those that wait to be handed over unless a state is named',
  query: pageQuery.extend({
    state: z.enum([...PURCHASE_STATES, 'all']).default('redeemed'),
    search_text: z.string().trim().max(200).default(''),
  }),
  response: z.object({ data: z.array(StaffPurchaseView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

const decide = { method: 'POST', cost: 10, access: { resource: 'store-purchases', action: 'edit' }, body: ManyIds, response: ManyDone, errors: [] } as const;

export const storeHandOverMany = endpoint({
  ...decide,
  name: 'store.handOverMany',
  path: '/store/purchases/hand-over-many',
  summary: 'Notes that things were handed over',
});

export const storeCancelMany = endpoint({
  ...decide,
  name: 'store.cancelMany',
  path: '/store/purchases/cancel-many',
  summary: 'Cancels what was redeemed and not handed over; the points go back',
});

export const storeReopenMany = endpoint({
  ...decide,
  name: 'store.reopenMany',
  path: '/store/purchases/reopen-many',
  summary: 'Undoes handing over or canceling purchases; a canceled one costs its points again and needs an available item',
});

export const storePicture = endpoint({
  name: 'storeItem.picture',
  method: 'PUT',
  path: '/store/items/:id/picture',
  access: { resource: 'store-items', action: 'edit' },
  summary: 'The picture of an item: one of one’s own files, or none',
  params: z.object({ id: id(ITEM) }),
  body: z.object({ file_id: id(asMessage('store.picture')).nullable() }),
  response: z.object({ message: z.string(), store_item: storeItems.row, data: storeItems.row }),
  errors: ['SHARED_BY_SCHOOLS'],
});
