import { isSamePlace, standingOf, type OutboxItem } from './item.ts';

/**
 * Which item to send now: the oldest that waits and is due, unless something older of the same form had to be put off
 * (the order within a form is kept). Null when there is none.
 */
export function nextItem(items: readonly OutboxItem[], putOff: readonly OutboxItem[], isDue: (item: OutboxItem) => boolean): OutboxItem | null {
  return items.find((item) => standingOf(item) === 'waiting' && isDue(item) && !putOff.some((other) => isSamePlace(other, item))) ?? null;
}
