import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../../platform/database/index.ts';
import type { ClassroomSettings } from '../../../../platform/config.ts';
import { type Bucket, putToSleep, takeSlot } from './quota-queries.ts';

/** Thrown where a call is not due for longer than is waited for. */
export class QuotaWait extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('Google’s quota');
    this.waitMs = waitMs;
  }
}

const WINDOW_MS = 60_000;
/**
 * Of a window's calls so many may be sent at once, and the rest come at the steady rate, so that no window of a minute
 * ever holds more than is allowed: burst + rate × window = quota.
 */
const BURST_SHARE = 0.05;
/** Waited for where it stands; what is due later gives its place to others. */
const MOST_WAIT_MS = 3_000;

export interface Quota {
  /** Waits until a call through this person's connection may be sent. @throws QuotaWait */
  take(subject: string): Promise<void>;
  /** Google has said that it was too much for this person, or for all; `waitMs`: for how long, where it said so. Returns the wait. */
  exceeded(subject: string, waitMs: number | null): Promise<QuotaWait>;
}

const toBucket = (key: string, calls: number): Bucket => {
  const burst = Math.max(1, Math.floor(calls * BURST_SHARE));
  const everyMs = WINDOW_MS / (calls - burst);
  return { key, everyMs, aheadMs: (burst - 1) * everyMs };
};

interface QuotaOptions {
  db: Db;
  quota: ClassroomSettings['quota'];
  /** Lets so many milliseconds pass. */
  wait?: (ms: number) => Promise<unknown>;
}

/** Google's two limits, of the project and of each person, shared by all processes. */
export function createQuota({ db, quota, wait = sleep }: QuotaOptions): Quota {
  const bucketsOf = (subject: string) => [toBucket('project', quota.project), toBucket(`person:${subject}`, quota.person)];
  return {
    async take(subject) {
      const { waitMs, isTaken } = await takeSlot(db, bucketsOf(subject), MOST_WAIT_MS);
      if (!isTaken) throw new QuotaWait(waitMs);
      if (waitMs > 0) await wait(waitMs);
    },
    async exceeded(subject, waitMs) {
      const sleepMs = waitMs ?? WINDOW_MS;
      await putToSleep(db, `person:${subject}`, sleepMs);
      return new QuotaWait(sleepMs);
    },
  };
}
