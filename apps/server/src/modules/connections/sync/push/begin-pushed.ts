import { appNow } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { enqueuePlan } from '../runs/enqueue-plan.ts';
import { insertRun, LIVE, lockRun } from '../runs/queries.ts';

/** Messages come in herds: a run waits for the others of its class, and for longer where one has just been. */
const WAIT_MS = { first: 3_000, again: 10_000 } as const;

/** Begins a run through what is marked of a class. One that lives finds it, or begins the next when it ends. */
export async function beginPushed(
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
    // one that is ending now has looked already for what is marked: it is waited for
    const held = await lockRun(tx, id);
    if (held && LIVE.includes(held.status)) return;
  }
}
