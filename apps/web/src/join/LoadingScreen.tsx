import { Skeleton } from '../ui/plain/Skeleton.tsx';
import styles from './LoadingScreen.module.css';
import { t } from '../base/t.ts';

/** The lesson's outline as a placeholder while it loads. */
export function LoadingScreen() {
  return (
    <div className={styles.page}>
      <p className="visually-hidden" role="status">
        {t('join.loading')}
      </p>
      <div className={styles.head}>
        <div>
          <Skeleton width={160} height={14} />
          <Skeleton width={96} height={24} radius={6} />
        </div>
        <Skeleton width={96} height={44} />
      </div>
      <div className={styles.body}>
        <Skeleton height={16} />
        <Skeleton height={16} />
        <Skeleton width="60%" height={16} />
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} height={50} radius={12} />
        ))}
      </div>
    </div>
  );
}
