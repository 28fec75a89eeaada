import type { rewardPointList } from '@classwright/contract/school/rewards/calls';
import { Link } from '@tanstack/react-router';
import { api } from '../../../base/api.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { LoadingPlaceholder } from '../../../ui/plain/Skeleton.tsx';
import { pointColumns } from './columns.tsx';
import styles from './rewards.module.css';
import { parseRewardSearch } from './search.ts';
import { t } from '../../../base/t.ts';

/** Shows one's own ledger and its balance. */
export function OwnPoints() {
  const { rights, unused_pages } = useUser();
  const { search, replace } = usePageSearch(parseRewardSearch);
  const { page = 1, tab } = search;
  const list = usePagedList(['reward-points', 'own'], { page }, (query, signal) => api<typeof rewardPointList>('GET', '/reward-point', { query, signal }));
  const rows = list.data?.data ?? [];
  return (
    <>
      {list.isPending && <LoadingPlaceholder />}
      {list.data && (
        <Card className={styles.total}>
          <p>
            <span>{t('rewards.totalLabel')}</span>
            <b>{t('rewards.total', { count: list.data.total_points })}</b>
          </p>
          {rights.includes('store:view') && !unused_pages?.includes('store') && (
            <Link to="/store" className={buttonClasses({ size: 'l' })}>
              {t('rewards.toStore')}
            </Link>
          )}
        </Card>
      )}
      <DataTable
        withoutSearch
        caption={t('rewards.title')}
        rowKey={({ id }) => id}
        list={list}
        state={search}
        onState={(to) => replace({ ...(tab ? { tab } : {}), ...(to.page ? { page: to.page } : {}) })}
        columns={pointColumns(rows, list.data?.pagination.from ?? 1)}
        empty={<EmptyState title={t('rewards.none')}>{t('rewards.noneHint')}</EmptyState>}
      />
    </>
  );
}
