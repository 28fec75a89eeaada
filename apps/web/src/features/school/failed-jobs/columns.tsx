import type { FailedJobView } from '@classwright/contract/school/failed-jobs/calls';
import { momentOf } from '../../../base/dates.ts';
import { type Column, RowActs } from '../../../ui/data-table/index.ts';
import { IconReload, IconX } from '../../../ui/plain/icons.ts';
import { Stack } from '../../../ui/plain/layout/layout.tsx';
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
        <Stack as="span" shrinks breaks className={styles.stack}>
          {label}
          <small>{remedy}</small>
        </Stack>
      ),
    },
    {
      key: 'error',
      header: t('failedJobs.error'),
      cell: ({ error, request_id }) => (
        <Stack as="span" shrinks breaks className={styles.stack}>
          <span dir="auto">{error}</span>
          {request_id !== null && <small>{t('failedJobs.request', { id: request_id })}</small>}
        </Stack>
      ),
    },
    {
      key: 'failedAt',
      header: t('failedJobs.failedAt'),
      nowrap: true,
      cell: ({ failed_at, tries }) => (
        <Stack as="span" shrinks breaks className={styles.stack}>
          <time dateTime={failed_at}>{momentOf(failed_at)}</time>
          <small>{t('failedJobs.tries', { count: tries })}</small>
        </Stack>
      ),
    },
    {
      key: 'actions',
      header: t('failedJobs.actions'),
      align: 'end',
      nowrap: true,
      card: 'aside',
      cell: (row) => (
        <RowActs
          name={nameOf(row)}
          acts={[
            ...(mayPutBack && row.can_put_back
              ? [
                  {
                    words: t('failedJobs.putBack'),
                    label: t('failedJobs.putBackRow', { name: nameOf(row) }),
                    icon: IconReload,
                    disabled: isBusy,
                    onSelect: () => act(retryJobs, [row.id]),
                  },
                ]
              : []),
            ...(mayDismiss
              ? [
                  {
                    words: t('failedJobs.dismiss'),
                    label: t('failedJobs.dismissRow', { name: nameOf(row) }),
                    icon: IconX,
                    disabled: isBusy,
                    onSelect: () => act(dismiss, [row.id]),
                  },
                ]
              : []),
          ]}
        />
      ),
    },
  ];
}
