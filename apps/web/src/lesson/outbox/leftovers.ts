import { keep, readKept, readKeptJson } from '../../base/storage.ts';
import type { Writing } from './changes.ts';
import { isSamePlace, type OutboxItem } from './item.ts';

/** Everything that a page leaves behind and that is not in the device's database. */
export interface Leftovers {
  /** Writings that had not been stored yet as the page closed. */
  drafts: Writing[];
  /** Submitted answers that had not been stored yet. */
  answers: Writing[];
  /** Items that a page without a database had in its memory, and that the server does not have. */
  items: OutboxItem[];
}

const NOTHING: Leftovers = { drafts: [], answers: [], items: [] };
const keyOf = (account_id: number) => `cw.outbox.left.${account_id}`;

/**
 * Stores the leftovers of a closing page synchronously, since there is no time for a transaction, with those of other
 * pages that nobody has taken up yet. Returns a stamp of them.
 */
export function addLeftovers(account_id: number, own: Leftovers): string {
  const there = readLeftovers(account_id)?.left ?? NOTHING;
  const isOlder = (one: Writing | OutboxItem, newer: readonly (Writing | OutboxItem)[]) =>
    newer.some((other) => isSamePlace(one, other) && other.written_at >= one.written_at);
  const stamp = JSON.stringify({
    drafts: [...there.drafts.filter((one) => !isOlder(one, own.drafts)), ...own.drafts],
    answers: [...there.answers, ...own.answers.filter((one) => !there.answers.some((other) => isSamePlace(one, other)))],
    items: [...there.items.filter((one) => !isOlder(one, own.items)), ...own.items],
  });
  keep('device', keyOf(account_id), stamp);
  return stamp;
}

/** Removes leftovers with this stamp. Those to which another page has added since stay: each is taken up only once. */
export function removeLeftovers(account_id: number, stamp: string): void {
  if (readKept('device', keyOf(account_id)) === stamp) keep('device', keyOf(account_id), null);
}

export function readLeftovers(account_id: number): { left: Leftovers; stamp: string } | null {
  const stamp = readKept('device', keyOf(account_id));
  const left = readKeptJson<Partial<Leftovers>>('device', keyOf(account_id));
  return stamp !== null && left ? { left: { drafts: listOf(left.drafts), answers: listOf(left.answers), items: listOf(left.items) }, stamp } : null;
}

/** Returns what should be a list, which anything on the device can have changed, and an older version of this page has not written. */
const listOf = <One extends object>(value: One[] | undefined): One[] =>
  Array.isArray(value) ? value.filter((one: unknown) => typeof one === 'object' && one !== null) : [];
