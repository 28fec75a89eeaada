import { keep, readKeptJson } from '../../base/storage.ts';

const KEY = 'cw.stopped';
/**
 * The server's time of an answer differs a little from the time of the press. A larger difference means another answer.
 */
const SAME_ANSWER_MS = 30_000;

interface Stopped {
  of: string;
  atMs: number;
  seconds: number;
}

/**
 * Keeps the time at which an answer stopped the student's timer. The first displayed value stays, even if the class's
 * deadline is moved later. One answer at a time, for the lifetime of the tab.
 */
export function keepStoppedAt(of: string, atMs: number, seconds: number): number {
  const kept = readKeptJson<Stopped>('tab', KEY);
  if (kept?.of === of && Math.abs(kept.atMs - atMs) < SAME_ANSWER_MS) return kept.seconds;
  keep('tab', KEY, JSON.stringify({ of, atMs, seconds } satisfies Stopped));
  return seconds;
}
