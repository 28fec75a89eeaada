import { parseArgs } from 'node:util';

/** The storms to run. */
export interface Options {
  seeds: readonly number[];
  /** The number of installations side by side. */
  lanes: number;
  /** No storm starts after this many minutes. */
  minutes: number;
}

export const USAGE = `Storms over a lesson: phones, two web processes, one of jobs and a PostgreSQL of their own, and what can go wrong.

  npm run faults -- --seeds 100            a hundred seeds, from 1 on
  npm run faults -- --seeds 50 --first 401
  npm run faults -- --seed 17              one seed again

  --lanes 2     installations side by side
  --minutes 60  no storm begins later`;

/** Parses the options. @throws a sentence that names the wrong option. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seeds: { type: 'string', default: '20' },
      first: { type: 'string', default: '1' },
      seed: { type: 'string' },
      lanes: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '600' },
    },
  });
  const whole = (name: string, text: string, least: number, most: number): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most) throw new Error(`--${name} must be a whole number from ${least} to ${most}.`);
    return value;
  };
  const most = 2 ** 31;
  const first = whole('first', values.first, 0, most);
  const count = whole('seeds', values.seeds, 1, 100_000);
  const seeds = values.seed === undefined ? Array.from({ length: count }, (_, at) => first + at) : [whole('seed', values.seed, 0, most)];
  return { seeds, lanes: whole('lanes', values.lanes, 1, 16), minutes: whole('minutes', values.minutes, 1, 10_000) };
}
