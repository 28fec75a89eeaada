import type { Run } from './calls.ts';

/** The interval at which a run under way is checked while its page is open. */
export const LOOK_AGAIN_MS = 1_500;
/** Someone else may answer it. */
const LOOK_AT_PAUSED_MS = 5_000;

type Status = Run['status'];

/** Checks whether a run continues automatically. */
export const isUnderWay = (status: Status): boolean => status === 'waiting' || status === 'running';

/** Checks whether a run has not ended: it is under way, or waits for someone's answer. */
export const isAlive = (status: Status): boolean => isUnderWay(status) || status === 'paused';

/** Returns the time until which a run waits for Google's quota; null if it does not wait. */
export const waitsUntil = ({ status, waits_until }: Run): string | null => (isUnderWay(status) ? waits_until : null);

/**
 * Returns the time until the next check of a run, in milliseconds; false if it has ended. A run that is not loaded yet
 * counts as under way.
 */
export function computePollDelay(run: Run | undefined, underWayMs = LOOK_AGAIN_MS): number | false {
  if (run === undefined || isUnderWay(run.status)) return underWayMs;
  return run.status === 'paused' ? LOOK_AT_PAUSED_MS : false;
}

const COUNTS = ['made', 'changed', 'ended', 'sent', 'refused', 'conflicts'] as const;
/** Lists the counts that are above zero. */
export const countsOf = (run: Run): { key: (typeof COUNTS)[number]; count: number }[] =>
  COUNTS.map((key) => ({ key, count: run.counts[key] })).filter(({ count }) => count > 0);

/** Checks whether a class is undecided: it could be created here, and is neither linked nor left out. */
export const isUndecided = ({ course_id, is_ignored, state }: { course_id: number | null; is_ignored: boolean; state: string }): boolean =>
  course_id === null && !is_ignored && state === 'ACTIVE';
