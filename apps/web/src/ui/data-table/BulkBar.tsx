import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Button } from '../plain/Button.tsx';
import { IconButton } from '../plain/IconButton.tsx';
import { IconX } from '../plain/icons.ts';
import { useEvent } from '../../base/use-event.ts';
import styles from './BulkBar.module.css';
import type { RowKey, Selected } from './selection.ts';
import { t } from '../../base/t.ts';

interface BulkBarProps {
  /** The table's frame. Enter on one of its checkboxes moves here, Escape anywhere in it clears the selection. */
  frame: RefObject<HTMLElement | null>;
  selection: Selected;
  /** The rows of the page. */
  keys: readonly RowKey[];
  /** The number of rows that the list's search finds. */
  total: number;
  /** True when all found rows can be selected. */
  offersAll: boolean;
  actions: ReactNode;
}

/** Shows the number of selected rows and the actions for them. It floats over the end of the list. */
export function BulkBar({ frame, selection, keys, total, offersAll, actions }: BulkBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const count = selection.isAll ? total : selection.keys.size;
  const clear = () => {
    selection.clear();
    frame.current?.querySelector<HTMLElement>('[data-select], [data-column][tabindex="0"]')?.focus();
  };
  const onKeyDown = useEvent((event: KeyboardEvent) => {
    const target = event.target as Element;
    if (count === 0 || event.defaultPrevented || target.closest('dialog, [role="menu"]')) return;
    if (event.key === 'Escape') return clear();
    if (event.key !== 'Enter' || !target.matches('[data-select]')) return;
    event.preventDefault();
    bar.current?.querySelector<HTMLElement>('button')?.focus();
  });
  useEffect(() => {
    const element = frame.current;
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [frame, onKeyDown]);
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={t('table.bulk')} hidden={count === 0}>
      <p role="status" className={styles.count}>
        {count > 0 && <b>{t(selection.isAll ? 'table.allSelected' : 'table.selected', { count })}</b>}
        {count > 0 && <span className="visually-hidden">{t('table.selectHint')}</span>}
      </p>
      {count > 0 && (
        <>
          {offersAll && !selection.isAll && total > keys.length && keys.every(selection.has) && (
            <Button size="s" variant="link" onClick={selection.selectAll}>
              {t('table.selectAll', { count: total })}
            </Button>
          )}
          <div className={styles.actions}>{actions}</div>
          <IconButton icon={IconX} label={t('table.clearSelection')} onClick={clear} />
        </>
      )}
    </div>
  );
}
