import type { Tx } from '../../../platform/database/index.ts';
import type { SyncDependencies } from '../dependencies.ts';

export const PLAN = 'sync.plan';
export interface PlanPayload {
  run_id: number;
}

/** Begins a run that is there. */
export async function enqueuePlan(
  tx: Tx,
  { jobs }: Pick<SyncDependencies, 'jobs'>,
  runId: number,
  { requestId = null, runAt }: { requestId?: string | null; runAt?: Date } = {},
): Promise<void> {
  await jobs.enqueue<PlanPayload>(tx, PLAN, [{ run_id: runId }], {
    keyOf: ({ run_id }) => String(run_id),
    ...(requestId === null ? {} : { requestId }),
    ...(runAt ? { runAt } : {}),
  });
}
