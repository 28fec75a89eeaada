import { NotFound } from '../../../../ui/plain/NotFound.tsx';
import { parseId, searchParser } from '../../../../base/search.ts';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { useTitle } from '../../../../base/use-title.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconPrinter } from '../../../../ui/feature-icons/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { PrintHead } from '../../../../ui/print/PrintHead.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Row, Stack } from '../../../../ui/plain/layout/layout.tsx';
import type { Assessment } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { SnapshotParts, useSnapshot } from './AssessmentSnapshot.tsx';
import styles from './snapshot.module.css';

const parseSnapshotSearch = searchParser({ id: parseId });
export type SnapshotSearch = ReturnType<typeof parseSnapshotSearch>;

/**
 * Shows an assessment on one page, for reading and printing: both questions with their responses and rubrics. For
 * staff.
 */
export function SnapshotScreen() {
  const { id: asked } = usePageSearch(parseSnapshotSearch).search;
  return (
    <Stack as="main" gap={16} ground="surface" className={styles.page}>
      {asked === undefined ? <NotFound /> : <Loaded asked={asked} />}
    </Stack>
  );
}

function Loaded({ asked }: { asked: number }) {
  const { data, error, isFetching, refetch } = useSnapshot(asked);
  useTitle(data?.title ?? t('assessments.snapshot'));
  if (data) return <Snapshot assessment={data} />;
  return error && !isFetching ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonText lines={10} />;
}

function Snapshot({ assessment }: { assessment: Assessment }) {
  return (
    <>
      <PrintHead />
      <Row as="header" wrap gap={12} align="start" justify="between" className={styles.head}>
        <h1>{assessment.title}</h1>
        <Button icon={IconPrinter} onClick={() => window.print()}>
          {t('assessments.print')}
        </Button>
      </Row>
      <SnapshotParts assessment={assessment} level={2} />
    </>
  );
}
