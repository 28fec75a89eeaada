import type { Tx } from '../../../../platform/database/index.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { publishRunProgress } from './publish-run.ts';

export const PLAN = 'sync.plan';
export interface PlanPayload {
  run_id: number;
}

/** Starts the job that plans an existing run. */
export async function enqueuePlan(
  tx: Tx,
  deps: Pick<SyncDependencies, 'jobs' | 'telling'>,
  runId: number,
  { requestId = null, runAt }: { requestId?: string | null; runAt?: Date } = {},
): Promise<void> {
  await publishRunProgress(tx, deps, runId);
  await deps.jobs.enqueue<PlanPayload>(tx, PLAN, [{ run_id: runId }], {
    keyOf: ({ run_id }) => String(run_id),
    ...(requestId === null ? {} : { requestId }),
    ...(runAt ? { runAt } : {}),
  });
}
