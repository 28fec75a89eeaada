import { keep, readKeptJson } from '../../base/storage.ts';

const KEY = 'cw.stopped';
/** The server's time of an answer differs a little from that of the press; another answer differs more. */
const SAME_ANSWER_MS = 30_000;

interface Stopped {
  of: string;
  atMs: number;
  seconds: number;
}

/**
 * The time at which an answer stopped the student's timer: what was shown first stays, however the class's deadline is
 * moved later on. One answer at a time, for as long as the tab lives.
 */
export function keepStoppedAt(of: string, atMs: number, seconds: number): number {
  const kept = readKeptJson<Stopped>('tab', KEY);
  if (kept?.of === of && Math.abs(kept.atMs - atMs) < SAME_ANSWER_MS) return kept.seconds;
  keep('tab', KEY, JSON.stringify({ of, atMs, seconds } satisfies Stopped));
  return seconds;
}
