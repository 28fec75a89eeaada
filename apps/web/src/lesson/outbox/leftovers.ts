import { keep, readKeptJson } from '../../base/storage.ts';
import type { Writing } from './changes.ts';

/** Items that were written or submitted when the page closed and had not reached the device's database yet. */
export interface Leftovers {
  drafts: Writing[];
  answers: Writing[];
}

const keyOf = (account_id: number) => `cw.outbox.left.${account_id}`;

/**
 * Stores the leftovers of a closing page synchronously, since there is no time for a transaction. An empty value
 * removes them.
 */
export function keepLeftovers(account_id: number, left: Leftovers): void {
  keep('device', keyOf(account_id), left.drafts.length + left.answers.length === 0 ? null : JSON.stringify(left));
}

export function readLeftovers(account_id: number): Leftovers | null {
  const left = readKeptJson<Partial<Leftovers>>('device', keyOf(account_id));
  return left && Array.isArray(left.drafts) && Array.isArray(left.answers) ? { drafts: left.drafts, answers: left.answers } : null;
}
