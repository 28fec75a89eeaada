import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { timeOf } from '../../base/dates.ts';
import type { Colleagues } from './colleagues/colleagues.ts';
import type { Opening } from './edits.ts';
import type { GradebookState } from './gradebook-state.ts';
import { t } from './t.ts';
import type { Newcomer } from './typed-book.ts';
import { valueText } from './words.ts';

const JUST_NOW_MS = 60_000;

/** What somebody else put into a cell since an editor opened there; null: nothing, or none is open. */
export function useNewcomer(state: GradebookState, studentId: number, opening: Opening | null): Newcomer | null {
  useSyncExternalStore(
    useCallback((listener: () => void) => state.subscribeRow(studentId, listener), [state, studentId]),
    () => state.rowVersion(studentId),
  );
  return opening && state.newcomerIn(opening);
}

/** "7 by Ingrid Solheim just now", and after a minute when it was. */
export function NewcomerWords({ colleagues, newcomer: { value, accountId, at } }: { colleagues: Colleagues; newcomer: Newcomer }) {
  const [isFresh, setFresh] = useState(true);
  useEffect(() => {
    setFresh(true);
    const timer = setTimeout(() => setFresh(false), JUST_NOW_MS);
    return () => clearTimeout(timer);
  }, [value, at]);
  const by = (accountId !== null && colleagues.nameOf(accountId)) || t('sheet.somebody');
  const grade = valueText(value) || t('sheet.nothing');
  return isFresh ? t('sheet.newcomer', { grade, by }) : t('sheet.newcomer.at', { grade, by, time: timeOf(new Date(at)) });
}
