/**
 * Rosters from other systems by OneRoster: servers that an administrator named are read and compared with what is here.
 *
 * Invariants: a secret is sealed and leaves only for the address that it was entered for; only the open internet is asked; reading
 * changes nothing, and what it shows is done, stopped and taken back as with a file; who is who is told by the ids of that source;
 * a page commits with how far it is; a removed source leaves what it brought, and is the same when it comes back.
 */
import type { JobKind } from '../../../../platform/jobs/index.ts';
import { scheduledJob } from '../../../../platform/jobs/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import type { ConsumerDependencies } from './consumer-dependencies.ts';
import { SOURCE_READ_JOB, sourceReadJob, type SourceReadJob } from './read-job.ts';
import { deleteOldReads, insertRead } from './read-queries.ts';
import { listNightSources } from './source-queries.ts';
import { tellJob } from './tell.ts';

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
    tellJob(deps),
    scheduledJob('rosterSource.forget', 60, () => deleteOldReads(db)),
  ] as JobKind<never>[];
}
