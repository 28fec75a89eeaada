/**
 * Rosters from other systems by OneRoster: reads servers that an administrator named and compares them with the data
 * here.
 *
 * Invariants: a secret is encrypted and sent only to the address that it was entered for; only public internet
 * addresses are called; reading changes nothing, and its preview is applied, stopped and undone as with a file; people
 * are matched by the ids of that source; a page and its progress commit together; removing a source keeps what it
 * imported, and adding it again makes it the same source.
 */
import type { JobKind } from '../../../../platform/jobs/index.ts';
import { scheduledJob } from '../../../../platform/jobs/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import type { ConsumerDependencies } from './consumer-dependencies.ts';
import { SOURCE_READ_JOB, sourceReadJob, type SourceReadJob } from './read-job.ts';
import { deleteOldReads, insertRead } from './read-queries.ts';
import { listNightSources } from './source-queries.ts';
import { concernNotificationJob } from './notify-concerns.ts';

export type { ConsumerDependencies } from './consumer-dependencies.ts';
export { implementSources } from './sources.ts';

export function consumerJobs(deps: ConsumerDependencies): JobKind<never>[] {
  const { backgroundDb: db, jobs, log } = deps;
  return [
    sourceReadJob(deps),
    scheduledJob('rosterSource.night', 60, async () => {
      for (const { id, account_id: accountId } of await listNightSources(db))
        await inTransaction(db, async (tx) => {
          const read = await insertRead(tx, { sourceId: id, accountId, mode: 'nightly', requestId: '' });
          if (read.isNew) await jobs.enqueue<SourceReadJob>(tx, SOURCE_READ_JOB, [{ read_id: read.id }]);
        }).catch((error: unknown) => log.warn({ err: error, source: id }, 'a source of rosters was not begun'));
    }),
    concernNotificationJob(deps),
    scheduledJob('rosterSource.forget', 60, () => deleteOldReads(db)),
  ] as JobKind<never>[];
}
