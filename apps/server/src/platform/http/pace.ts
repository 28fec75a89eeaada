import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { Pace, Paces } from '../pace.ts';

const MEGABYTE = 1024 * 1024;
/**
 * Of forms, for all people together. Every piece is memory of its own that has to be collected: a loop that answers a
 * lesson at the same time is not held up by so much.
 */
const BYTES_PER_SECOND = 8 * MEGABYTE;
/** Pictures come in at once. */
const AT_ONCE_BYTES = 8 * MEGABYTE;

/** Of one person's forms, once the first have come: so that the others' lessons do not pay for what one sends. */
const OF_A_PERSON = { perSecond: 3 * MEGABYTE, atOnce: 8 * MEGABYTE };

const incoming = new Pace({ perSecond: BYTES_PER_SECOND, atOnce: AT_ONCE_BYTES });
const ofPeople = new Paces(OF_A_PERSON);

/** Whose pieces are counted together. */
export const senderOf = ({ actor, ip }: FastifyRequest): string => String(actor?.accountId ?? ip);

/** Called with each piece of a file that comes in; while its promise is open, nothing more of that file is read. */
export function inTurn(bytes: number, sender: string | null): Promise<void> | undefined {
  const ms = Math.max(incoming.take(bytes), sender === null ? 0 : ofPeople.take(sender, bytes));
  return ms === 0 ? undefined : sleep(ms);
}

/** Forgets who sends no more. */
export function forgetIdleSenders(): void {
  ofPeople.sweep();
}

/** For what nobody waits for: false while something else is waited for. */
export function hasRoom(): boolean {
  return incoming.hasRoom;
}
