/** A clock that stands still until it is moved: whoever sleeps wakes in the order of the hours. */
export interface GuessClock {
  nowMs: () => number;
  sleep: (ms: number) => Promise<void>;
  advance: (ms: number) => Promise<void>;
}

export function createGuessClock(): GuessClock {
  let now = 0;
  const sleepers: { atMs: number; wake: () => void }[] = [];
  // promises that follow one another settle before the clock goes on
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    nowMs: () => now,
    sleep: (ms) => new Promise((resolve) => void sleepers.push({ atMs: now + ms, wake: resolve })),
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        sleepers.sort((a, b) => a.atMs - b.atMs);
        const next = sleepers[0];
        if (!next || next.atMs > end) break;
        sleepers.shift();
        now = next.atMs;
        next.wake();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}
