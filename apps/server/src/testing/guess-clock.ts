/** A clock that is stopped until it is moved. Sleepers wake in the order of their times. */
export interface GuessClock {
  nowMs: () => number;
  sleep: (ms: number) => Promise<void>;
  advance: (ms: number) => Promise<void>;
}

export function createGuessClock(): GuessClock {
  let now = 0;
  const sleepers: { atMs: number; wake: () => void }[] = [];
  // Consecutive promises settle before the clock moves on.
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
