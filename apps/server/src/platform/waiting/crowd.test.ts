import { expect, test } from 'vitest';
import { Crowd } from './crowd.ts';

function crowdAt(): { crowd: Crowd; passAfter: (callsEach100Ms: number) => Promise<number> } {
  let now = 1_000_000;
  let calls = 0;
  const crowd = new Crowd({
    nowMs: () => now,
    wait: async (ms) => {
      now += ms;
      for (let call = 0; call < calls; call += 1) crowd.add();
    },
  });
  return {
    crowd,
    async passAfter(callsEach100Ms) {
      const from = now;
      calls = callsEach100Ms;
      await crowd.pass();
      return now - from;
    },
  };
}

test('[B1350] what can wait goes on at once where few calls come', async () => {
  const { crowd, passAfter } = crowdAt();
  for (let call = 0; call < 10; call += 1) crowd.add();
  expect(await passAfter(0)).toBe(0);
});

test('[B1350] it waits until a rush is over, and no longer than five seconds', async () => {
  const { crowd, passAfter } = crowdAt();
  for (let call = 0; call < 50; call += 1) crowd.add();
  const waited = await passAfter(0);
  expect(waited).toBeGreaterThanOrEqual(500);
  expect(waited).toBeLessThanOrEqual(1_000);
  for (let call = 0; call < 50; call += 1) crowd.add();
  expect(await passAfter(5)).toBe(5_000);
});
