import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageQuery, Pagination } from '../../core/fields.ts';
import { ManyDone, ManyIds } from '../../core/list-endpoints.ts';

const Id = z.number().int();

/** A background task that failed for good. Its subject is not shown, because it may be anybody's. */
export const FailedJobView = z.object({
  id: Id,
  kind: z.string(),
  /** The display name of the kind, and what an administrator can do about it. */
  label: z.string(),
  remedy: z.string(),
  /** The error of the last try, as the server has it. */
  error: z.string(),
  tries: Id,
  created_at: z.string(),
  failed_at: z.string(),
  /** The id of the call that caused it, for finding it in the log and in the audit trail. */
  request_id: z.string().nullable(),
  /** False when it is restarted where it was requested, or this server does not know the kind. */
  can_put_back: z.boolean(),
});
export type FailedJobView = z.infer<typeof FailedJobView>;

export const failedJobList = endpoint({
  name: 'failedJob.list',
  method: 'GET',
  path: '/failed-jobs',
  access: { resource: 'failed-jobs', action: 'view' },
  summary: 'Work that failed for good, newest first',
  query: pageQuery.extend({ kind: z.string().max(100).optional() }),
  response: z.object({
    data: z.array(FailedJobView),
    pagination: Pagination,
    /** The existing kinds, for filters. */
    kinds: z.array(z.object({ kind: z.string(), label: z.string(), count: Id })),
  }),
  errors: [],
  readOnly: true,
});

/** The time to undo a put-back before the work begins. */
export const RETRY_UNDO_SECONDS = 10;

export const failedJobRetryMany = endpoint({
  name: 'failedJob.putBackMany',
  cost: 5,
  method: 'POST',
  path: '/failed-jobs/put-back-many',
  access: { resource: 'failed-jobs', action: 'edit' },
  reach: 'all',
  summary: `Try work again, with all its tries, in ${RETRY_UNDO_SECONDS} seconds`,
  body: ManyIds,
  response: ManyDone,
  errors: ['SHARED_BY_SCHOOLS'],
});

export const failedJobRetryUndoMany = endpoint({
  name: 'failedJob.holdMany',
  cost: 5,
  method: 'POST',
  path: '/failed-jobs/hold-many',
  access: { resource: 'failed-jobs', action: 'edit' },
  reach: 'all',
  summary: 'Undo trying a task again, as long as it has not begun',
  body: ManyIds,
  response: ManyDone,
  errors: ['SHARED_BY_SCHOOLS'],
});

export const failedJobDismissMany = endpoint({
  name: 'failedJob.dismissMany',
  cost: 5,
  method: 'POST',
  path: '/failed-jobs/dismiss-many',
  access: { resource: 'failed-jobs', action: 'delete' },
  reach: 'all',
  summary: 'Dismiss failures that need nothing more',
  body: ManyIds,
  response: ManyDone,
  errors: ['SHARED_BY_SCHOOLS'],
});

export const failedJobRestoreMany = endpoint({
  name: 'failedJob.restoreMany',
  cost: 5,
  method: 'POST',
  path: '/failed-jobs/restore-many',
  access: { resource: 'failed-jobs', action: 'delete' },
  reach: 'all',
  summary: 'Show dismissed failures again',
  body: ManyIds,
  response: ManyDone,
  errors: ['SHARED_BY_SCHOOLS'],
});
