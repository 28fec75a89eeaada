import type { ReactNode, Ref } from 'react';
import { Button } from '../plain/Button.tsx';
import { IconButton } from '../plain/IconButton.tsx';
import { IconX } from '../plain/icons.ts';
import styles from './BulkBar.module.css';
import { tableWords as t } from './t.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps {
  selection: Selection;
  /** How many the list's search finds. */
  total: number;
  /** Every row of the page is selected, and there are more pages. */
  offersAll: boolean;
  actions: ReactNode;
  onClear: () => void;
  bar: Ref<HTMLDivElement>;
}

/** How many rows are selected and what can be done with them: floats over the end of the list. */
export function BulkBar({ selection, total, offersAll, actions, onClear, bar }: BulkBarProps) {
  const count = selection.isAll ? total : selection.keys.size;
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={t('table.bulk')} hidden={count === 0}>
      <p role="status" className={styles.count}>
        {count > 0 && <b>{t(selection.isAll ? 'table.allSelected' : 'table.selected', { count })}</b>}
        {count > 0 && <span className="visually-hidden">{t('table.selectHint')}</span>}
      </p>
      {count > 0 && (
        <>
          {offersAll && (
            <Button size="s" variant="link" onClick={selection.selectAll}>
              {t('table.selectAll', { count: total })}
            </Button>
          )}
          <div className={styles.actions}>{actions}</div>
          <IconButton icon={IconX} label={t('table.clearSelection')} onClick={onClear} />
        </>
      )}
    </div>
  );
}
