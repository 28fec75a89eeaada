import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useEvent } from '../../../base/use-event.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconAlertTriangle } from '../../../ui/plain/icons.ts';
import { keepPlaced } from '../../../ui/plain/keep-placed.ts';
import { isRightToLeft } from '../../../ui/plain/walk.ts';
import type { CellValue } from '../book.ts';
import { isOnItsWay } from '../edits.ts';
import type { GradebookState } from '../gradebook-state.ts';
import { t } from '../t.ts';
import { valueText } from '../words.ts';
import styles from './Sheet.module.css';

interface ProblemProps {
  state: GradebookState;
  item: number;
  student: number;
  /** The cell that it stands below. */
  anchor: () => HTMLElement | null;
  /** The focus goes back to the cell. */
  onLeave: () => void;
}

const GAP_PX = 8;
const EDGE_PX = 12;

/** Why a grade is not saved, and what can be done: below its cell, the next stop of the Tab key. */
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
  const place = useEvent(() => {
    const cell = anchor()?.getBoundingClientRect();
    if (!panel.current || !cell) return;
    const { style, offsetWidth: width, offsetHeight: height } = panel.current;
    const fitsBelow = cell.bottom + GAP_PX + height + EDGE_PX <= innerHeight || cell.top < GAP_PX + height + EDGE_PX;
    const wanted = isRightToLeft(panel.current) ? cell.left : cell.right - width;
    style.top = `${fitsBelow ? cell.bottom + GAP_PX : cell.top - GAP_PX - height}px`;
    style.left = `${Math.max(EDGE_PX, Math.min(wanted, innerWidth - EDGE_PX - width))}px`;
  });
  useLayoutEffect(() => (isShown ? keepPlaced(place) : undefined), [isShown, place, item, student, edit]);
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
            <Button {...act(() => state.putBack(...ids))}>{t('sheet.problem.take', { grade: words(edit.newer.value) })}</Button>
          </>
        ) : (
          <>
            {edit.value !== undefined && (
              <Button variant="filled" {...act(() => state.retry(...ids))}>
                {t('common.retry')}
              </Button>
            )}
            <Button {...act(() => state.putBack(...ids))}>{t('sheet.problem.putBack', { grade: words(state.baseValue(item, student)) })}</Button>
          </>
        )}
      </div>
    </div>
  );
}
