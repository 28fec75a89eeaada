import { setTimeout as sleep } from 'node:timers/promises';
import { Pace } from '../pace.ts';

const MEGABYTE = 1024 * 1024;
/**
 * Of forms, for all people together. Every piece is memory of its own that has to be collected: a loop that answers a
 * lesson at the same time is not held up by so much.
 */
const BYTES_PER_SECOND = 8 * MEGABYTE;
/** Pictures come in at once. */
const AT_ONCE_BYTES = 8 * MEGABYTE;

const incoming = new Pace({ perSecond: BYTES_PER_SECOND, atOnce: AT_ONCE_BYTES });

/** Called with each piece of a file that comes in; while its promise is open, nothing more of that file is read. */
export function inTurn(bytes: number): Promise<void> | undefined {
  const ms = incoming.take(bytes);
  return ms === 0 ? undefined : sleep(ms);
}

/** For what nobody waits for: false while something else is waited for. */
export function hasRoom(): boolean {
  return incoming.hasRoom;
}
