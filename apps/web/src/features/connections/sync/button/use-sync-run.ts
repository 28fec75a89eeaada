import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '../../../../base/api-error.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { useEvent } from '../../../../base/use-event.ts';
import { useUser } from '../../../../base/use-user.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { beginRun, listClasses, listRuns, loadRun, type Run, type Scope, SYNC } from '../calls.ts';
import { isAlive, isUndecided, isUnderWay, LOOK_AGAIN_MS, computePollDelay } from '../run-state.ts';
import { t } from '../../../../base/t.ts';
import { keep, readKept } from '../../../../base/storage.ts';
import { useRunEvents } from './use-run-events.ts';

const keyOf = (scope: Scope, courseId: number | null): string => `cw.sync.${scope}.${courseId ?? 'all'}`;

/** Returns the run that this tab started and has not seen end. The page may be left and reopened. Null: none. */
function readKeptRun(scope: Scope, courseId: number | null): number | null {
  const id = Number(readKept('tab', keyOf(scope, courseId)));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
const keepRun = (scope: Scope, courseId: number | null, id: number | null): void => void keep('tab', keyOf(scope, courseId), id === null ? null : String(id));

/**
 * The interval at which a page checks for runs started by another person or window. A live event reports them, but may
 * get lost.
 */
const LOOK_FOR_OTHERS_MS = 60_000;
/** Far more than ever run at the same time. */
const MOST_ALIVE = 100;
/** The interval at which a run started in another window is checked, in addition to its live events. */
const LOOK_AT_OTHERS_MS = 5_000;
/** More than anyone decides about in one preview. */
const MOST_UNDECIDED = 200;

export interface SyncTarget {
  scope: Scope;
  /** The class; null for all of one's classes. */
  courseId: number | null;
  /** True on the sync's own page, where the label names all of it and a preview button is next to it. */
  isPage?: boolean;
  /** The query keys of everything that a run changes. They reload when one ends. */
  refreshes: readonly (readonly unknown[])[];
}

/** The error codes of calls that need a setup, connection or link first. They are explained in detail. */
const NEEDS_EXPLAINING: ReadonlySet<string> = new Set([
  'SYNC_NOT_SET_UP',
  'SYNC_NOT_CONNECTED',
  'SYNC_WITHDRAWN',
  'SYNC_SCOPE_MISSING',
  'SYNC_BLOCKED',
  'SYNC_NOT_LINKED',
]);

/**
 * The run behind one button: started by a press, found again after leaving the page, visible in every window, and
 * followed until it ends. At the end it shows the message and reloads everything that may have changed.
 */
export function useSyncRun({ scope, courseId, refreshes }: SyncTarget) {
  const { rights, account_id: accountId } = useUser();
  const navigate = useNavigate();
  const mayView = rights.includes('classroom-sync:view');
  const isKeeper = rights.includes('classroom-sync:run') && rights.includes('classroom-sync:edit');
  /** The account whose classes this button's runs cover; null for the school's, or for the single class. */
  const whose = courseId !== null || isKeeper ? null : accountId;
  const [isAsking, setAsking] = useState(false);
  const [followed, setFollowed] = useState<{ id: number; isOwn: boolean } | null>(() => {
    const id = readKeptRun(scope, courseId);
    return id === null ? null : { id, isOwn: true };
  });
  const [refusal, setRefusal] = useState<unknown>(null);
  /** A run that ended with problems, for the link to its report. */
  const [unwell, setUnwell] = useState<Run | null>(null);

  const others = useQuery({
    queryKey: [SYNC, 'alive', scope, courseId],
    queryFn: async ({ signal }) => {
      const { data } = await listRuns({ alive: true, per_page: MOST_ALIVE, ...(courseId !== null && { course_id: courseId }) }, signal);
      return { id: data.find((run) => run.scope === scope && run.course_id === courseId && run.account_id === whose)?.id ?? null };
    },
    enabled: mayView && followed === null,
    refetchInterval: LOOK_FOR_OTHERS_MS,
    retry: false,
    gcTime: 0,
  });
  const found = others.data?.id ?? null;
  useEffect(() => {
    if (found !== null) setFollowed((before) => before ?? { id: found, isOwn: false });
  }, [found]);

  const id = followed?.id ?? null;
  const { data: run, error } = useQuery({
    queryKey: [SYNC, 'run', id],
    queryFn: ({ signal }) => loadRun(id as number, signal),
    enabled: id !== null,
    refetchInterval: ({ state }) => (id === null ? false : computePollDelay(state.data, followed?.isOwn ? LOOK_AGAIN_MS : LOOK_AT_OTHERS_MS)),
    retry: false,
  });
  useRunEvents(accountId, courseId);

  const leave = () => {
    keepRun(scope, courseId, null);
    setFollowed(null);
    void queryClient.invalidateQueries({ queryKey: [SYNC, 'alive'] });
  };
  const onEnd = useEvent((ended: Run) => {
    const isOwn = followed?.isOwn ?? false;
    leave();
    for (const key of refreshes) void queryClient.invalidateQueries({ queryKey: [...key] });
    if (isOwn && ended.mode === 'preview' && ended.status !== 'failed' && ended.can_apply) return void navigate({ to: `/sync-run/${ended.id}` as '/home' });
    // A scheduled run ends without a message here. Its report shows what it did.
    if (!isOwn && ended.mode === 'scheduled') return undefined;
    const isWell = ended.status === 'finished';
    setUnwell(isWell ? null : ended);
    if (ended.message) showSnack(ended.message, isWell ? {} : { color: ended.status === 'failed' ? 'red' : 'amber', timeout: 10_000 });
    return undefined;
  });
  useEffect(() => {
    if (run && !isAlive(run.status)) onEnd(run);
  }, [run, onEnd]);
  const onLost = useEvent((failure: unknown) => {
    // A temporary loss of connection does not change the run.
    if (isApiError(failure) && failure.isTransient) return;
    leave();
    showSnack(isApiError(failure) && failure.status === 404 ? t('syncButton.gone') : errorText(failure), { color: 'red', timeout: 10_000 });
  });
  useEffect(() => {
    if (error) onLost(error);
  }, [error, onLost]);

  /** Returns the mode of the run. Staff get a preview first while there are undecided classes. */
  const modeOf = async (): Promise<'preview' | 'apply'> => {
    if (scope !== 'classes' || !rights.includes('classroom-sync:run') || !mayView) return 'apply';
    const { data, as_of } = await listClasses({ free: true, per_page: MOST_UNDECIDED });
    return as_of === null || data.some(isUndecided) ? 'preview' : 'apply';
  };
  const press = async (mode?: 'preview') => {
    setAsking(true);
    setUnwell(null);
    try {
      const { run: begun } = await beginRun(scope, courseId, mode ?? (await modeOf()));
      queryClient.setQueryData([SYNC, 'run', begun.id], begun);
      keepRun(scope, courseId, begun.id);
      setFollowed({ id: begun.id, isOwn: true });
    } catch (failure) {
      if (isApiError(failure) && NEEDS_EXPLAINING.has(failure.code)) setRefusal(failure);
      else showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setAsking(false);
    }
  };

  const alive = run && id === run.id && isAlive(run.status) ? run : null;
  return {
    /** True when a run is requested or under way, but not while it waits for an answer. */
    isBusy: isAsking || (id !== null && alive === null) || (alive !== null && isUnderWay(alive.status)),
    alive,
    unwell: mayView ? unwell : null,
    mayView,
    /** True when someone else started the run, or it started automatically. */
    isOthers: alive !== null && alive.begun_by !== accountId,
    refusal,
    onExplained: () => setRefusal(null),
    press: (mode?: 'preview') => void press(mode),
  };
}
