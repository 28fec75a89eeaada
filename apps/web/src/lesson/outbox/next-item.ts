import { isSamePlace, standingOf, type OutboxItem } from './item.ts';

/**
 * Returns the next item to send: the oldest that waits and is due, unless an older one of the same form was postponed
 * (the order within a form is kept). Null if there is none.
 */
export function nextItem(items: readonly OutboxItem[], putOff: readonly OutboxItem[], isDue: (item: OutboxItem) => boolean): OutboxItem | null {
  return items.find((item) => standingOf(item) === 'waiting' && isDue(item) && !putOff.some((other) => isSamePlace(other, item))) ?? null;
}
