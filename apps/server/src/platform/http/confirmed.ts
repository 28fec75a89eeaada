import type { Endpoint } from '@classwright/contract';
import { appError } from '../errors.ts';
import type { Actor } from './context.ts';

/** The time for which a confirmation of who somebody is counts. */
const CONFIRMED_FOR_MS = 10 * 60_000;

/** @throws CONFIRM_FIRST when the caller of a call with `confirmed` last confirmed who they are too long ago */
export function requireConfirmed({ confirmed }: Pick<Endpoint, 'confirmed'>, { confirmedMsAgo }: Pick<Actor, 'confirmedMsAgo'>): void {
  if (confirmed && confirmedMsAgo > CONFIRMED_FOR_MS) throw appError('CONFIRM_FIRST');
}
