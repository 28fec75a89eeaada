/** Benches compare two ways in one run, in turns, so that whatever else the machine does falls on both. */
export interface Rounds<Name extends string> {
  /** What is measured: returns its time in milliseconds. */
  sides: Record<Name, () => Promise<number>>;
  rounds: number;
  warmUpRounds?: number;
}
export interface Spread {
  min: number;
  median: number;
  max: number;
}
/** Runs the sides in turns, every other round the other way round. Returns each side's times, warm-up left out. */
export declare function interleave<Name extends string>({ sides, rounds, warmUpRounds }: Rounds<Name>): Promise<Record<Name, number[]>>;
/** @throws RangeError for an empty list. */
export declare function spreadOf(times: readonly number[]): Spread;
/** The time that so great a share of all is not above, such as 0.95. */
export declare function percentileOf(times: readonly number[], share: number): number;
/** How many times longer `side` takes than `reference`: the median of the ratios of each round, which share the machine's mood. */
export declare function ratioOf(side: readonly number[], reference: readonly number[]): Spread;
/** Prints each side's spread and the ratio of every other side to the first. */
export declare function printComparison<Name extends string>(title: string, times: Record<Name, number[]>): void;
/** What the process grows to while some work runs, beyond what it had. */
export declare function growthOf(work: () => Promise<unknown>): Promise<number>;
