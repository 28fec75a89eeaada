import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../../platform/database/index.ts';
import type { ClassroomSettings } from '../../../../platform/config.ts';
import { type Bucket, blockBucket, takeSlot } from './quota-queries.ts';

/** An error when a call is due later than the maximum wait. */
export class QuotaWait extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('Google’s quota');
    this.waitMs = waitMs;
  }
}

const WINDOW_MS = 60_000;
/**
 * The share of a window's calls that may be sent in a burst, while the rest are sent at the steady rate, so that no
 * window of a minute exceeds the quota: burst + rate × window = quota.
 */
const BURST_SHARE = 0.05;
/** The maximum wait in place; a call that is due later makes room for others. */
const MOST_WAIT_MS = 3_000;

export interface Quota {
  /** Waits until a call through this person's connection may be sent. @throws QuotaWait */
  take(subject: string): Promise<void>;
  /**
   * Records that Google reported too many calls for this person, or for all; `waitMs`: the wait it requested, if any.
   * Returns the wait.
   */
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
  /** Waits for this many milliseconds. */
  wait?: (ms: number) => Promise<unknown>;
}

/** Creates the quota: Google's two limits, per project and per person, shared by all processes. */
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
      await blockBucket(db, `person:${subject}`, sleepMs);
      return new QuotaWait(sleepMs);
    },
  };
}
