import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import type {
  failedJobDismissMany,
  failedJobRetryUndoMany,
  failedJobList,
  failedJobRetryMany,
  failedJobRestoreMany,
} from '@classwright/contract/school/failed-jobs/calls';
import { api } from '../../../base/api.ts';

export const listFailedJobs = (query: { page: number; kind?: string }, signal: AbortSignal) =>
  api<typeof failedJobList>('GET', '/failed-jobs', { query: query as never, signal });

/** An act on many jobs, with its undo. */
export interface Act {
  run: (ids: number[]) => Promise<ManyDone>;
  undo: (ids: number[]) => Promise<ManyDone>;
}

export const retryJobs: Act = {
  run: (ids) => api<typeof failedJobRetryMany>('POST', '/failed-jobs/put-back-many', { body: { ids } }),
  undo: (ids) => api<typeof failedJobRetryUndoMany>('POST', '/failed-jobs/hold-many', { body: { ids } }),
};
export const dismiss: Act = {
  run: (ids) => api<typeof failedJobDismissMany>('POST', '/failed-jobs/dismiss-many', { body: { ids } }),
  undo: (ids) => api<typeof failedJobRestoreMany>('POST', '/failed-jobs/restore-many', { body: { ids } }),
};
