import { ASKED_FILE } from '../../files/index.ts';
import type { PurchaseState } from '@classwright/contract';
import { sql, type SqlBool } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { type PageRequest, toContainsPattern } from '../../../../platform/lists.ts';
import type { Reach, PersonScope } from '../../../../platform/reach.ts';
import { isInReach, unlessEverybody } from '../../../../platform/reach-queries.ts';
import type { RowCondition } from '../../../../platform/reference-lists/index.ts';

/** Limits items to those of one's own school, and those that every school offers. */
export const visibleItems: RowCondition = ({ reach }) => ('all' in reach ? 'all' : sql<SqlBool>`(t.school_id IS NULL OR ${isInReach(reach, 't.school_id')})`);

/** Limits the school of an item to one's own. */
export const choosableSchools: RowCondition = ({ reach }) => ('all' in reach ? 'all' : isInReach(reach, 't.id'));

/** Limits the people who hand items over to active non-students of one's school. */
export const choosableKeepers: RowCondition = ({ reach }) =>
  sql<SqlBool>`(t.status AND ${isInReach(reach, 't.school_id')}
    AND NOT EXISTS (SELECT FROM roles WHERE roles.id = t.role_id AND roles.key = 'student'))`;

/** Returns true when the school of a person offers items, or has orders from earlier; any school, for people without one. */
export async function hasStore(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM store_items item WHERE item.archived_at IS NULL AND (person.school_id IS NULL OR item.school_id IS NULL OR item.school_id = person.school_id))
        OR EXISTS (SELECT FROM store_purchases bought JOIN people buyer ON buyer.id = bought.account_id
                    WHERE person.school_id IS NULL OR buyer.school_id = person.school_id) AS has
      FROM people person WHERE person.id = ${accountId}`.execute(db);
  return rows[0]?.has === true;
}

/** Counts the redeemed and not refunded pieces of each item. */
export async function countTaken(db: Db, itemIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ item_id: number; count: number }>`
    SELECT item_id, count(*) AS count FROM store_purchases WHERE item_id = ANY(${[...itemIds]}::bigint[]) AND state <> 'cancelled' GROUP BY item_id`.execute(
    db,
  );
  return new Map(rows.map(({ item_id, count }) => [item_id, Number(count)]));
}

/** Returns the picture of each item that has one. */
export async function listPictures(db: Db, itemIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; picture_file_id: number }>`
    SELECT id, picture_file_id FROM store_items WHERE id = ANY(${[...itemIds]}::bigint[]) AND picture_file_id IS NOT NULL`.execute(db);
  return new Map(rows.map(({ id, picture_file_id }) => [id, picture_file_id]));
}

export interface ItemRow {
  id: number;
  school_id: number | null;
  name: string;
  price: number;
  stock: number | null;
  is_active: boolean;
  picture_file_id: number | null;
  archived_at: Date | null;
}

/** Locks items until commit in the order of their ids, so that no two people redeem the last piece. */
export async function lockItems(tx: Tx, ids: readonly number[]): Promise<Map<number, ItemRow>> {
  const { rows } = await sql<ItemRow>`
    SELECT id, school_id, name, price, stock, is_active, picture_file_id, archived_at
      FROM store_items WHERE id = ANY(${[...new Set(ids)]}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertItem(
  tx: Tx,
  item: { school_id: number; account_id: number; picture_file_id: number | null; name: string; description: string; price: number; stock: number | null },
): Promise<void> {
  await tx.insertInto('store_items').values(item).execute();
}

export async function setPicture(tx: Tx, id: number, fileId: number | null): Promise<void> {
  await tx.updateTable('store_items').set({ picture_file_id: fileId }).where('id', '=', id).execute();
}

export interface OfferRow extends Pick<ItemRow, 'id' | 'name' | 'price' | 'picture_file_id'> {
  description: string;
  left: number | null;
}

const offered = (schoolId: number | null, searchText: string) => sql`
  item.archived_at IS NULL AND item.is_active AND (item.school_id IS NULL OR item.school_id = ${schoolId} OR ${schoolId}::bigint IS NULL)
  AND (item.name ILIKE ${toContainsPattern(searchText)} OR item.description ILIKE ${toContainsPattern(searchText)})`;

/**
 * Lists the offers of a school's store, cheapest first; for somebody without a school, those shared by all schools.
 */
export async function listOffers(db: Db, schoolId: number | null, searchText: string, { page, per_page }: PageRequest): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    SELECT item.id, item.name, item.description, item.price, item.picture_file_id,
           CASE WHEN item.stock IS NOT NULL
                THEN greatest(0, item.stock - (SELECT count(*) FROM store_purchases taken WHERE taken.item_id = item.id AND taken.state <> 'cancelled'))::integer
           END AS left
      FROM store_items item WHERE ${offered(schoolId, searchText)}
     ORDER BY item.price, item.name COLLATE natural_order, item.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  return rows;
}

export async function countOffers(db: Db, schoolId: number | null, searchText: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM store_items item WHERE ${offered(schoolId, searchText)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Returns true when a file is the picture of an item that somebody of this school may see. */
export async function isPictureOfOffer(db: Db, fileId: number, schoolId: number | null): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM store_items WHERE picture_file_id = ${fileId} AND archived_at IS NULL
       AND (school_id IS NULL OR school_id = ${schoolId} OR ${schoolId}::bigint IS NULL) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Selects the items that show the file. */
export const itemsWithPicture = sql`SELECT FROM store_items WHERE picture_file_id = ${ASKED_FILE}`;

export interface PurchaseRow {
  id: number;
  item_id: number;
  item_name: string;
  account_id: number;
  school_id: number | null;
  price: number;
  state: PurchaseState;
  revision: number;
  created_at: Date;
  decided_at: Date | null;
}
export interface NamedPurchaseRow extends PurchaseRow {
  /** The person who is notified that it waits. */
  keeper_id: number | null;
  first_name: string;
  last_name: string;
}

const columns = sql`purchase.id, purchase.item_id, item.name AS item_name, purchase.account_id, purchase.school_id, purchase.price, purchase.state,
  purchase.revision, purchase.created_at, purchase.decided_at, people.first_name, people.last_name,
  coalesce(item.keeper_id, item.account_id) AS keeper_id`;
const source = sql`store_purchases purchase JOIN store_items item ON item.id = purchase.item_id JOIN people ON people.id = purchase.account_id`;

export async function insertPurchase(tx: Tx, purchase: { item_id: number; account_id: number; school_id: number | null; price: number }): Promise<number> {
  return (await tx.insertInto('store_purchases').values(purchase).returning('id').executeTakeFirstOrThrow()).id;
}

/** Returns the given purchases that this person oversees; without an overseer, all of them. Locks nothing. */
export async function listPurchasesById(db: Db, ids: readonly number[], overseer: Overseer | null = null): Promise<NamedPurchaseRow[]> {
  const theirs = overseer === null ? sql`true` : isOverseen(overseer);
  const { rows } = await sql<NamedPurchaseRow>`
    SELECT ${columns} FROM ${source} WHERE purchase.id = ANY(${[...ids]}::bigint[]) AND ${theirs} ORDER BY purchase.id`.execute(db);
  return rows;
}

/** Locks existing purchases until commit, in the order of their ids. */
export async function lockPurchases(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`SELECT id FROM store_purchases WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
}

/** Sets the state of each purchase; `isPaid`: points were charged, with a ledger line under the next number. */
export async function setPurchaseState(tx: Tx, ids: readonly number[], state: PurchaseState, { by, isPaid }: { by: number; isPaid: boolean }): Promise<void> {
  const isDecided = state !== 'redeemed';
  await sql`
    UPDATE store_purchases SET state = ${state}, revision = revision + ${isPaid ? 1 : 0},
           decided_by = ${isDecided ? by : null}, decided_at = ${isDecided ? sql`app_now()` : sql`NULL`}
     WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

export async function listOwnPurchases(db: Db, accountId: number, { page, per_page }: PageRequest): Promise<{ rows: PurchaseRow[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<NamedPurchaseRow>`
      SELECT ${columns} FROM ${source} WHERE purchase.account_id = ${accountId}
       ORDER BY purchase.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db),
    sql<{ count: number }>`SELECT count(*) AS count FROM store_purchases WHERE account_id = ${accountId}`.execute(db),
  ]);
  return { rows, total: Number(counted.rows[0]?.count ?? 0) };
}

/**
 * A person who manages purchases: all of a school within reach, or those of their own students and of items they keep.
 */
export interface Overseer {
  reach: Reach;
  whose: PersonScope;
}

/**
 * Returns the condition that this person hands over the purchase: they keep the item, or currently teach the student
 * who redeemed it.
 */
const isOverseen = ({ reach, whose }: Overseer) =>
  sql`(${isInReach(reach, 'purchase.school_id')} AND ${unlessEverybody(
    whose,
    (accountId) => sql`coalesce(item.keeper_id, item.account_id) = ${accountId}
    OR EXISTS (SELECT 1 FROM class_students JOIN class_staff ON class_staff.course_id = class_students.course_id
                WHERE class_students.account_id = purchase.account_id AND class_staff.account_id = ${accountId})`,
  )})`;

export interface PurchaseSearch {
  overseer: Overseer;
  state: PurchaseState | 'all';
  searchText: string;
}

const found = ({ overseer, state, searchText }: PurchaseSearch) => sql`
  ${isOverseen(overseer)} AND (${state} = 'all' OR purchase.state = ${state})
  AND (item.name ILIKE ${toContainsPattern(searchText)} OR concat_ws(' ', people.first_name, people.last_name) ILIKE ${toContainsPattern(searchText)})`;

/** Lists purchases: waiting ones longest first, decided ones newest first. */
export async function listPurchases(db: Db, search: PurchaseSearch, { page, per_page }: PageRequest): Promise<NamedPurchaseRow[]> {
  const order = search.state === 'redeemed' ? sql`purchase.id` : sql`purchase.id DESC`;
  const { rows } = await sql<NamedPurchaseRow>`
    SELECT ${columns} FROM ${source} WHERE ${found(search)} ORDER BY ${order} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  return rows;
}

export async function countPurchases(db: Db, search: PurchaseSearch): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${source} WHERE ${found(search)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
