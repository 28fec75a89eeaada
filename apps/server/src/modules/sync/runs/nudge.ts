import { inTransaction, type Tx } from '../../../platform/database/index.ts';
import { listLinksOfLocal } from '../../sources/index.ts';
import { type GradesSaved, onGradesSaved } from '../../submissions/index.ts';
import { listConnections } from '../connections/queries.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { enqueuePlan } from './enqueue-plan.ts';
import { insertRun } from './queries.ts';

/** Has what waits in a linked class go out now: a run of its own, that ends where there is nothing. One that goes on already finds it too. */
export async function nudge(tx: Tx, deps: SyncDependencies, courseId: number, onlyGrades = false): Promise<void> {
  if (!deps.classroom) return;
  const [link] = (await listLinksOfLocal(tx, 'class', [courseId])).filter(({ state, facts }) => state === 'linked' && facts['seenBy'] !== undefined);
  if (!link || !(await listConnections(tx, link.source_id, null)).some(({ state }) => state === 'ok')) return;
  const { id, isNew } = await insertRun(tx, {
    ...{ sourceId: link.source_id, scope: 'class_work', mode: 'apply', courseId, accountId: null, begunBy: null, requestId: null, onlyGrades },
  });
  if (isNew) await enqueuePlan(tx, deps, id);
}

/** Sends returned grades on within seconds. Returns how to stop. */
export function sendReturnedGrades(deps: SyncDependencies): () => void {
  return onGradesSaved(async ({ courseId, kind, origin }: GradesSaved) => {
    if (origin === 'google' || (kind !== 'return' && kind !== 'unreturn')) return;
    await inTransaction(deps.db, (tx) => nudge(tx, deps, courseId, true)).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'returned grades wait for the next sync'),
    );
  });
}
