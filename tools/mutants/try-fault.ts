import type { Fault } from './list-faults.ts';
import type { Place } from './place-fault.ts';
import type { Tests } from './tests.ts';

/** The end of one fault. */
export interface Verdict {
  fault: Fault;
  /** The test that failed; null when the fault survived. */
  diedBy: string | null;
  /** True when the time ended before all tests ran. */
  isLate: boolean;
  files: { ran: number; of: number };
  seconds: number;
}

interface Trial {
  lists: readonly (readonly string[])[];
  limitMs: number;
  place: Place;
  tests: Pick<Tests, 'run'>;
  /** Files that passed once without any fault. */
  sound: Set<string>;
  isOver?: () => boolean;
}

/**
 * Places a fault and runs the tests that can notice it, until one fails or the time has ended. A file of tests that fails
 * must pass without the fault, else it says nothing and is left out.
 */
export async function tryFault(fault: Fault, { lists, limitMs, place, tests, sound, isOver = () => false }: Trial): Promise<Verdict> {
  const beganMs = performance.now();
  const leftMs = (): number => limitMs - (performance.now() - beganMs);
  const of = lists.flat().length;
  const verdict = (diedBy: string | null, ran: number): Verdict => ({
    fault,
    diedBy,
    isLate: diedBy === null && leftMs() <= 0,
    files: { ran, of },
    seconds: (performance.now() - beganMs) / 1000,
  });
  let ran = 0;
  for (const list of lists) {
    if (leftMs() <= 0 || isOver()) break;
    let files = list;
    while (files.length > 0) {
      place.place(fault);
      const hadMs = Math.max(leftMs(), 1);
      const outcome = await tests.run({ files, changed: fault.path }, hadMs);
      place.restore();
      if (isOver()) return verdict(null, ran);
      if (outcome === 'late') return verdict((await doEndWithin(hadMs / ENDLESS, files, fault, tests)) ? `${files.join(', ')} › they do not end` : null, ran);
      const { failed } = outcome;
      if (failed === null) break;
      if (await isSound(failed.file, fault, sound, tests)) return verdict(`${failed.file} › ${failed.test}`, ran);
      files = files.filter((file) => file !== failed.file);
    }
    ran += list.length;
  }
  return verdict(null, ran);
}

/** Tests that take this many times as long with the fault do not end by it. */
const ENDLESS = 4;

async function doEndWithin(limitMs: number, files: readonly string[], fault: Fault, tests: Pick<Tests, 'run'>): Promise<boolean> {
  const outcome = await tests.run({ files, changed: fault.path }, limitMs);
  return outcome !== 'late' && outcome.failed === null;
}

/** A test that has to be waited for longer than this without a fault says nothing about it. */
const SOUND_WITHIN_MS = 180_000;

async function isSound(file: string, fault: Fault, sound: Set<string>, tests: Pick<Tests, 'run'>): Promise<boolean> {
  if (sound.has(file)) return true;
  const outcome = await tests.run({ files: [file], changed: fault.path }, SOUND_WITHIN_MS);
  if (outcome === 'late' || outcome.failed !== null) return false;
  sound.add(file);
  return true;
}
