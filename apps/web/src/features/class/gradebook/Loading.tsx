import { Skeleton } from '../../../ui/plain/Skeleton.tsx';
import styles from './gradebook.module.css';
import { t } from '../../../base/t.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

/** Shows a placeholder of the sheet's later size. */
export function Loading() {
  return (
    <div className={styles.loading}>
      <p role="status" className="visually-hidden">
        {t('common.loading')}
      </p>
      <Skeleton width="min(100%, 900px)" height={36} />
      <div className={styles.loadingRows}>
        {ROWS.map((row) => (
          <Skeleton key={row} width="100%" height={18} />
        ))}
      </div>
    </div>
  );
}
