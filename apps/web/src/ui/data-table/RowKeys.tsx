import { useEffect, useRef, type RefObject } from 'react';
import { useShortcuts } from '../../base/shortcuts.ts';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

/** Returns the elements of rows and cards alike. */
const rowsIn = (frame: HTMLElement | null): HTMLElement[] => [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
const rowAt = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>('[data-row]') ?? null;
const hasNoFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;

interface RowKeysProps {
  frame: RefObject<HTMLElement | null>;
  /** The requested page. Once it is loaded, its first row gets the focus. */
  pagedTo: RefObject<number | null>;
  /** The displayed page; null while another one is loading. */
  page: number | null;
}

/**
 * Handles the keyboard in a table's rows. After paging, the first row gets the focus and is scrolled to. If the focused
 * row is gone, the same control of the row in its place gets it. J and K move, Enter opens, X selects.
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
    // This runs after every change of the rows: a deleted row has lost the focus.
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
  /** Presses a control of the focused row, if it has one. */
  const press = (what: string): boolean => {
    const row = rowAt(document.activeElement);
    const target = row && row === document.activeElement && frame.current?.contains(row) ? row.querySelector<HTMLElement>(what) : null;
    target?.click();
    return Boolean(target);
  };
  useShortcuts({ j: () => walk(1), k: () => walk(-1), enter: () => press('[data-opens] a, [data-opens] button'), x: () => press('[data-select]') });
  return null;
}
