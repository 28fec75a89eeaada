import { appNow } from '../../../../platform/clock.ts';
import { inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { type JobKind, JobPostponed } from '../../../../platform/jobs/index.ts';
import { findClassroomLink } from '../../../class/sources/index.ts';
import type { GradesSaved } from '../../../class/submissions/index.ts';
import { isUsable } from '../connections/scopes.ts';
import { listConnections } from '../connections/queries.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { enqueuePlan } from './enqueue-plan.ts';
import { findRun, insertRun } from './queries.ts';

const NUDGE = 'sync.nudge';
interface NudgePayload {
  course_id: number;
}

/** The wait before another try while a run of the class is in progress, which may have sent its grades already. */
const AGAIN_MS = 3_000;

/**
 * Sends pending changes of a linked class now, in a separate run that ends if there are none. Returns true if a run of
 * the class is already in progress, which may have passed them; one that waits for an answer includes them when it
 * continues.
 */
export async function sendPendingChanges(tx: Tx, deps: SyncDependencies, courseId: number, onlyGrades = false): Promise<boolean> {
  if (!deps.classroom) return false;
  const link = await findClassroomLink(tx, courseId);
  if (link?.state !== 'linked' || !(await listConnections(tx, link.source_id, null)).some(isUsable)) return false;
  const { id, isNew } = await insertRun(tx, {
    ...{ sourceId: link.source_id, scope: 'class_work', mode: 'apply', courseId, accountId: null, begunBy: null, requestId: null, onlyGrades },
  });
  if (isNew) await enqueuePlan(tx, deps, id);
  return !isNew && (await findRun(tx, id))?.status !== 'paused';
}

/** Returns the listener that sends returned grades within seconds. */
export const sendReturnedGrades =
  (deps: SyncDependencies) =>
  async ({ courseId, kind, origin }: GradesSaved): Promise<void> => {
    if (origin === 'google' || (kind !== 'return' && kind !== 'unreturn')) return;
    await inTransaction(deps.db, async (tx) => {
      if (!(await sendPendingChanges(tx, deps, courseId, true))) return;
      const runAt = new Date((await appNow(tx)).getTime() + AGAIN_MS);
      await deps.jobs.enqueue<NudgePayload>(tx, NUDGE, [{ course_id: courseId }], { keyOf: () => String(courseId), runAt });
      deps.jobs.wakeIn(AGAIN_MS);
    }).catch((error: unknown) => deps.log.warn({ err: error }, 'returned grades wait for the next sync'));
  };

/** Waits for the class's run in progress, then sends what it did not include. */
export function pendingChangesJob(deps: SyncDependencies): JobKind<NudgePayload> {
  return {
    kind: NUDGE,
    tries: 8,
    lane: 'sync',
    isBegunElsewhere: true,
    async run({ course_id: courseId }) {
      if (await inTransaction(deps.db, (tx) => sendPendingChanges(tx, deps, courseId, true)))
        throw new JobPostponed('a run of the class goes on', { inMs: AGAIN_MS });
    },
  };
}
