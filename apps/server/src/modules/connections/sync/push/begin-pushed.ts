import { appNow } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { enqueuePlan } from '../runs/enqueue-plan.ts';
import { insertRun, LIVE, lockRun } from '../runs/queries.ts';

/**
 * The waits before a run: messages come in bursts, so a run waits for the others of its class, and longer if one was
 * just done.
 */
const WAIT_MS = { first: 3_000, again: 10_000 } as const;

/** Starts a run for the marked changes of a class. An active run reads them, or starts the next one when it ends. */
export async function startPushedRun(
  tx: Tx,
  deps: Pick<SyncDependencies, 'jobs' | 'telling'>,
  { sourceId, courseId }: { sourceId: number; courseId: number },
  wait: keyof typeof WAIT_MS,
): Promise<void> {
  for (;;) {
    const { id, isNew } = await insertRun(tx, {
      ...{ sourceId, courseId, scope: 'classes', mode: 'scheduled', isPushed: true },
      ...{ accountId: null, begunBy: null, requestId: null },
    });
    if (isNew) {
      const waitMs = WAIT_MS[wait];
      await enqueuePlan(tx, deps, id, { runAt: new Date((await appNow(tx)).getTime() + waitMs) });
      deps.jobs.wakeIn(waitMs);
      return;
    }
    // a run that is ending has already checked the marks: wait for it
    const held = await lockRun(tx, id);
    if (held && LIVE.includes(held.status)) return;
  }
}
