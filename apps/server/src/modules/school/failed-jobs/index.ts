/**
 * Failed jobs: an administrator's view of background work that was given up.
 *
 * Invariants: nobody sees the content of a job, only its kind in words, its error and the call that caused it; a job
 * that is queued again has all its attempts again, and can be stopped until it begins; a job is not queued again while
 * the same work is already waiting; every change leaves an entry in the audit trail.
 */
import {
  failedJobDismissMany,
  failedJobRetryUndoMany,
  failedJobList,
  failedJobRetryMany,
  failedJobRestoreMany,
  RETRY_UNDO_SECONDS,
} from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { afterCommit } from '../../../platform/database/index.ts';
import { implement } from '../../../platform/http/index.ts';
import { countFailedJobs, listFailedJobs, retryFailed, setFailedState } from '../../../platform/jobs/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import type { FailedJobsDependencies } from './dependencies.ts';
import { createChange } from './change.ts';
import { labelOf, toFailedJobView } from './views.ts';

export function failedJobsModule(dependencies: FailedJobsDependencies): Manifest {
  const { t, jobs } = dependencies;
  const change = createChange(dependencies);
  const implementations = [
    implement(failedJobList, async ({ tx, input }) => {
      const { page, per_page, kind = null } = input;
      const [rows, counts] = await Promise.all([listFailedJobs(tx, { kind, limit: per_page, offset: (page - 1) * per_page }), countFailedJobs(tx)]);
      const total = counts.reduce((sum, one) => (kind === null || one.kind === kind ? sum + one.count : sum), 0);
      return {
        data: rows.map((row) => toFailedJobView(row, jobs.findKind(row.kind), t)),
        pagination: toPagination(input, total),
        kinds: counts.map((one) => ({ ...one, label: labelOf(one.kind, t) })),
      };
    }),
    implement(failedJobRetryMany, (call) =>
      change(call, failedJobRetryMany.name, 'failedJobs.putBackDone', {
        refuse(job) {
          if (job.state !== 'failed') return 'failedJobs.gone';
          const kind = jobs.findKind(job.kind);
          if (!kind) return 'failedJobs.unknown';
          if (kind.isBegunElsewhere) return 'failedJobs.elsewhere';
          return job.has_heir ? 'failedJobs.waits' : null;
        },
        async apply(tx, ids) {
          await retryFailed(tx, ids, RETRY_UNDO_SECONDS);
          afterCommit(tx, () => jobs.wakeIn(RETRY_UNDO_SECONDS * 1000));
        },
      }),
    ),
    implement(failedJobRetryUndoMany, (call) =>
      change(call, failedJobRetryUndoMany.name, 'failedJobs.held', {
        refuse: (job) => (job.is_put_back ? null : 'failedJobs.begun'),
        apply: (tx, ids) => setFailedState(tx, ids, 'failed'),
      }),
    ),
    implement(failedJobDismissMany, (call) =>
      change(call, failedJobDismissMany.name, 'failedJobs.dismissed', {
        refuse: (job) => (job.state === 'failed' ? null : 'failedJobs.gone'),
        apply: (tx, ids) => setFailedState(tx, ids, 'dismissed'),
      }),
    ),
    implement(failedJobRestoreMany, (call) =>
      change(call, failedJobRestoreMany.name, 'failedJobs.restored', {
        refuse: (job) => (job.state === 'dismissed' ? null : 'failedJobs.gone'),
        apply: (tx, ids) => setFailedState(tx, ids, 'failed'),
      }),
    ),
  ];
  return { implementations };
}
