import type { Run } from './calls.ts';

/** How often a run under way is asked about, while its page is looked at. */
export const LOOK_AGAIN_MS = 1_500;
/** Somebody else may answer it. */
const LOOK_AT_PAUSED_MS = 5_000;

type Status = Run['status'];

/** It goes on by itself. */
export const isUnderWay = (status: Status): boolean => status === 'waiting' || status === 'running';

/** It has not ended: it goes on, or waits for somebody's answer. */
export const isAlive = (status: Status): boolean => isUnderWay(status) || status === 'paused';

/** Until when a run waits for Google's quota; null: it does not. */
export const waitsUntil = ({ status, waits_until }: Run): string | null => (isUnderWay(status) ? waits_until : null);

/** When to ask about a run again, in milliseconds; false: it has ended. A run that was not read yet is asked about as one under way. */
export function lookAgainIn(run: Run | undefined, underWayMs = LOOK_AGAIN_MS): number | false {
  if (run === undefined || isUnderWay(run.status)) return underWayMs;
  return run.status === 'paused' ? LOOK_AT_PAUSED_MS : false;
}

const COUNTS = ['made', 'changed', 'ended', 'sent', 'refused', 'conflicts'] as const;
/** What there is more of than none. */
export const countsOf = (run: Run): { key: (typeof COUNTS)[number]; count: number }[] =>
  COUNTS.map((key) => ({ key, count: run.counts[key] })).filter(({ count }) => count > 0);

/** A class that nobody has decided about: it could be made here, and is neither linked nor left out. */
export const isUndecided = ({ course_id, is_ignored, state }: { course_id: number | null; is_ignored: boolean; state: string }): boolean =>
  course_id === null && !is_ignored && state === 'ACTIVE';
