import type { Import } from '../calls.ts';
import { t } from '../t.ts';
import styles from './import.module.css';

/** How far an import is. Before the first rows nobody knows of how many. */
export function ImportProgress({ current }: { current: Import }) {
  const { done_rows: done, total_rows: total } = current;
  return (
    <div className={styles.progress} role="status">
      <progress aria-label={t('import.progressLabel')} {...(total > 0 ? { value: done, max: total } : {})} />
      <span>{total > 0 ? t('import.progress', { done, total }) : t('import.importing')}</span>
    </div>
  );
}
