import { IconX } from '../plain/icons.ts';
import styles from './FilterChip.module.css';
import { tableWords } from './t.ts';

/** A filter in force, in words; pressing it takes it away. */
export function FilterChip({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.chip} aria-label={tableWords('filter.remove', { name: words })} onClick={onRemove}>
      {words}
      <IconX size={14} />
    </button>
  );
}
