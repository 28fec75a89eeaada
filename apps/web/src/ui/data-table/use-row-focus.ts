import { useEffect, useRef, type RefObject } from 'react';
import { useShortcuts } from '../../app/shortcuts.ts';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

/** Rows and cards alike. */
const rowsIn = (frame: HTMLElement | null): HTMLElement[] => [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
const rowAt = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>('[data-row]') ?? null;
const hasNoFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Where the keyboard is among the rows. After paging it goes to the first row, which is scrolled to; when the row that
 * had it is gone, to the same control of the row that took its place; J and K walk, Enter opens, X selects.
 */
export function useRowFocus(frame: RefObject<HTMLElement | null>, { page, isSettled }: { page: number | undefined; isSettled: boolean }) {
  const last = useRef<{ row: HTMLElement; index: number; control: number } | null>(null);
  const pagedTo = useRef<number | null>(null);

  useEffect(() => {
    if (pagedTo.current === null || !isSettled || page !== pagedTo.current) return;
    pagedTo.current = null;
    frame.current?.scrollIntoView?.({ block: 'start' });
    rowsIn(frame.current)[0]?.focus({ preventScroll: true });
  });

  useEffect(() => {
    // after every change of the rows: a row that was deleted has taken the focus with it
    const lost = last.current;
    if (!lost || lost.row.isConnected || !hasNoFocus()) return;
    last.current = null;
    const rows = rowsIn(frame.current);
    const row = rows[Math.min(lost.index, rows.length - 1)];
    const controls = [...(row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
    (controls[lost.control] ?? row ?? frame.current?.querySelector<HTMLElement>('[data-rows]'))?.focus();
  });

  const walk = (by: 1 | -1) => {
    const rows = rowsIn(frame.current);
    const at = rows.indexOf(rowAt(document.activeElement) as HTMLElement);
    const row = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))];
    row?.focus();
    row?.scrollIntoView?.({ block: 'nearest' });
    return row !== undefined;
  };
  useShortcuts({
    j: () => walk(1),
    k: () => walk(-1),
    enter: () => press('[data-opens]'),
    x: () => press('input[data-select]'),
  });
  const press = (what: string): boolean => {
    const row = rowAt(document.activeElement);
    if (!row || row !== document.activeElement || !frame.current?.contains(row)) return false;
    const target = row.querySelector<HTMLElement>(what);
    target?.click();
    return target !== null;
  };

  return {
    /** The page that somebody went to: once it is there, its first row has the focus. */
    goToFirst: (to: number) => {
      pagedTo.current = to;
    },
    onFocus: (element: Element) => {
      const row = rowAt(element);
      if (!row) return;
      const controls = [...row.querySelectorAll(FOCUSABLE)];
      last.current = { row, index: rowsIn(frame.current).indexOf(row), control: controls.indexOf(element) };
    },
  };
}
