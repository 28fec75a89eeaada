import { writeDraft, type Writing } from './changes.ts';
import type { Attempt, Outcome } from './deliver.ts';
import { standingOf, type OutboxItem } from './item.ts';

/** Browsers let calls that outlive a page carry 64 KiB together. */
const MOST_BYTES = 60_000;

interface Leaving {
  items: readonly OutboxItem[];
  /** Wordings that are still on their way to the device's database. */
  unwritten: readonly Writing[];
  token: string;
  send: (item: OutboxItem, attempt: Attempt) => Promise<Outcome>;
  settle: (item: OutboxItem, outcome: Outcome) => Promise<void>;
}

/**
 * Hands what waits to the browser while the page is being closed, without waiting for database or lock: a repeat later
 * is harmless. What does not fit stays on the device.
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
