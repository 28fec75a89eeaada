import type { EventEmitter } from 'node:events';
import { checkAwaited } from '../house-rules/awaited-rules.ts';
import { repository, type Source } from '../house-rules/source.ts';
import { checkWholeTables } from '../house-rules/whole-table-rules.ts';
import { chooseFaults } from './choose-faults.ts';
import type { Fault } from './list-faults.ts';
import type { Options } from './options.ts';
import { orderTests, parseChanged } from './order-tests.ts';
import { Place } from './place-fault.ts';
import { Tests } from './tests.ts';
import { tryFault, type Verdict } from './try-fault.ts';

interface Surroundings {
  sources: readonly Source[];
  print: (line: string) => void;
  /** The folder that holds the sources. */
  root?: string;
  /** The faults to try, in place of those that the seed draws. */
  faults?: readonly Fault[];
  /** The emitter of the signals that end a run. */
  signals?: EventEmitter;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const MAX_SHOWN = 100;

/** Tries the faults that the options draw. Returns the exit code: 1 when one survived or the run was interrupted. Every file is restored in any case. */
export async function runMutants(options: Options, { sources, print, root = repository, faults, signals = process }: Surroundings): Promise<number> {
  const drawn = (faults ?? chooseFaults(sources, options)).map((fault, index) => ({ fault, number: index + 1 }));
  const wanted = drawn.filter(({ number }) => options.at.length === 0 || options.at.includes(number));
  if (options.isList) {
    for (const { fault, number } of wanted) print(`${number} ${describe(fault)}`);
    return 0;
  }
  const place = new Place(root);
  const leftover = place.restoreLeftover();
  if (leftover !== null) print(`${leftover} held a fault of a run that was killed, and is restored.`);
  const tests = new Tests(root);
  let isOver = false;
  const end = (): void => {
    isOver = true;
    place.restore();
    void tests.end();
  };
  for (const signal of SIGNALS) signals.on(signal, end);
  const sound = new Set<string>();
  const verdicts: Verdict[] = [];
  try {
    for (const { fault, number } of wanted) {
      const { changed } = parseChanged(fault, sources);
      const [refused] = [...checkAwaited([changed]), ...checkWholeTables([changed])];
      const lists = orderTests(fault, sources);
      const verdict: Verdict = refused
        ? { fault, diedBy: `npm run check › ${refused.problem}`, isLate: false, files: { ran: 0, of: 0 }, seconds: 0 }
        : await tryFault(fault, { lists, limitMs: options.minutes * 60_000, place, tests, sound, isOver: () => isOver });
      if (isOver) break;
      verdicts.push(verdict);
      print(`${number} ${describe(fault)}\n  ${describeEnd(verdict)}`);
    }
  } finally {
    place.restore();
    await tests.end();
    for (const signal of SIGNALS) signals.off(signal, end);
  }
  const survived = verdicts.filter(({ diedBy }) => diedBy === null);
  print(`Seed ${options.seed}: ${verdicts.length} faults, ${verdicts.length - survived.length} died, ${survived.length} survived.`);
  return survived.length > 0 || verdicts.length < wanted.length ? 1 : 0;
}

function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}

const describe = ({ path, line, kind, before, after }: Fault): string => `${path}:${line} ${kind}: ${inOneLine(before)} → ${inOneLine(after)}`;

function describeEnd({ diedBy, isLate, files, seconds }: Verdict): string {
  const took = `${seconds.toFixed(0)} s`;
  if (diedBy !== null) return `died (${took}) by ${diedBy}`;
  return `SURVIVED ${files.ran} of ${files.of} files of tests (${took}${isLate ? ', the time ended' : ''})`;
}
