import { useQuery } from '@tanstack/react-query';
import type { SyncedWorkView } from '@classwright/contract/connections/sync/calls';
import { loadSyncedWorks } from '../calls.ts';

const syncedKey = (courseId: number) => ['class', courseId, 'synced'] as const;

/** It changes with a run, which makes it stale itself. */
const STALE_MS = 60_000;

/** What the works of a class have to do with Google Classroom; undefined until it is known, where it cannot be loaded, and where it is not asked for. */
export const useSyncedWorks = (courseId: number, enabled = true) =>
  useQuery({ queryKey: syncedKey(courseId), queryFn: ({ signal }) => loadSyncedWorks(courseId, signal), staleTime: STALE_MS, enabled }).data;

export const findWork = (works: readonly SyncedWorkView[] | undefined, workId: number): SyncedWorkView | null =>
  works?.find(({ course_work_id }) => course_work_id === workId) ?? null;
