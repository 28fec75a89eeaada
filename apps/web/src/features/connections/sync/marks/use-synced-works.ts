import { useQuery } from '@tanstack/react-query';
import type { SyncedWorkView } from '@classwright/contract/connections/sync/classes';
import { loadSyncedWorks } from '../calls.ts';

const syncedKey = (courseId: number) => ['class', courseId, 'synced'] as const;

/** The data changes only with a run, which makes it stale. */
const STALE_MS = 60_000;

/**
 * Loads the connection of a class's works to Google Classroom. Undefined until it is known, if it cannot be loaded, or
 * if it is not enabled.
 */
export const useSyncedWorks = (courseId: number, enabled = true) =>
  useQuery({ queryKey: syncedKey(courseId), queryFn: ({ signal }) => loadSyncedWorks(courseId, signal), staleTime: STALE_MS, enabled }).data;

export const findWork = (works: readonly SyncedWorkView[] | undefined, workId: number): SyncedWorkView | null =>
  works?.find(({ course_work_id }) => course_work_id === workId) ?? null;
