import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { loadChunk } from '../../../../base/chunk.ts';
import { useUser } from '../../../../base/use-user.ts';
import { Colleagues, type Spot } from './colleagues.ts';
import type { ColleaguesLine } from './colleagues-channel.ts';

/**
 * Returns the colleagues who have the gradebook open, and reports this page's position to them. It is loaded after the
 * grades, which do not depend on it.
 */
export function useColleagues(courseId: number, { item, student }: Spot): Colleagues {
  const { account_id: accountId } = useUser();
  const [colleagues] = useState(() => new Colleagues());
  const [line, setLine] = useState<ColleaguesLine | null>(null);
  useEffect(() => {
    let opened: ColleaguesLine | null = null;
    let isLeft = false;
    loadChunk(() => import('./colleagues-channel.ts')).then(
      ({ followColleagues }) => {
        if (isLeft) return;
        opened = followColleagues({ courseId, accountId, colleagues });
        setLine(opened);
      },
      (error: unknown) => console.warn('Nobody else is shown in the gradebook:', error),
    );
    return () => {
      isLeft = true;
      setLine(null);
      opened?.stop();
    };
  }, [courseId, accountId, colleagues]);
  useEffect(() => line?.tell({ item, student }), [line, item, student]);
  return colleagues;
}

/** Returns the names of colleagues in a cell, by ids. */
export const useNamesAt = (colleagues: Colleagues, item: number, student: number): readonly string[] =>
  useSyncExternalStore(
    useCallback((listener: () => void) => colleagues.subscribeCell(item, student, listener), [colleagues, item, student]),
    () => colleagues.namesAt(item, student),
  );
