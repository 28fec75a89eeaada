import { useIsNarrow } from '../../../base/use-media.ts';
import { Skeleton } from '../../../ui/plain/Skeleton.tsx';
import { Stack } from '../../../ui/plain/layout/layout.tsx';
import styles from './gradebook.module.css';
import { t } from '../../../base/t.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

/** Shows a placeholder of the sheet's later size. */
export function Loading() {
  const isNarrow = useIsNarrow();
  return (
    <Stack gap={14}>
      <p role="status" className="visually-hidden">
        {t('common.loading')}
      </p>
      {isNarrow && <Skeleton width="100%" height={36} />}
      <Stack bordered radius="lg" ground="surface" className={styles.loadingRows}>
        {ROWS.map((row) => (
          <Skeleton key={row} width="100%" height={18} />
        ))}
      </Stack>
    </Stack>
  );
}
