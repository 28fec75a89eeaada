import type { Tx } from '../../../../platform/database/index.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { enqueuePlan } from './enqueue-plan.ts';
import { restartRun, findRun, lockUnitStates, setRunStatus } from './queries.ts';
import { publishRunProgress } from './publish-run.ts';

/**
 * Reports that a unit ended, and after the last one restarts the run if somebody requested it again, or ends it:
 * `failed` if nothing could be done, `partly` if something could not.
 */
export async function endRunIfOver(tx: Tx, deps: Pick<SyncDependencies, 'jobs' | 'telling'>, runId: number): Promise<void> {
  await publishRunProgress(tx, deps, runId);
  const { waiting, paused, failed, done } = await lockUnitStates(tx, runId);
  if (waiting > 0 || paused > 0) return;
  if (await restartRun(tx, runId)) return enqueuePlan(tx, deps, runId);
  const run = await findRun(tx, runId);
  if (!run) return;
  const hasProblem = failed > 0 || run.failure !== null || run.refused > 0;
  await setRunStatus(tx, runId, failed > 0 && done === 0 ? 'failed' : hasProblem && run.mode !== 'preview' ? 'partly' : 'finished');
}
