import { expect, test } from 'vitest';
import { msToNextTick, reminderAt, shareLeft } from './countdown.ts';

test('[ux] the countdown speaks at 60, 30 and 10 seconds, once each', () => {
  const spoken = Array.from({ length: 90 }, (_, index) => reminderAt(91 - index, 90 - index)).filter((seconds) => seconds !== null);
  expect(spoken).toEqual([60, 30, 10]);
});

test('a jump over several reminders speaks the last one', () => {
  expect(reminderAt(70, 8)).toBe(10);
});

test('nothing is spoken on arriving, when time is added, and at the end', () => {
  expect([reminderAt(null, 30), reminderAt(25, 60), reminderAt(1, 0)]).toEqual([null, null, null]);
});

test('the track shows the share of the time that is left', () => {
  expect([shareLeft(0, 100, 25), shareLeft(0, 100, 250), shareLeft(0, 100, -5), shareLeft(5, 5, 5)]).toEqual([0.75, 0, 1, 0]);
});

test('ticks fall just after the second, once each, also when a timer fires a little early or late, and after the deadline', () => {
  let now = 0;
  const seen: number[] = [];
  for (let index = 0; index < 12; index += 1) {
    now += msToNextTick(10_000, now) + [0, -1, 3, 12][index % 4]!;
    seen.push(Math.max(0, Math.ceil((10_000 - now) / 1_000)));
  }
  expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]);
});
