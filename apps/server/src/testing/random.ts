/** Repeatable random values: everything follows from the seed. */
export interface Random {
  /** Returns an integer from 0 to `below` - 1. */
  below: (below: number) => number;
  /** Returns true in so many percent of cases. */
  percent: (share: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
}

/** Creates a Mulberry32 generator: small, even enough for schedules, the same on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, percent: (share) => below(100) < share, pick: (from) => from[below(from.length)] as (typeof from)[number] };
}
