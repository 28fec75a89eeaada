/** Failures are forgotten after a quarter of an hour without another. */
export const MEMORY_MS = 15 * 60_000;
const LONGEST_DELAY_MS = 8_000;
/** Longer than a try may stand in lanes and in the queue of hashes; a process that died gives its places back after that. */
export const LONGEST_TRY_MS = 90_000;
/** Whoever was told to ask again and does not within this is gone. */
const LATE_MS = 1_000;
/** Where others are being looked at, or come first, it is asked again by and by. */
export const LONGEST_PAUSE_MS = 1_000;

/** What one process has in a lane. */
interface Hold {
  process: string;
  /** Tries that are being looked at; until when they may be. */
  running: number;
  runningUntilMs: number;
  /** Its next try: the least rank of all processes comes first, of those the one that has waited longest. */
  next: { rank: number; sinceMs: number; untilMs: number } | null;
}

/** What all processes know of a lane. Times are those of one clock. */
export interface LaneState {
  failures: number;
  lastMs: number;
  /** Those that were told of since nothing was remembered, refused ones included. */
  tries: number;
  holds: readonly Hold[];
}

export interface Bid {
  process: string;
  /** Failures that cost nothing here. */
  free: number;
  rank: number;
  waitedMs: number;
  /** Tries that the process has not told of. */
  newTries: number;
}

/**
 * `failures` before this one; `tries` and `running` with it. `dueInMs`: when it may begin; 0 where others come first, null
 * where another of the same process must end first.
 */
export type Answer = { isAdmitted: true; failures: number; tries: number; running: number } | { isAdmitted: false; failures: number; dueInMs: number | null };

export const nothing: LaneState = { failures: 0, lastMs: 0, tries: 0, holds: [] };

/** Between a failure beyond the free ones and the next try. */
export function delayMs(beyond: number): number {
  return beyond < 0 ? 0 : Math.min(LONGEST_DELAY_MS, 250 * 2 ** Math.min(10, beyond));
}

/** The state without what is over. */
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

/** When nothing is left to remember of it; null: nothing is already. */
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

/** Decides whether a process may begin its next try, which then counts as running. */
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

/** A try of a process is over. A right one forgives what came before where `forgives`. */
export function endTry(given: LaneState, process: string, { isFailure, forgives }: { isFailure: boolean; forgives: boolean }, nowMs: number): LaneState {
  const state = computeCurrent(given, nowMs);
  const own = holdOf(state, process);
  const ended = withHold(state, { ...own, running: Math.max(0, own.running - 1) });
  return isFailure ? addFailure(ended, nowMs) : computeCurrent({ ...ended, failures: forgives ? 0 : ended.failures }, nowMs);
}

/** Remembers a failure of a try that did not have to enter. */
export function addFailure(given: LaneState, nowMs: number): LaneState {
  const state = computeCurrent(given, nowMs);
  return { ...state, failures: state.failures + 1, lastMs: nowMs };
}
