/** The time without another failure after which failures are cleared: a quarter of an hour. */
export const MEMORY_MS = 15 * 60_000;
const LONGEST_DELAY_MS = 8_000;
/**
 * The longest time that an attempt may spend in lanes and in the queue for hashing. After it, the slots of a process
 * that died are free again.
 */
export const LONGEST_TRY_MS = 90_000;
/** The time after which a process that was asked to try again, and did not, counts as gone. */
const LATE_MS = 1_000;
/** The longest pause before a process asks again while others are checked or come first. */
export const LONGEST_PAUSE_MS = 1_000;

/** The attempts that one process has in a lane. */
interface Hold {
  process: string;
  /** The number of attempts being checked, and the time until which they may be. */
  running: number;
  runningUntilMs: number;
  /**
   * The next attempt of the process. The lowest rank of all processes comes first, and among equal ranks the one that
   * has waited longest.
   */
  next: { rank: number; sinceMs: number; untilMs: number } | null;
}

/** The state of a lane that all processes share. All times use the same clock. */
export interface LaneState {
  failures: number;
  lastMs: number;
  /** The attempts reported since the state was last empty, including refused ones. */
  tries: number;
  holds: readonly Hold[];
}

export interface Bid {
  process: string;
  /** The number of failures that cost nothing here. */
  free: number;
  rank: number;
  waitedMs: number;
  /** Attempts that the process has not reported yet. */
  newTries: number;
}

/**
 * `failures` before this one; `tries` and `running` include it. `dueInMs`: when it may begin; 0 where others come
 * first, null where another attempt of the same process must end first.
 */
export type Answer = { isAdmitted: true; failures: number; tries: number; running: number } | { isAdmitted: false; failures: number; dueInMs: number | null };

export const nothing: LaneState = { failures: 0, lastMs: 0, tries: 0, holds: [] };

/** The delay between a failure beyond the free ones and the next attempt. */
export function delayMs(beyond: number): number {
  return beyond < 0 ? 0 : Math.min(LONGEST_DELAY_MS, 250 * 2 ** Math.min(10, beyond));
}

/** Returns the state without expired parts. */
export function computeCurrent({ failures, lastMs, tries, holds }: LaneState, nowMs: number): LaneState {
  const left = holds
    .map((hold) => ({
      ...hold,
      running: hold.runningUntilMs < nowMs ? 0 : hold.running,
      next: hold.next && hold.next.untilMs < nowMs ? null : hold.next,
    }))
    .filter(({ running, next }) => running > 0 || next !== null);
  const remembered = nowMs - lastMs > MEMORY_MS ? 0 : failures;
  return { failures: remembered, lastMs, tries: remembered === 0 && left.length === 0 ? 0 : tries, holds: left };
}

/** Returns the time after which nothing is remembered, or null when nothing is remembered already. */
export function computeEndMs({ failures, lastMs, holds }: LaneState): number | null {
  const ends = [
    ...(failures > 0 ? [lastMs + MEMORY_MS] : []),
    ...holds.flatMap(({ running, runningUntilMs, next }) => [...(running > 0 ? [runningUntilMs] : []), ...(next ? [next.untilMs] : [])]),
  ];
  return ends.length > 0 ? Math.max(...ends) : null;
}

const holdOf = ({ holds }: LaneState, process: string): Hold =>
  holds.find((hold) => hold.process === process) ?? { process, running: 0, runningUntilMs: 0, next: null };

const withHold = (state: LaneState, hold: Hold): LaneState => ({ ...state, holds: [...state.holds.filter(({ process }) => process !== hold.process), hold] });

/** Decides whether a process may begin its next attempt, which then counts as running. */
export function decideBid(given: LaneState, { process, free, rank, waitedMs, newTries }: Bid, nowMs: number): { state: LaneState; answer: Answer } {
  const current = computeCurrent(given, nowMs);
  const state = { ...current, tries: current.tries + newTries };
  const own = holdOf(state, process);
  const sinceMs = nowMs - waitedMs;
  const running = state.holds.reduce((sum, hold) => sum + hold.running, 0);
  const beyond = state.failures - free;
  const admit = () => ({
    state: withHold(state, { ...own, running: own.running + 1, runningUntilMs: nowMs + LONGEST_TRY_MS, next: null }),
    answer: { isAdmitted: true, failures: state.failures, tries: state.tries, running: running + 1 } as const,
  });
  if (beyond + running < 0) return admit();
  const dueInMs = Math.max(0, state.lastMs + delayMs(beyond) - nowMs);
  const isBehind = state.holds.some(
    ({ process: other, next }) => other !== process && next && (next.rank < rank || (next.rank === rank && next.sinceMs < sinceMs)),
  );
  if (running === 0 && dueInMs === 0 && !isBehind) return admit();
  const untilMs = nowMs + Math.max(dueInMs, LONGEST_PAUSE_MS) + LATE_MS;
  return {
    state: withHold(state, { ...own, next: { rank, sinceMs, untilMs } }),
    answer: { isAdmitted: false, failures: state.failures, dueInMs: running === 0 ? dueInMs : running === own.running ? null : 0 },
  };
}

/** Ends an attempt of a process. A right one clears earlier failures where `forgives`. */
export function endTry(given: LaneState, process: string, { isFailure, forgives }: { isFailure: boolean; forgives: boolean }, nowMs: number): LaneState {
  const state = computeCurrent(given, nowMs);
  const own = holdOf(state, process);
  const ended = withHold(state, { ...own, running: Math.max(0, own.running - 1) });
  return isFailure ? addFailure(ended, nowMs) : computeCurrent({ ...ended, failures: forgives ? 0 : ended.failures }, nowMs);
}

/** Records a failure of an attempt that did not have to enter. */
export function addFailure(given: LaneState, nowMs: number): LaneState {
  const state = computeCurrent(given, nowMs);
  return { ...state, failures: state.failures + 1, lastMs: nowMs };
}
