import { useEffect, useRef } from 'react';
import styles from './Select.module.css';
import type { RowKey, Selected } from './selection.ts';
import { t } from '../../base/t.ts';

interface SelectProps {
  selection: Selected;
  /** The rows of the page. */
  keys: readonly RowKey[];
}

/** The checkbox of one row. */
export function SelectRow({ selection, keys, rowKey, name }: SelectProps & { rowKey: RowKey; name: string }) {
  const isSelected = selection.has(rowKey);
  return (
    <label className={styles.select}>
      <span className="visually-hidden">{t('table.select', { name })}</span>
      <input type="checkbox" data-select checked={isSelected} onChange={() => selection.set([rowKey], !isSelected, keys)} />
    </label>
  );
}

/** The checkbox for all rows of the page. It is indeterminate if only some are selected. */
export function SelectPage({ selection, keys, inWords = false }: SelectProps & { inWords?: boolean }) {
  const box = useRef<HTMLInputElement>(null);
  const count = keys.filter(selection.has).length;
  const isEvery = count === keys.length && count > 0;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isEvery;
  }, [count, isEvery]);
  return (
    <label className={inWords ? styles.every : styles.select}>
      <input ref={box} type="checkbox" data-select checked={isEvery} onChange={() => (selection.isAll ? selection.clear() : selection.set(keys, !isEvery))} />
      <span className={inWords ? undefined : 'visually-hidden'}>{t('table.selectPage')}</span>
    </label>
  );
}
