import { createWorkers, WorkFailedError, type WorkLimits, WorkLimitError } from '../../../platform/workers/index.ts';
import type { SentFile } from './open-parts.ts';
import type { Mappings } from './recognise.ts';
import type { RosterBatch } from './roster.ts';
import { RosterProblem } from './roster-problem.ts';

/** Ten times what 20,000 people with 200,000 places in classes take. */
const LIMITS: WorkLimits = { cpuMs: 60_000, memoryMb: 768 };
const AT_ONCE = 2;
const workers = createWorkers<{ files: readonly SentFile[]; mappings: Mappings }, RosterBatch>(new URL('./read-worker.ts', import.meta.url), {
  limits: LIMITS,
  atOnce: AT_ONCE,
});

/** Reads a roster in a thread of its own, as `readRoster` does. @throws RosterProblem */
export async function* openRoster(files: readonly SentFile[], mappings: Mappings): AsyncGenerator<RosterBatch> {
  const running = await workers.begin({ files, mappings });
  try {
    yield* running.batches();
  } catch (error) {
    if (error instanceof WorkLimitError) throw new RosterProblem('tooCostly');
    if (!(error instanceof WorkFailedError) || error.name !== 'RosterProblem') throw error;
    throw new RosterProblem(error.details['problem'] as string, error.details['params'] as RosterProblem['params']);
  } finally {
    await running.end();
  }
}
