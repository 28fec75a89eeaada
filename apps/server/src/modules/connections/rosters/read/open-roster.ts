import { createWorkers, WorkFailedError, type WorkLimits, WorkLimitError } from '../../../../platform/workers/index.ts';
import type { SentFile } from './open-parts.ts';
import type { Mappings, ReadOptions } from './recognise.ts';
import type { RosterBatch } from './roster.ts';
import { RosterProblem } from './roster-problem.ts';

/** The limits, ten times the cost of 20,000 people with 200,000 memberships in classes. */
const LIMITS: WorkLimits = { cpuMs: 60_000, memoryMb: 768 };
const AT_ONCE = 2;
const workers = createWorkers<{ files: readonly SentFile[]; mappings: Mappings; options: ReadOptions }, RosterBatch, 'rows', number>(
  new URL('./read-worker.ts', import.meta.url),
  { limits: LIMITS, atOnce: AT_ONCE },
);

/** A roster that is read in a thread. */
export interface OpenRoster {
  /** The batches, as `readRoster` makes them. @throws RosterProblem */
  batches: AsyncGenerator<RosterBatch>;
  /** Returns the number of rows read so far. */
  countRows: () => Promise<number>;
  /** Ends the thread at any point; the caller must call it eventually. */
  end: () => Promise<void>;
}

/** Reads a roster in its own thread. */
export async function openRoster(files: readonly SentFile[], mappings: Mappings, options: ReadOptions = { withGuardians: false }): Promise<OpenRoster> {
  const running = await workers.begin({ files, mappings, options });
  async function* batches(): AsyncGenerator<RosterBatch> {
    try {
      yield* running.batches();
    } catch (error) {
      if (error instanceof WorkLimitError) throw new RosterProblem('tooCostly');
      if (!(error instanceof WorkFailedError) || error.name !== 'RosterProblem') throw error;
      throw new RosterProblem(error.details['problem'] as string, error.details['params'] as RosterProblem['params']);
    }
  }
  return { batches: batches(), countRows: () => running.ask('rows'), end: () => running.end() };
}
