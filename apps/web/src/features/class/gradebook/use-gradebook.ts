import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isApiError } from '../../../base/api-error.ts';
import { loadChunk } from '../../../base/chunk.ts';
import { dateOf, timeOf } from '../../../base/dates.ts';
import { connectionStore } from '../../../base/realtime.ts';
import { useEvent } from '../../../base/use-event.ts';
import { useUser } from '../../../base/use-user.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import type { Book, LoadedBook } from './book.ts';
import { bookKey, loadBook, loadItems, loadPeriods } from './calls.ts';
import { chooseItems, choosePeriods, type Period } from './columns.ts';
import { GradebookState } from './gradebook-state.ts';
import { createEditStore, type KeptEdits, SAVE_LIMITS, type SavedAnswer, sendAlone, sendGrades, tokenOf } from '../grade-outbox/index.ts';
import type { GradebookSearch } from './search.ts';
import { createSender, type Sender } from './sender.ts';
import { t } from '../../../base/t.ts';

const NO_PERIODS: readonly Period[] = [];

/** Returns why a call did not save and when the connection was lost. */
function causeOf(error: unknown): string {
  if (isApiError(error, 'NETWORK', 'TIMEOUT')) return t('sheet.cause.connection', { time: timeOf(new Date()) });
  return errorText(error);
}

interface Opened {
  first: LoadedBook;
  grades: GradebookState;
  sender: Sender;
  kept: KeptEdits;
}

/** Loads a class's gradebook, keeps it up to date, and sends what is typed to the server. */
export function useGradebook(
  courseId: number,
  { marking_periods: asked, left, date_range: dates, category }: Pick<GradebookSearch, 'marking_periods' | 'left' | 'date_range' | 'category'>,
  onSaved: (answer: SavedAnswer) => void,
) {
  const withLeft = left ?? false;
  const { account_id: accountId } = useUser();
  const client = useQueryClient();
  const choose = useEvent(({ head, items }: Book) => chooseItems(items, { periods: choosePeriods(head.periods, asked, dateOf(new Date())), dates, category }));
  const query = useQuery({
    queryKey: bookKey(courseId),
    queryFn: ({ signal }) => {
      const known = client.getQueryData<LoadedBook>(bookKey(courseId))?.book;
      // A partial book is never fresh: people who leave and come back request the rest.
      const onPart = (part: LoadedBook) => void (signal.aborted || client.setQueryData(bookKey(courseId), part, { updatedAt: 1 }));
      return loadBook({ courseId, withLeft, known, choose, onPart, signal });
    },
    staleTime: 15_000,
    gcTime: 60_000,
    // Structural sharing would compare a million cells with a million others.
    structuralSharing: false,
  });
  const { data, refetch } = query;
  // Students who left stay hidden, and need no call once they were requested.
  const lacksLeft = withLeft && data !== undefined && !data.book.isWithLeft;
  useEffect(() => {
    if (lacksLeft) void refetch();
  }, [lacksLeft, refetch]);
  const known = data?.book.head.periods;
  const missing = (known && asked?.filter((key) => /^\d+$/.test(key) && !known.some(({ id }) => String(id) === key))) ?? [];
  const more = useQuery({
    queryKey: [...bookKey(courseId), 'periods', missing.join()],
    queryFn: ({ signal }) => loadPeriods(courseId, missing, signal),
    enabled: missing.length > 0,
    retry: false,
  });
  const askedText = asked?.join();
  const periods = useMemo(
    () =>
      known
        ? choosePeriods([...known, ...(more.data ?? []).filter(({ id }) => !known.some((one) => one.id === id))], askedText?.split(','), dateOf(new Date()))
        : NO_PERIODS,
    [known, more.data, askedText],
  );
  const opened = useOpened({ courseId, accountId, data, periods, onSaved });
  const reload = useEvent(async () => {
    // The rest that is under way is not requested again: it was requested earlier and is usually the same.
    if (client.isFetching({ queryKey: bookKey(courseId), exact: true })) await query.refetch({ cancelRefetch: false });
    return (await query.refetch({ throwOnError: true })).data!;
  });
  useEffect(() => {
    if (!opened) return undefined;
    const { grades, first } = opened;
    const leave = new AbortController();
    let stop: (() => void) | null = null;
    // The grades are loaded first. The room asks for what happened since then when it starts.
    loadChunk(() => import('./gradebook-room.ts')).then(
      ({ followGradebook }) => {
        const load = (ids: readonly number[]) => loadItems(courseId, ids, grades.current.isWithLeft, leave.signal);
        if (!leave.signal.aborted) stop = followGradebook({ courseId, grades, first, reload, loadItems: load });
      },
      (error: unknown) => console.warn('What others change is not heard of:', error),
    );
    return () => {
      stop?.();
      leave.abort();
    };
  }, [opened, courseId, reload]);
  return { ...query, grades: opened?.grades ?? null, sender: opened?.sender ?? null, periods };
}

interface OpenedOptions {
  courseId: number;
  accountId: number;
  data: LoadedBook | undefined;
  periods: readonly Period[];
  onSaved: (answer: SavedAnswer) => void;
}

function useOpened({ courseId, accountId, data, periods, onSaved }: OpenedOptions): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  const taken = useRef<LoadedBook | null>(null);
  const saved = useEvent(onSaved);
  const isLoaded = data !== undefined;
  const open = useEvent((): Opened => {
    const kept = createEditStore(accountId, courseId);
    const now: { grades: GradebookState | null } = { grades: null };
    const sender = createSender({
      state: () => now.grades,
      stored: kept.stored,
      alone: (work) => sendAlone(accountId, courseId, work),
      send: (edits, key) => sendGrades(courseId, edits, key, tokenOf(accountId)),
      mostAtOnce: SAVE_LIMITS,
      causeOf,
      onSaved: saved,
    });
    const { book } = data!;
    taken.current = data!;
    now.grades = new GradebookState({
      ...{ book, periods },
      kept,
      words: {
        problem: (problem) => t(`sheet.wrong.${problem}`),
        withoutPoints: t('sheet.wrong.points'),
        unassigned: t('sheet.wrong.unassigned'),
        left: t('sheet.wrong.left'),
        loading: t('sheet.stillLoading'),
        gone: t('sheet.gone'),
      },
      onWaiting: sender.request,
    });
    return { first: data!, grades: now.grades, sender, kept };
  });
  useEffect(() => {
    if (!isLoaded) return;
    const made = open();
    setOpened(made);
    // The network may be back.
    const wake = () => made.sender.wake();
    addEventListener('pagehide', made.kept.leave);
    const stop = connectionStore.subscribe(() => connectionStore.get().status === 'online' && wake());
    addEventListener('online', wake);
    return () => {
      stop();
      removeEventListener('online', wake);
      removeEventListener('pagehide', made.kept.leave);
      // The latest typed edits are sent. The device keeps them until they are saved.
      void made.sender.flush().finally(() => {
        made.sender.stop();
        made.grades.stop();
        made.kept.close();
      });
    };
  }, [isLoaded, open]);
  useEffect(() => {
    if (!opened || !data || taken.current === data) return;
    taken.current = data;
    opened.grades.adopt(data.book, data.askedAt);
  }, [opened, data]);
  useEffect(() => opened?.grades.setPeriods(periods), [opened, periods]);
  const isWhole = data?.book.isWhole ?? false;
  useEffect(() => {
    if (!opened || !isWhole) return undefined;
    let isLeft = false;
    void opened.kept.list().then((list) => !isLeft && opened.grades.takeUp(list));
    return () => void (isLeft = true);
  }, [opened, isWhole]);
  return opened;
}
