import { writeDraft, type Writing } from './changes.ts';
import type { Attempt, Outcome } from './deliver.ts';
import { standingOf, type OutboxItem } from './item.ts';

/** Browsers limit calls that outlive a page to 64 KiB in total. */
const MOST_BYTES = 60_000;

interface Leaving {
  items: readonly OutboxItem[];
  /** Drafts that are not yet in the device's database. */
  unwritten: readonly Writing[];
  token: string;
  send: (item: OutboxItem, attempt: Attempt) => Promise<Outcome>;
  settle: (item: OutboxItem, outcome: Outcome) => Promise<void>;
}

/**
 * Hands waiting items to the browser as the page closes, without waiting for database or lock. A later repeat is
 * harmless. Items that do not fit stay on the device.
 */
export function sendWhileLeaving({ items, unwritten, token, send, settle }: Leaving): void {
  const newest = unwritten.flatMap((one) => writeDraft(one)(items).put);
  const waiting = items.filter((item) => standingOf(item) === 'waiting' && !newest.some(({ key }) => key === item.key));
  let room = MOST_BYTES;
  for (const item of [...waiting, ...newest]) {
    room -= 400 + new TextEncoder().encode(JSON.stringify(item.comment)).length;
    if (room < 0) return;
    void send(item, { token, keepalive: true })
      .then((outcome) => settle(item, outcome))
      .catch(() => undefined);
  }
}
