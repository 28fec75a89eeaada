/** A repeatable random source: the same seed gives the same class. */
export interface Chance {
  /** Returns a number from 0 up to 1. */
  next: () => number;
  pick: <T>(items: readonly T[]) => T;
  /** Returns true for this share of all cases. */
  often: (share: number) => boolean;
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick: <T>(items: readonly T[]): T => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    often: (share) => next() < share,
  };
}
