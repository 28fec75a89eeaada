import { useEffect, useRef, type RefObject } from 'react';
import { useShortcuts } from '../../base/shortcuts.ts';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

/** Rows and cards alike. */
const rowsIn = (frame: HTMLElement | null): HTMLElement[] => [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
const rowAt = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>('[data-row]') ?? null;
const hasNoFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;

interface RowKeysProps {
  frame: RefObject<HTMLElement | null>;
  /** The page that somebody went to: once it is there, its first row has the focus. */
  pagedTo: RefObject<number | null>;
  /** The page that is shown; null while another one is on its way. */
  page: number | null;
}

/**
 * Where the keyboard is among the rows of a table. After paging it goes to the first row, which is scrolled to; when the
 * row that had it is gone, to the same control of the row that took its place; J and K walk, Enter opens, X selects.
 */
export function RowKeys({ frame, pagedTo, page }: RowKeysProps) {
  const last = useRef<{ row: HTMLElement; index: number; control: number } | null>(null);

  useEffect(() => {
    const element = frame.current;
    const onFocus = ({ target }: FocusEvent) => {
      const row = rowAt(target as Element);
      if (!row) return;
      const controls = [...row.querySelectorAll(FOCUSABLE)];
      last.current = { row, index: rowsIn(element).indexOf(row), control: controls.indexOf(target as Element) };
    };
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [frame]);

  useEffect(() => {
    if (pagedTo.current === null || page !== pagedTo.current) return;
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

  const walk = (by: 1 | -1): boolean => {
    const rows = rowsIn(frame.current);
    const at = rows.indexOf(rowAt(document.activeElement) as HTMLElement);
    const row = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))];
    row?.focus();
    row?.scrollIntoView?.({ block: 'nearest' });
    return row !== undefined;
  };
  /** What the row with the focus has of this. */
  const press = (what: string): boolean => {
    const row = rowAt(document.activeElement);
    const target = row && row === document.activeElement && frame.current?.contains(row) ? row.querySelector<HTMLElement>(what) : null;
    target?.click();
    return Boolean(target);
  };
  useShortcuts({ j: () => walk(1), k: () => walk(-1), enter: () => press('[data-opens] a, [data-opens] button'), x: () => press('[data-select]') });
  return null;
}
