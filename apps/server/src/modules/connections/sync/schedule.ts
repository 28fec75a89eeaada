import { packMessage } from '@classwright/contract';
import { type JobKind, scheduledJob } from '../../../platform/jobs/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { listSources } from '../../class/sources/index.ts';
import { makesClasses, scheduleOf } from './connections/schedule-of.ts';
import { isUsable } from './connections/scopes.ts';
import { listConnections } from './connections/queries.ts';
import type { SyncDependencies } from './dependencies.ts';
import { enqueuePlan } from './runs/enqueue-plan.ts';
import { endUnanswered, insertRun } from './runs/queries.ts';
import { isNightOf } from './schedule-queries.ts';

/** Starts the runs of schools with automatic sync: hourly, or between three and four at night at the school. */
export function scheduleJob(deps: SyncDependencies): JobKind<never> {
  const { db, log } = deps;
  return scheduledJob('sync.schedule', 60, async () => {
    for (const source of await listSources(db, 'google_classroom', null)) {
      const schedule = scheduleOf(source);
      if (schedule === 'off' || (schedule === 'nightly' && !(await isNightOf(db, source.school_id)))) continue;
      if (!(await listConnections(db, source.id, null)).some(isUsable)) continue;
      await inTransaction(db, async (tx) => {
        await endUnanswered(tx, source.id, packMessage('sync.reason.notAnswered'));
        const { id, isNew } = await insertRun(tx, {
          sourceId: source.id,
          scope: 'classes',
          mode: 'scheduled',
          courseId: null,
          accountId: null,
          begunBy: null,
          requestId: null,
          makesClasses: makesClasses(source),
        });
        if (isNew) await enqueuePlan(tx, deps, id);
      }).catch((error: unknown) => log.warn({ err: error, source: source.id }, 'a school’s sync did not begin'));
    }
  }) as JobKind<never>;
}
