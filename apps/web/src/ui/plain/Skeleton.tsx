import styles from './Skeleton.module.css';
import { t } from './common-t.ts';

/** One grey bar of something that is on its way. */
export function Skeleton({ width = '100%', height = 14, radius }: { width?: number | string; height?: number | string; radius?: number }) {
  return <span className={styles.bar} style={{ width, height, borderRadius: radius }} />;
}

/** Something is on its way here, and nobody knows how high: what stands below waits for it a moment, so that it does not move. `height`: a bar for it. */
export const Coming = ({ height = 0 }: { height?: number }) => (
  <div data-coming hidden={!height}>
    <Skeleton height={height} radius={12} />
  </div>
);

/** Stands where content will be. Says "Loading" once to screen readers. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div className={styles.lines} role="status" data-coming>
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={index === lines - 1 && lines > 1 ? '60%' : '100%'} />
      ))}
    </div>
  );
}
