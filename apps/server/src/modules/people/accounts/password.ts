import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../../platform/clock.ts';
import { tooManyRequests } from '../../../platform/errors.ts';
import { Gate, type Turn } from '../../../platform/waiting/index.ts';
import { createWorkers } from '../../../platform/workers/index.ts';
import { PROFILE, type PasswordWork } from './password-work.ts';

const PROFILE_PREFIX = `$argon2id$v=19$m=${PROFILE.memoryCost},t=${PROFILE.timeCost},p=${PROFILE.parallelism}$`;

/** The number of threads: both processors of a small machine, since a class that signs in waits for nothing else. */
const AT_ONCE = 2;
/**
 * Separate threads that have a lower priority than the thread that handles calls. Otherwise three hundred wrong
 * passwords would take both cores of a small machine from a lesson.
 */
const threads = createWorkers<PasswordWork, string | boolean>(new URL('./password-worker.ts', import.meta.url), { atOnce: AT_ONCE });
/** The queue for hashing. When a whole school signs in, people wait in fair turns. */
const hashing = new Gate({ atOnce: AT_ONCE, maxWaiting: 3000, refusal: () => tooManyRequests(10) });
/** The turn for hashing that the server does on its own or for signed-in people. */
const OWN_TURN: Turn = { place: '', who: '' };

export function hashPassword(password: string, turn = OWN_TURN): Promise<string> {
  return hashing.run(turn, async () => String(await inThread({ password: password.normalize('NFKC'), passwordHash: null })));
}

async function inThread(work: PasswordWork): Promise<string | boolean> {
  const running = await threads.begin(work);
  try {
    const step = await running.batches().next();
    if (step.done) throw new Error('the thread has hashed nothing');
    return step.value;
  } finally {
    await running.end();
  }
}

/** Returns true when a hash was made with weaker settings than today's. */
export function isWeaklyHashed(passwordHash: string): boolean {
  return !passwordHash.startsWith(PROFILE_PREFIX);
}

/** The number of the latest checks whose durations are remembered, waiting included. */
const REMEMBERED_CHECKS = 32;
const tookMs: number[] = [];
let first: Promise<unknown> | null = null;

/**
 * Checks a password. Without a hash it takes as long as one of the latest checks and returns false, so that an unknown
 * email cannot be detected, and costs nobody else anything.
 */
export async function isPasswordRight(password: string, passwordHash: string | null, turn = OWN_TURN): Promise<boolean> {
  if (passwordHash === null) return pretend();
  const beganMs = monotonicMs();
  const isRight = await hashing.run(turn, async () => (await inThread({ password: password.normalize('NFKC'), passwordHash })) === true);
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
