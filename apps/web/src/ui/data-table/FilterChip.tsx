import { IconX } from '../plain/icons.ts';
import styles from './FilterChip.module.css';
import { t } from '../../base/t.ts';

/** An active filter as text. Pressing it removes the filter. */
export function FilterChip({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.chip} aria-label={t('filter.remove', { name: words })} onClick={onRemove}>
      {words}
      <IconX size={14} />
    </button>
  );
}
