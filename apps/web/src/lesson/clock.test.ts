import { expect, test } from 'vitest';
import { createServerClock } from './clock.ts';

const SERVER = Date.parse('2026-11-20T10:00:00.000Z');
const at = (ms: number) => new Date(SERVER + ms).toISOString();

/** A device whose steady counter starts at 0 and whose clock is off by `offMs`. */
function device(offMs: number) {
  const state = { steady: 0, off: offMs };
  return {
    state,
    clock: createServerClock(
      () => state.steady,
      () => SERVER + state.steady + state.off,
    ),
  };
}

test('[B018] [L248] a device whose clock is wrong by an hour counts by the server’s', () => {
  const { state, clock } = device(3_600_000);
  state.steady = 200;
  clock.observe(at(100), 0, 200);
  expect(clock.now() - SERVER).toBe(200);
  state.steady = 60_200;
  expect(clock.now() - SERVER).toBe(60_200);
});

test('the quickest answer is believed, a slow one does not spoil it', () => {
  const { state, clock } = device(0);
  state.steady = 40;
  clock.observe(at(20), 0, 40);
  state.steady = 5_000;
  clock.observe(at(1_100), 1_000, 5_000); // four seconds under way
  expect(clock.now() - SERVER).toBe(5_000);
});

test('an answer that the estimate cannot be right with is believed, however slow', () => {
  const { state, clock } = device(0);
  clock.observe(at(0), 0, 0);
  state.steady = 2_000;
  clock.observe(at(85_500), 1_000, 2_000); // somebody set the server's clock
  expect(clock.now() - SERVER).toBe(86_000);
});

test('an event shows that the server’s clock is at least there', () => {
  const { clock } = device(-60_000);
  clock.observeEvent(at(0));
  expect(clock.now() - SERVER).toBe(0);
  clock.observeEvent(at(-5_000));
  expect(clock.now() - SERVER).toBe(0);
});

test('a device that slept asks anew', () => {
  const { state, clock } = device(0);
  clock.observe(at(0), 0, 0);
  expect(clock.isDoubtful()).toBe(false);
  state.off = 30_000; // the clock went on, the counter did not
  expect(clock.isDoubtful()).toBe(true);
  state.steady = 100;
  clock.observe(at(30_090), 80, 100);
  expect(clock.isDoubtful()).toBe(false);
  expect(clock.now() - SERVER).toBe(30_100);
});

test('nonsense for a time changes nothing', () => {
  const { clock } = device(0);
  clock.observe('soon', 0, 0);
  expect(clock.now()).toBe(SERVER);
});
