import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useUser } from '../../../base/use-user.ts';
import { Colleagues, type Spot } from './colleagues.ts';
import { type ColleaguesLine, followColleagues } from './colleagues-channel.ts';

/** Who else has the gradebook open; tells them where this page is. */
export function useColleagues(courseId: number, { item, student }: Spot): Colleagues {
  const { account_id: accountId } = useUser();
  const [colleagues] = useState(() => new Colleagues());
  const [line, setLine] = useState<ColleaguesLine | null>(null);
  useEffect(() => {
    const opened = followColleagues({ courseId, accountId, colleagues });
    setLine(opened);
    return opened.stop;
  }, [courseId, accountId, colleagues]);
  useEffect(() => line?.tell({ item, student }), [line, item, student]);
  return colleagues;
}

/** Whose place a cell is, by ids. */
export const useNamesAt = (colleagues: Colleagues, item: number, student: number): readonly string[] =>
  useSyncExternalStore(
    useCallback((listener: () => void) => colleagues.subscribeCell(item, student, listener), [colleagues, item, student]),
    () => colleagues.namesAt(item, student),
  );
