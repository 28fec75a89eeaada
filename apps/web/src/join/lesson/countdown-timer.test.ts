import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '../../base/store.ts';
import { active, DEADLINE } from '../testing/lesson-data.ts';
import { createCountdown, type Countdown } from './countdown-timer.ts';
import { NOTHING_KNOWN, takeActive, type LessonModel } from './model.ts';

const connection = vi.hoisted(() => ({ status: 'online' }));
vi.mock('../../base/realtime.ts', () => ({ connectionStore: { get: () => connection, subscribe: () => () => undefined } }));

const START = Date.parse(DEADLINE) - 10_000;
const model = createStore<LessonModel>(takeActive(NOTHING_KNOWN, active()));
const askTime = vi.fn<() => void>();
const onTimeUp = vi.fn<() => void>();
let countdown: Countdown;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  askTime.mockClear();
  onTimeUp.mockClear();
  const clock = { now: () => Date.now(), isDoubtful: () => false, observe: () => undefined, observeEvent: () => undefined };
  countdown = createCountdown({ clock, model, mode: () => 'answering', askTime, onTimeUp, random: () => 0 });
  countdown.refresh();
});
afterEach(() => {
  countdown.stop();
  vi.useRealTimers();
});

test('[L253] the timer counts down once per second', () => {
  const seen: number[] = [];
  countdown.seconds.subscribe(() => seen.push(countdown.seconds.get()));
  expect(countdown.seconds.get()).toBe(10);
  vi.advanceTimersByTime(5_050);
  expect(seen).toEqual([9, 8, 7, 6, 5]);
});

test('[L254] at 0:00 the last words are sent, once', () => {
  vi.advanceTimersByTime(9_900);
  expect(onTimeUp).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(onTimeUp).toHaveBeenCalledTimes(1);
  expect(countdown.seconds.get()).toBe(0);
});

test('[L257] with the socket up nothing asks for the time; with it down every six ticks do', () => {
  connection.status = 'online';
  vi.advanceTimersByTime(9_000);
  expect(askTime).not.toHaveBeenCalled();
  vi.setSystemTime(START);
  countdown.refresh();
  connection.status = 'offline';
  vi.advanceTimersByTime(5_900);
  const first = askTime.mock.calls.length;
  vi.advanceTimersByTime(6_000);
  connection.status = 'online';
  expect(first).toBeLessThanOrEqual(1);
  expect(askTime.mock.calls.length - first).toBe(1);
});
