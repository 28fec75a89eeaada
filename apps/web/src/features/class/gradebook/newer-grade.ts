import { useCallback, useSyncExternalStore } from 'react';
import { timeOf } from '../../../base/dates.ts';
import type { Colleagues } from './colleagues/colleagues.ts';
import type { Opening } from './edits.ts';
import type { GradebookState } from './gradebook-state.ts';
import { t } from '../../../base/t.ts';
import type { NewerGrade } from './typed-book.ts';
import { valueText } from './words.ts';

/**
 * Returns the value that someone else saved in a cell since an editor opened there. Null if there is none or no editor
 * is open.
 */
export function useNewerGrade(state: GradebookState, studentId: number, opening: Opening | null): NewerGrade | null {
  useSyncExternalStore(
    useCallback((listener: () => void) => state.subscribeRow(studentId, listener), [state, studentId]),
    () => state.rowVersion(studentId),
  );
  return opening && state.newcomerIn(opening);
}

/** "7 by Ingrid Solheim just now (4:21 PM)" */
export function newerGradeText(colleagues: Colleagues, { value, accountId, at }: NewerGrade): string {
  const by = (accountId !== null && colleagues.nameOf(accountId)) || t('sheet.somebody');
  return t('sheet.newcomer', { grade: valueText(value) || t('sheet.nothing'), by, time: timeOf(new Date(at)) });
}
