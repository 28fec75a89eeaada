import type { FailedJobView } from '@classwright/contract/school/failed-jobs/calls';
import { momentOf } from '../../../base/dates.ts';
import type { Column } from '../../../ui/data-table/index.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconReload, IconX } from '../../../ui/plain/icons.ts';
import { type Act, dismiss, retryJobs } from './calls.ts';
import styles from './failed-jobs.module.css';
import { t } from '../../../base/t.ts';

export const nameOf = ({ label, failed_at }: FailedJobView): string => t('failedJobs.rowName', { label, at: momentOf(failed_at) });

interface Means {
  mayPutBack: boolean;
  mayDismiss: boolean;
  isBusy: boolean;
  act: (how: Act, ids: number[]) => void;
}

export function failedJobColumns({ mayPutBack, mayDismiss, isBusy, act }: Means): Column<FailedJobView>[] {
  return [
    {
      key: 'what',
      header: t('failedJobs.what'),
      heading: true,
      cell: ({ label, remedy }) => (
        <span className={styles.stack}>
          {label}
          <small>{remedy}</small>
        </span>
      ),
    },
    {
      key: 'error',
      header: t('failedJobs.error'),
      cell: ({ error, request_id }) => (
        <span className={styles.stack}>
          <span dir="auto">{error}</span>
          {request_id !== null && <small>{t('failedJobs.request', { id: request_id })}</small>}
        </span>
      ),
    },
    {
      key: 'failedAt',
      header: t('failedJobs.failedAt'),
      nowrap: true,
      cell: ({ failed_at, tries }) => (
        <span className={styles.stack}>
          <time dateTime={failed_at}>{momentOf(failed_at)}</time>
          <small>{t('failedJobs.tries', { count: tries })}</small>
        </span>
      ),
    },
    {
      key: 'actions',
      header: t('failedJobs.actions'),
      align: 'end',
      nowrap: true,
      card: 'aside',
      cell: (row) => (
        <span className={styles.actions}>
          {mayPutBack && row.can_put_back && (
            <IconButton
              icon={IconReload}
              label={t('failedJobs.putBackRow', { name: nameOf(row) })}
              disabled={isBusy}
              onClick={() => act(retryJobs, [row.id])}
            />
          )}
          {mayDismiss && (
            <IconButton icon={IconX} label={t('failedJobs.dismissRow', { name: nameOf(row) })} disabled={isBusy} onClick={() => act(dismiss, [row.id])} />
          )}
        </span>
      ),
    },
  ];
}
