import { keep, readKeptJson } from '../../base/storage.ts';
import type { Writing } from './changes.ts';

/** What had been written or submitted when the page went away, and had not reached the device's database yet. */
export interface Leftovers {
  drafts: Writing[];
  answers: Writing[];
}

const keyOf = (account_id: number) => `cw.outbox.left.${account_id}`;

/** The last moment of a page leaves no time for a transaction: this store is written at once. Nothing left removes it. */
export function keepLeftovers(account_id: number, left: Leftovers): void {
  keep('device', keyOf(account_id), left.drafts.length + left.answers.length === 0 ? null : JSON.stringify(left));
}

export function readLeftovers(account_id: number): Leftovers | null {
  const left = readKeptJson<Partial<Leftovers>>('device', keyOf(account_id));
  return left && Array.isArray(left.drafts) && Array.isArray(left.answers) ? { drafts: left.drafts, answers: left.answers } : null;
}
