import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Benches compare two ways in one run, in turns, so that other load on the machine affects both. */

export interface Rounds<Name extends string> {
  /** The measured functions. Each returns its time in milliseconds. */
  sides: Record<Name, () => Promise<number>>;
  rounds: number;
  warmUpRounds?: number;
}

export interface Spread {
  min: number;
  median: number;
  max: number;
}

/** Runs the sides in turns, every other round in reverse order. Returns each side's times without the warm-up. */
export async function interleave<Name extends string>({ sides, rounds, warmUpRounds = 2 }: Rounds<Name>): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round < rounds + warmUpRounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const ms = await sides[name]();
      if (round >= warmUpRounds) times[name].push(ms);
    }
  }
  return times;
}

/** Computes the spread. @throws RangeError for an empty list. */
export function spreadOf(times: readonly number[]): Spread {
  if (times.length === 0) throw new RangeError('nothing was measured');
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!;
  return { min: sorted[0]!, median, max: sorted.at(-1)! };
}

/** Returns the time that this share of all does not exceed, such as 0.95. */
export function percentileOf(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(times.length * share) - 1)]!;
}

/**
 * Returns how many times longer `side` takes than `reference`: the median of the ratios of each round, in which both
 * had the same machine load.
 */
export function ratioOf(side: readonly number[], reference: readonly number[]): Spread {
  return spreadOf(side.map((ms, round) => ms / reference[round]!));
}

/** Prints each side's spread and the ratio of every other side to the first. */
export function printComparison<Name extends string>(title: string, times: Record<Name, number[]>): void {
  const names = Object.keys(times) as Name[];
  const width = Math.max(...names.map((name) => name.length));
  console.log(title);
  for (const name of names) console.log(`  ${name.padEnd(width)}  ${describe(spreadOf(times[name]), 'ms')}`);
  const [reference, ...others] = names as [Name, ...Name[]];
  for (const name of others) console.log(`  ratio ${name} / ${reference}: ${describe(ratioOf(times[name], times[reference]), '')}`);
}

function describe({ min, median, max }: Spread, unit: string): string {
  const show = (value: number): string => `${value.toFixed(2)}${unit && ` ${unit}`}`;
  return `median ${show(median)} (min ${show(min)}, max ${show(max)})`;
}

/** Measures the process's growth while the work runs. */
export async function measureGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss;
  let most = before;
  let isRunning = true;
  const watch = (async () => {
    while (isRunning) {
      most = Math.max(most, process.memoryUsage().rss);
      await turn();
    }
  })();
  await work();
  isRunning = false;
  await watch;
  return most - before;
}

/** Measures the maximum growth in live memory while the work runs, in bytes. Garbage is collected constantly. */
export async function measureLiveGrowth(work: () => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, held())), 250);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return most - before;
}

/**
 * Measures the longest time that the event loop is blocked while the work runs, in milliseconds of its thread's
 * processor time. Delays by other programs do not count.
 */
export async function measureBlockedMs(work: () => Promise<unknown>): Promise<number> {
  const cpuMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [last, longest] = [cpuMs(), 0];
  const ticking = setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  try {
    await work();
  } finally {
    clearInterval(ticking);
  }
  return longest;
}

/**
 * Call this when a bench has measured everything. It fails and lists what is still open if the process does not end
 * within this time.
 */
export function requireExit(withinMs = 30_000): void {
  const timer = setTimeout(() => {
    console.error(`The bench does not end by itself. Still open: ${process.getActiveResourcesInfo().join(', ')}.`);
    process.exit(1);
  }, withinMs);
  timer.unref();
}
