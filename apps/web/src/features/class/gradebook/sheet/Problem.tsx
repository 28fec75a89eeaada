import { type KeyboardEvent, useCallback, useRef, useSyncExternalStore } from 'react';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconAlertTriangle } from '../../../../ui/plain/icons.ts';
import type { CellValue } from '../book.ts';
import { isOnItsWay } from '../edits.ts';
import { giveUp } from '../give-up.ts';
import type { GradebookState } from '../gradebook-state.ts';
import { t } from '../../../../base/t.ts';
import { valueText } from '../words.ts';
import { useCellPanelPosition } from './cell-panel-position.ts';
import styles from './Sheet.module.css';

interface ProblemProps {
  state: GradebookState;
  item: number;
  student: number;
  /** The cell above it. */
  anchor: () => HTMLElement | null;
  /** Returns the focus to the cell. */
  onLeave: () => void;
}

/** Explains, below its cell, why a grade is not saved and what can be done. It is the next stop of the Tab key. */
export function Problem({ state, item, student, anchor, onLeave }: ProblemProps) {
  const work = state.current.items[item];
  const person = state.current.students[student];
  const id = person?.id ?? 0;
  useSyncExternalStore(
    useCallback((listener: () => void) => state.subscribeRow(id, listener), [state, id]),
    () => state.rowVersion(id),
  );
  const panel = useRef<HTMLDivElement>(null);
  const { edit } = work && person ? state.seen(item, student) : {};
  const isShown = edit !== undefined && !isOnItsWay(edit);
  useCellPanelPosition(panel, anchor, isShown, edit);
  if (!isShown || !work || !person) return null;
  const words = (value: CellValue) => valueText(value) || t('sheet.nothing');
  const typed = edit.typed.trim() || t('sheet.nothing');
  const ids = [work.id, person.id] as const;
  const act = (run: () => void) => ({
    size: 's' as const,
    onClick: () => {
      run();
      onLeave();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onLeave();
    },
  });
  return (
    <div ref={panel} role="group" aria-label={t('sheet.problem.title', { name: person.name, grade: typed })} className={styles.problem}>
      <p className={styles.problemTitle}>
        <IconAlertTriangle size={17} />
        {t('sheet.problem.title', { name: person.name, grade: typed })}
      </p>
      <p role="alert" className={styles.problemCause}>
        {edit.newer ? t('sheet.problem.newer', { by: edit.newer.by ?? t('sheet.somebody'), grade: words(edit.newer.value) }) : edit.cause}
      </p>
      <div className={styles.problemActs}>
        {edit.newer ? (
          <>
            <Button variant="filled" {...act(() => state.retry(...ids))}>
              {t('sheet.problem.keep', { grade: typed })}
            </Button>
            <Button {...act(() => giveUp(state, ...ids))}>{t('sheet.problem.take', { grade: words(edit.newer.value) })}</Button>
          </>
        ) : (
          <>
            {edit.value !== undefined && (
              <Button variant="filled" {...act(() => state.retry(...ids))}>
                {t('common.retry')}
              </Button>
            )}
            <Button {...act(() => giveUp(state, ...ids))}>{t('sheet.problem.putBack', { grade: words(state.baseValue(item, student)) })}</Button>
          </>
        )}
      </div>
    </div>
  );
}
