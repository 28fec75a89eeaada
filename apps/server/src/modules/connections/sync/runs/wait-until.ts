import { inTransaction } from '../../../../platform/database/index.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { setWaitsUntil } from './queries.ts';
import { publishRunProgress } from './publish-run.ts';

/** Stores and publishes the time until which a run waits for Google. */
export const waitUntil = (deps: Pick<SyncDependencies, 'db' | 'telling'>, runId: number, inMs: number): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await setWaitsUntil(tx, runId, inMs);
    await publishRunProgress(tx, deps, runId);
  });
