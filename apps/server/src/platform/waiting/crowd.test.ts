import { expect, test } from 'vitest';
import { Crowd, type Patience } from './crowd.ts';

function crowdAt(): { crowd: Crowd; passAfter: (callsEach100Ms: number, patience?: Patience) => Promise<number> } {
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
    async passAfter(callsEach100Ms, patience) {
      const from = now;
      calls = callsEach100Ms;
      await crowd.pass(patience);
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

test('[B2838] what can wait longer lets a class that works alone go first, for as long as it says', async () => {
  const { crowd, passAfter } = crowdAt();
  for (let call = 0; call < 5; call += 1) crowd.add();
  expect(await passAfter(1)).toBe(0); // ten calls a second are few for other work
  expect(await passAfter(1, { manyASecond: 4, longestMs: 60_000 })).toBe(60_000);
  expect(crowd.isMany(4)).toBe(true);
  expect(await passAfter(0, { manyASecond: 4, longestMs: 60_000 })).toBeLessThanOrEqual(1_000);
  expect(crowd.isMany(4)).toBe(false);
});

test('[B2995] a short piece of work begins where no call came for a moment, and soon in any case', async () => {
  let now = 1_000_000;
  let isCalled = false;
  const crowd = new Crowd({
    nowMs: () => now,
    wait: async (ms) => {
      now += ms;
      if (isCalled) crowd.add();
    },
  });
  const waits = async (): Promise<number> => {
    const from = now;
    await crowd.gap();
    return now - from;
  };
  expect(await waits()).toBe(0);
  crowd.add();
  now += 10;
  expect(await waits()).toBe(15);
  crowd.addElsewhere(50); // they use other threads
  expect(await waits()).toBe(0);
  crowd.add();
  isCalled = true;
  expect(await waits()).toBe(50);
});
