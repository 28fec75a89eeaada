import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { monotonicMs } from '../../platform/clock.ts';
import { appError } from '../../platform/errors.ts';
import { FairQueue, type Turn } from '../../platform/fair-queue.ts';

/** OWASP's argon2id profile (19 MiB, two passes, one lane); argon2id is the library's default algorithm. */
const PROFILE = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PROFILE_PREFIX = `$argon2id$v=19$m=${PROFILE.memoryCost},t=${PROFILE.timeCost},p=${PROFILE.parallelism}$`;

/** Two at a time leave the other threads of this process to files; a school that signs in at once waits in fair turns. */
const hashing = new FairQueue({ atOnce: 2, longest: 3000, refusal: () => appError('TOO_MANY_REQUESTS', { seconds: 10 }) });
/** What the server hashes by itself, and for people who are signed in. */
const OWN_TURN: Turn = { place: '', who: '' };

export function hashPassword(password: string, turn = OWN_TURN): Promise<string> {
  return hashing.run(turn, () => hash(password.normalize('NFKC'), PROFILE));
}

/** Whether a hash was made with less than what is asked for today. */
export function isWeaklyHashed(passwordHash: string): boolean {
  return !passwordHash.startsWith(PROFILE_PREFIX);
}

/** What the latest checks took, the wait for their turn included. */
const REMEMBERED_CHECKS = 32;
const tookMs: number[] = [];
let first: Promise<unknown> | null = null;

/**
 * Checks a password. Without a hash it takes what one of the latest checks took and says no, so that an unknown e-mail
 * cannot be told apart, and costs nobody else anything.
 */
export async function isPasswordRight(password: string, passwordHash: string | null, turn = OWN_TURN): Promise<boolean> {
  if (passwordHash === null) return pretend();
  const beganMs = monotonicMs();
  const isRight = await hashing.run(turn, () => verify(passwordHash, password.normalize('NFKC')));
  if (tookMs.push(monotonicMs() - beganMs) > REMEMBERED_CHECKS) tookMs.shift();
  return isRight;
}

async function pretend(): Promise<false> {
  if (tookMs.length === 0) {
    const beganMs = monotonicMs();
    first ??= hashPassword('a password that nobody has').then(() => tookMs.push(monotonicMs() - beganMs));
    await first;
    return false;
  }
  await sleep(tookMs[randomInt(tookMs.length)]);
  return false;
}
