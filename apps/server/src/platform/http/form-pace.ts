import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { monotonicMs } from '../clock.ts';
import { Bucket, Paces } from '../waiting/index.ts';

const MEGABYTE = 1024 * 1024;
/**
 * The rate for forms of all people together. Every piece is memory that has to be collected; at this rate the event
 * loop still serves a lesson without delay.
 */
const BYTES_PER_SECOND = 8 * MEGABYTE;
/** Pictures are received without delay. */
const BURST_BYTES = 8 * MEGABYTE;

/** The rate for one person's forms, after a first burst, so that the lessons of others do not suffer. */
const OF_A_PERSON = { perSecond: 3 * MEGABYTE, burst: 8 * MEGABYTE };

const incoming = new Bucket({ perSecond: BYTES_PER_SECOND, burst: BURST_BYTES });
const ofPeople = new Paces(OF_A_PERSON);

/** Returns the sender whose data is counted together: the account, or else the address. */
export const senderOf = ({ actor, ip }: FastifyRequest): string => String(actor?.accountId ?? ip);

/**
 * Limits the rate of received files. Call it with each piece; read nothing more of that file while its promise is open.
 */
export function inTurn(bytes: number, sender: string | null): Promise<void> | undefined {
  const ms = Math.max(incoming.reserve(monotonicMs(), bytes), sender === null ? 0 : ofPeople.take(sender, bytes));
  return ms === 0 ? undefined : sleep(ms);
}

/** Deletes the state of senders who are idle. */
export function deleteIdleSenders(): void {
  ofPeople.sweep();
}

/** Returns false while a form is waiting. For work that nobody waits for. */
export function hasRoom(): boolean {
  return incoming.hasRoom(monotonicMs());
}
