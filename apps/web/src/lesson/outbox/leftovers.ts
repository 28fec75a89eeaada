import { keep, readKeptJson } from '../../base/storage.ts';
import type { Writing } from './changes.ts';
import type { OutboxItem } from './item.ts';

/** Everything that a page leaves behind and that is not in the device's database. */
export interface Leftovers {
  /** Writings that had not been stored yet as the page closed. */
  drafts: Writing[];
  /** Submitted answers that had not been stored yet. */
  answers: Writing[];
  /** Items that a page without a database had in its memory, and that the server does not have. */
  items: OutboxItem[];
}

const keyOf = (account_id: number) => `cw.outbox.left.${account_id}`;

/**
 * Stores the leftovers of a closing page synchronously, since there is no time for a transaction. An empty value
 * removes them.
 */
export function keepLeftovers(account_id: number, left: Leftovers): void {
  keep('device', keyOf(account_id), left.drafts.length + left.answers.length + left.items.length === 0 ? null : JSON.stringify(left));
}

export function readLeftovers(account_id: number): Leftovers | null {
  const left = readKeptJson<Partial<Leftovers>>('device', keyOf(account_id));
  return left && { drafts: listOf(left.drafts), answers: listOf(left.answers), items: listOf(left.items) };
}

/** Returns what should be a list, which anything on the device can have changed, and an older version of this page has not written. */
const listOf = <One>(value: One[] | undefined): One[] => (Array.isArray(value) ? value : []);
