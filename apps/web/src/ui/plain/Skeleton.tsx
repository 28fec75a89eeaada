import styles from './Skeleton.module.css';
import { t } from '../../base/t.ts';
import { Stack } from './layout/layout.tsx';

/** A gray placeholder bar. */
export function Skeleton({ width = '100%', height = 14, radius }: { width?: number | string; height?: number | string; radius?: number }) {
  return <span className={styles.bar} style={{ width, height, borderRadius: radius }} />;
}

/**
 * A placeholder for content of unknown height. Content below it waits a moment, so that it does not move. `height`: the
 * height of a bar.
 */
export const LoadingPlaceholder = ({ height = 0 }: { height?: number }) => (
  <div data-coming hidden={!height}>
    <Skeleton height={height} radius={12} />
  </div>
);

/** A placeholder for text. It announces "Loading" once to screen readers. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <Stack gap={10} role="status" data-coming>
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={index === lines - 1 && lines > 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}
