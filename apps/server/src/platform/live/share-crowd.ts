import { randomInt } from 'node:crypto';
import type { Crowd } from '../waiting/index.ts';
import type { Bus } from './bus/index.ts';

/** The name under which processes report their calls. No page can listen to it, since nobody is authorized for it. */
const ROOM = 'private-calls';
const REPORT_EVERY_MS = 500;
/** Fewer calls in that time are no crowd for any work. */
const REPORTED_FROM = 3;
/** The highest number of calls that a report is believed. */
const MAX_REPORTED = 10_000;

/**
 * Shares the rate of calls between processes: one that only does jobs sees no calls itself, and would not stand back.
 * A lost report makes work begin early, a forged one makes it wait as long as its patience lasts. Returns a function
 * that stops it.
 */
export function shareCrowd(crowd: Crowd, bus: Bus): () => void {
  const self = randomInt(2 ** 47);
  const timer = setInterval(() => {
    const calls = crowd.takeOwn();
    if (calls >= REPORTED_FROM) bus.say({ room: ROOM, epoch: self, at: calls });
  }, REPORT_EVERY_MS).unref();
  const stopHearing = bus.listen(({ room, epoch, at }) => {
    if (room === ROOM && epoch !== self) crowd.addElsewhere(Math.min(at, MAX_REPORTED));
  });
  return () => {
    clearInterval(timer);
    stopHearing();
  };
}
