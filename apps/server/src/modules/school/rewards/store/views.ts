import type { PurchaseView, StaffPurchaseView } from '@classwright/contract';
import type { NamedPurchaseRow, PurchaseRow } from './queries.ts';

/** Builds the view for the person who redeemed it. */
export function toPurchaseView({ id, item_id, item_name, price, state, created_at, decided_at }: PurchaseRow): PurchaseView {
  return { id, item_id, item_name, price, state, created_at: created_at.toISOString(), decided_at: decided_at?.toISOString() ?? null };
}

/** Builds the view for the person who hands it over. */
export function toStaffPurchaseView(row: NamedPurchaseRow): StaffPurchaseView {
  return { ...toPurchaseView(row), account_id: row.account_id, first_name: row.first_name, last_name: row.last_name };
}
