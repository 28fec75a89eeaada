import { parseArgs } from 'node:util';

export interface Options {
  seed: number;
  count: number;
  /** Only files whose path begins with this. */
  only: string;
  /** Tests of one fault run no longer than this. */
  minutes: number;
  /** The numbers of the drawn faults to try; all when empty. */
  at: readonly number[];
  /** Print the faults without running any test. */
  isList: boolean;
}

export const USAGE =
  'npm run mutants -- --seed N --count N [--only FOLDER] [--at 3,17] [--minutes 1.5] [--list]: small faults over all modules, drawn by the seed, and the test that notices each.';

/** Parses the options. @throws a sentence that names the wrong option. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '20' },
      only: { type: 'string', default: '' },
      at: { type: 'string', default: '' },
      minutes: { type: 'string', default: '4' },
      list: { type: 'boolean', default: false },
    },
  });
  const whole = (name: 'seed' | 'count', least: number, most: number): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < least || value > most) throw new Error(`--${name} must be a whole number from ${least} to ${most}.`);
    return value;
  };
  const minutes = Number(values.minutes);
  if (!(minutes >= 0.5 && minutes <= 60)) throw new Error('--minutes must be a number from 0.5 to 60.');
  const at = values.at === '' ? [] : values.at.split(',').map(Number);
  if (at.some((number) => !Number.isInteger(number) || number < 1)) throw new Error('--at must be numbers of faults, as 3,17.');
  return { at, seed: whole('seed', 0, 2 ** 31), count: whole('count', 1, 100_000), only: values.only, minutes, isList: values.list };
}
